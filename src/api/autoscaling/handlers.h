#pragma once

#include "api/autoscaling/types.h"
#include "api/operation.h"
#include "api/services.h"
#include "base/result.h"

// The handlers of Application Auto Scaling. Threads: any.
namespace stator::autoscaling {

// Targets
Result<RegisterScalableTargetResponse> RegisterScalableTarget(
    const api::ScalingServices& services, const RegisterScalableTargetRequest& request);
Result<DeregisterScalableTargetResponse> DeregisterScalableTarget(
    const api::ScalingServices& services, const DeregisterScalableTargetRequest& request);
Result<DescribeScalableTargetsResponse> DescribeScalableTargets(
    const api::ScalingServices& services, const DescribeScalableTargetsRequest& request);
Result<DescribeScalingActivitiesResponse> DescribeScalingActivities(
    const api::ScalingServices& services, const DescribeScalingActivitiesRequest& request);

// Policies
Result<PutScalingPolicyResponse> PutScalingPolicy(const api::ScalingServices& services,
                                                  const PutScalingPolicyRequest& request);
Result<DeleteScalingPolicyResponse> DeleteScalingPolicy(const api::ScalingServices& services,
                                                        const DeleteScalingPolicyRequest& request);
Result<DescribeScalingPoliciesResponse> DescribeScalingPolicies(
    const api::ScalingServices& services, const DescribeScalingPoliciesRequest& request);

// Scheduled actions
Result<PutScheduledActionResponse> PutScheduledAction(const api::ScalingServices& services,
                                                      const PutScheduledActionRequest& request);
Result<DeleteScheduledActionResponse> DeleteScheduledAction(
    const api::ScalingServices& services, const DeleteScheduledActionRequest& request);
Result<DescribeScheduledActionsResponse> DescribeScheduledActions(
    const api::ScalingServices& services, const DescribeScheduledActionsRequest& request);

// Tags
Result<TagResourceResponse> TagResource(const api::ScalingServices& services,
                                        const TagResourceRequest& request);
Result<UntagResourceResponse> UntagResource(const api::ScalingServices& services,
                                            const UntagResourceRequest& request);
Result<ListTagsForResourceResponse> ListTagsForResource(const api::ScalingServices& services,
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
