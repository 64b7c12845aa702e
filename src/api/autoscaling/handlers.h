#pragma once

#include "api/autoscaling/types.h"
#include "api/context.h"
#include "api/operation.h"
#include "base/result.h"

// What each operation of Application Auto Scaling means. All may be called from any thread.
namespace stator::autoscaling {

// Targets
Result<RegisterScalableTargetResponse> RegisterScalableTarget(
    api::Context& context, const RegisterScalableTargetRequest& request);
Result<DeregisterScalableTargetResponse> DeregisterScalableTarget(
    api::Context& context, const DeregisterScalableTargetRequest& request);
Result<DescribeScalableTargetsResponse> DescribeScalableTargets(
    api::Context& context, const DescribeScalableTargetsRequest& request);
Result<DescribeScalingActivitiesResponse> DescribeScalingActivities(
    api::Context& context, const DescribeScalingActivitiesRequest& request);

// Policies
Result<PutScalingPolicyResponse> PutScalingPolicy(api::Context& context,
                                                  const PutScalingPolicyRequest& request);
Result<DeleteScalingPolicyResponse> DeleteScalingPolicy(api::Context& context,
                                                        const DeleteScalingPolicyRequest& request);
Result<DescribeScalingPoliciesResponse> DescribeScalingPolicies(
    api::Context& context, const DescribeScalingPoliciesRequest& request);

// Scheduled actions
Result<PutScheduledActionResponse> PutScheduledAction(api::Context& context,
                                                      const PutScheduledActionRequest& request);
Result<DeleteScheduledActionResponse> DeleteScheduledAction(
    api::Context& context, const DeleteScheduledActionRequest& request);
Result<DescribeScheduledActionsResponse> DescribeScheduledActions(
    api::Context& context, const DescribeScheduledActionsRequest& request);

// Tags
Result<TagResourceResponse> TagResource(api::Context& context, const TagResourceRequest& request);
Result<UntagResourceResponse> UntagResource(api::Context& context,
                                            const UntagResourceRequest& request);
Result<ListTagsForResourceResponse> ListTagsForResource(api::Context& context,
                                                        const ListTagsForResourceRequest& request);

}  // namespace stator::autoscaling

namespace stator::api {

#define BUILT_OPERATION(name, kind)                      \
  template <>                                            \
  struct OperationOf<autoscaling::name##Request> {       \
    static constexpr Kind kKind = Kind::kind;            \
    static constexpr auto kHandler = &autoscaling::name; \
  };
#include "api/autoscaling/built_operations.inc"
#undef BUILT_OPERATION

}  // namespace stator::api
