// RegisterScalableTarget, DeregisterScalableTarget and DescribeScalableTargets.

#include <utility>

#include <fmt/format.h>

#include "api/autoscaling/handlers.h"
#include "api/autoscaling/requests.h"
#include "api/lookup.h"
#include "base/ids.h"
#include "scaling/registry.h"

namespace stator::autoscaling {
namespace {

using scaling::Target;
using scaling::TargetId;

// Only an existing resource can be registered. If it is dropped later, its target stays.
Result<> CheckExists(const api::ScalingServices& services, const TargetId& id) {
  const auto resource = *scaling::ParseResource(id.resource, id.dimension);
  const auto table = api::FindLiveTable(services.catalog, services.clock, resource.table);
  if (table == nullptr) {
    return FailInvalid(fmt::format("DynamoDB table does not exist: {}", id.resource));
  }
  if (resource.index.empty()) return {};
  const auto* index = table->FindIndex(resource.index);
  if (index != nullptr && index->kind == catalog::IndexKind::kGlobal) return {};
  return FailInvalid(fmt::format("DynamoDB index does not exist: {}", id.resource));
}

Target NewTarget(const api::ScalingServices& services, const TargetId& id) {
  Target target{.id = id, .created = services.clock.Now()};
  target.arn = fmt::format("arn:aws:application-autoscaling:{}:{}:scalable-target/{}",
                           services.account.region, services.account.id, ThreadIds().Uuid());
  target.role_arn = fmt::format(
      "arn:aws:iam::{}:role/aws-service-role/dynamodb.application-autoscaling.amazonaws."
      "com/AWSServiceRoleForApplicationAutoScaling_DynamoDBTable",
      services.account.id);
  return target;
}

void Suspend(const SuspendedState& given, scaling::Suspended& suspended) {
  suspended.scale_in = given.dynamic_scaling_in_suspended.value_or(suspended.scale_in);
  suspended.scale_out = given.dynamic_scaling_out_suspended.value_or(suspended.scale_out);
  suspended.scheduled = given.scheduled_scaling_suspended.value_or(suspended.scheduled);
}

Result<std::optional<Target>> Registered(const api::ScalingServices& services, const TargetId& id,
                                         const RegisterScalableTargetRequest& request,
                                         const Target* old) {
  if (old == nullptr && (!request.min_capacity || !request.max_capacity)) {
    return FailInvalid("A new scalable target needs MinCapacity and MaxCapacity.");
  }
  if (old != nullptr && request.tags && !request.tags->empty()) {
    return FailInvalid("Tags of a registered scalable target are changed with TagResource.");
  }
  Target target = old != nullptr ? *old : NewTarget(services, id);
  const std::pair before(target.min, target.max);
  target.min = request.min_capacity.value_or(target.min);
  target.max = request.max_capacity.value_or(target.max);
  if (std::pair(target.min, target.max) != before) target.bounds_changed = true;
  TRY(CheckBounds(target.min, target.max));
  if (request.role_arn) target.role_arn = *request.role_arn;
  if (request.suspended_state) Suspend(*request.suspended_state, target.suspended);
  if (request.tags) TRY(AddTags(*request.tags, target.tags));
  return target;
}

ScalableTarget Described(const Target& target) {
  ScalableTarget described;
  described.service_namespace = ServiceNamespace::kDynamodb;
  described.resource_id = target.id.resource;
  described.scalable_dimension = ApiDimension(target.id.dimension);
  described.min_capacity = target.min;
  described.max_capacity = target.max;
  described.role_arn = target.role_arn;
  described.creation_time = ApiTime(target.created);
  described.scalable_target_arn = target.arn;
  auto& suspended = described.suspended_state.emplace();
  suspended.dynamic_scaling_in_suspended = target.suspended.scale_in;
  suspended.dynamic_scaling_out_suspended = target.suspended.scale_out;
  suspended.scheduled_scaling_suspended = target.suspended.scheduled;
  return described;
}

}  // namespace

Result<RegisterScalableTargetResponse> RegisterScalableTarget(
    const api::ScalingServices& services, const RegisterScalableTargetRequest& request) {
  const auto id = TRY(
      TargetIdOf(*request.service_namespace, *request.resource_id, *request.scalable_dimension));
  TRY(CheckExists(services, id));
  const auto target = TRY(services.scaling.Change(services.queue, id, [&](const Target* old) {
    return Registered(services, id, request, old);
  }));
  services.background.Wake();
  RegisterScalableTargetResponse response;
  response.scalable_target_arn = target->arn;
  return response;
}

// Removes the target with its policies, actions and tags. Its activities stay.
Result<DeregisterScalableTargetResponse> DeregisterScalableTarget(
    const api::ScalingServices& services, const DeregisterScalableTargetRequest& request) {
  const auto id = TRY(
      TargetIdOf(*request.service_namespace, *request.resource_id, *request.scalable_dimension));
  TRY(services.scaling.Change(
      services.queue, id, [&](const Target* old) -> Result<std::optional<Target>> {
        if (old != nullptr) return std::nullopt;
        return Fail(ErrorCode::kObjectNotFoundException,
                    fmt::format("No scalable target found for {}", Named(id)));
      }));
  return DeregisterScalableTargetResponse{};
}

Result<DescribeScalableTargetsResponse> DescribeScalableTargets(
    const api::ScalingServices& services, const DescribeScalableTargetsRequest& request) {
  const auto filter =
      TRY(FilterOf(*request.service_namespace, request.resource_ids, request.scalable_dimension));
  auto page = TRY(PageOf<ScalableTarget>::Begin(request.max_results, request.next_token));
  for (const auto& target : services.scaling.Targets()) {
    if (!filter.Takes(target->id)) continue;
    if (!page.Add(PageKey(target->id), Described(*target))) break;
  }
  DescribeScalableTargetsResponse response;
  response.scalable_targets = page.TakeEntries();
  response.next_token = page.token();
  return response;
}

}  // namespace stator::autoscaling
