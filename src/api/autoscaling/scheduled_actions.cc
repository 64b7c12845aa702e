// PutScheduledAction, DeleteScheduledAction and DescribeScheduledActions.

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "api/autoscaling/handlers.h"
#include "api/autoscaling/requests.h"
#include "base/ids.h"
#include "base/limits.h"
#include "scaling/registry.h"
#include "scaling/schedule.h"

namespace stator::autoscaling {
namespace {

using scaling::Target;
using scaling::TargetId;
using OwnAction = scaling::ScheduledAction;

OwnAction NewAction(const api::ScalingServices& services, const TargetId& id,
                    const std::string& name) {
  OwnAction action{.name = name, .created = services.clock.Now()};
  action.arn = fmt::format(
      "arn:aws:autoscaling:{}:{}:scheduledAction:{}:resource/dynamodb/{}:scheduledAction/{}",
      services.account.region, services.account.id, ThreadIds().Uuid(), id.resource, name);
  return action;
}

Result<OwnAction*> PlaceOf(const api::ScalingServices& services,
                           const PutScheduledActionRequest& request, Target& target) {
  const auto& name = *request.scheduled_action_name;
  auto at = std::ranges::lower_bound(target.actions, name, {}, &OwnAction::name);
  if (at != target.actions.end() && at->name == name) return &*at;
  if (!request.schedule || !request.scalable_target_action) {
    return FailInvalid("A new scheduled action needs a Schedule and a ScalableTargetAction.");
  }
  if (target.actions.size() >= limits::kScheduledActionsMax) {
    return Fail(ErrorCode::kLimitExceededException,
                fmt::format("A scalable target has {} scheduled actions at most.",
                            limits::kScheduledActionsMax));
  }
  return &*target.actions.insert(at, NewAction(services, target.id, name));
}

Result<> SetBounds(const ScalableTargetAction& given, OwnAction& action) {
  action.min = given.min_capacity;
  action.max = given.max_capacity;
  if (!action.min && !action.max) {
    return FailInvalid("A ScalableTargetAction needs MinCapacity, MaxCapacity or both.");
  }
  return CheckBounds(action.min, action.max);
}

Result<std::optional<TimeMicros>> OptionalTimeOf(std::optional<double> given) {
  if (!given) return std::nullopt;
  return TRY(TimeOf(*given));
}

// Values that the request omits stay, except the start and end times, which AWS removes.
Result<> Update(const PutScheduledActionRequest& request, TimeMicros now, OwnAction& action) {
  if (request.schedule) action.schedule = *request.schedule;
  if (request.timezone) action.timezone = *request.timezone;
  action.start = TRY(OptionalTimeOf(request.start_time));
  action.end = TRY(OptionalTimeOf(request.end_time));
  if (request.scalable_target_action) TRY(SetBounds(*request.scalable_target_action, action));
  if (action.start && action.end && *action.end < *action.start) {
    return FailInvalid("EndTime cannot be before StartTime.");
  }
  const auto schedule = TRY(scaling::Schedule::Parse(action.schedule));
  scaling::TimeZones zones;
  const auto frame = TRY(scaling::FrameOf(action, zones));
  action.next = schedule.Next(frame, now);
  return {};
}

ScheduledAction Described(const TargetId& id, const OwnAction& action) {
  ScheduledAction described;
  described.scheduled_action_name = action.name;
  described.scheduled_action_arn = action.arn;
  described.service_namespace = ServiceNamespace::kDynamodb;
  described.resource_id = id.resource;
  described.scalable_dimension = ApiDimension(id.dimension);
  described.schedule = action.schedule;
  if (!action.timezone.empty()) described.timezone = action.timezone;
  if (action.start) described.start_time = ApiTime(*action.start);
  if (action.end) described.end_time = ApiTime(*action.end);
  described.creation_time = ApiTime(action.created);
  auto& bounds = described.scalable_target_action.emplace();
  bounds.min_capacity = action.min;
  bounds.max_capacity = action.max;
  return described;
}

}  // namespace

Result<PutScheduledActionResponse> PutScheduledAction(const api::ScalingServices& services,
                                                      const PutScheduledActionRequest& request) {
  const auto id = TRY(
      TargetIdOf(*request.service_namespace, *request.resource_id, *request.scalable_dimension));
  TRY(services.scaling.Change(services.queue, id,
                              [&](const Target* old) -> Result<std::optional<Target>> {
                                TRY(CheckRegistered(old, id));
                                Target changed = *old;
                                OwnAction& action = *TRY(PlaceOf(services, request, changed));
                                TRY(Update(request, services.clock.Now(), action));
                                return changed;
                              }));
  services.background.Wake();
  return PutScheduledActionResponse{};
}

Result<DeleteScheduledActionResponse> DeleteScheduledAction(
    const api::ScalingServices& services, const DeleteScheduledActionRequest& request) {
  const auto id = TRY(
      TargetIdOf(*request.service_namespace, *request.resource_id, *request.scalable_dimension));
  const auto& name = *request.scheduled_action_name;
  TRY(services.scaling.Change(
      services.queue, id, [&](const Target* old) -> Result<std::optional<Target>> {
        Target changed = old != nullptr ? *old : Target{};
        const auto is_it = [&](const OwnAction& action) { return action.name == name; };
        if (std::erase_if(changed.actions, is_it) != 0) return changed;
        return Fail(ErrorCode::kObjectNotFoundException,
                    fmt::format("No scheduled action found for {}, scheduled action name: {}",
                                Named(id), name));
      }));
  return DeleteScheduledActionResponse{};
}

Result<DescribeScheduledActionsResponse> DescribeScheduledActions(
    const api::ScalingServices& services, const DescribeScheduledActionsRequest& request) {
  const auto filter =
      TRY(FilterOf(*request.service_namespace, request.resource_id, request.scalable_dimension));
  auto page = TRY(PageOf<ScheduledAction>::Begin(request.max_results, request.next_token));
  for (const auto& target : services.scaling.Targets()) {
    if (!filter.Takes(target->id)) continue;
    for (const auto& action : target->actions) {
      if (!IsNamed(request.scheduled_action_names, action.name)) continue;
      if (!page.Add(PageKey(target->id, action.name), Described(target->id, action))) break;
    }
  }
  DescribeScheduledActionsResponse response;
  response.scheduled_actions = page.TakeEntries();
  response.next_token = page.token();
  return response;
}

}  // namespace stator::autoscaling
