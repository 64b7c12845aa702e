#include "database/scaling_work.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "api/autoscaling/provisioned.h"
#include "api/update_table.h"
#include "base/durations.h"
#include "base/ids.h"
#include "base/limits.h"
#include "base/stable_order.h"
#include "scaling/alarms.h"
#include "scaling/schedule.h"
#include "scaling/target_tracking.h"

namespace stator::database {
namespace {

using scaling::Activity;
using scaling::Minute;
using scaling::Policy;
using scaling::Target;
using scaling::TrackingAlarm;

std::string_view UnitsOf(const scaling::TargetId& id) {
  return scaling::AccessOf(id.dimension) == capacity::Access::kRead ? "read capacity units"
                                                                    : "write capacity units";
}

Result<> SetCapacity(const api::TableServices& tables, const scaling::TargetId& id,
                     std::int64_t capacity) {
  auto resource = *scaling::ParseResource(id.resource, id.dimension);
  return api::UpdateUnits(tables, {.table = std::move(resource.table),
                                   .index = std::move(resource.index),
                                   .access = scaling::AccessOf(id.dimension),
                                   .units = capacity});
}

scaling::TrackingRule RuleOf(const Target& target, const Policy& policy) {
  return {.target = policy.target,
          .min = target.min,
          .max = target.max,
          .scale_in = !policy.disable_scale_in.value_or(false),
          .out_cooldown = policy.out_cooldown.value_or(0) * kSecond,
          .in_cooldown = policy.in_cooldown.value_or(0) * kSecond};
}

std::string AlarmCause(const Target& target, const Policy& policy, TrackingAlarm alarm) {
  const auto kind =
      alarm == TrackingAlarm::kHigh ? scaling::AlarmKind::kHigh : scaling::AlarmKind::kLow;
  return fmt::format("monitor alarm {} in state ALARM triggered policy {}",
                     scaling::AlarmName(target.id, policy, kind), policy.name);
}

Policy* FindPolicy(Target& target, const std::string& name) {
  const auto found = std::ranges::find(target.policies, name, &Policy::name);
  return found == target.policies.end() ? nullptr : &*found;
}

// Returns the target's bounds after the action runs.
std::pair<std::int64_t, std::int64_t> BoundsAfter(const scaling::ScheduledAction& action,
                                                  const Target& target) {
  const auto min = action.min.value_or(target.min);
  return {min, std::max(min, action.max.value_or(target.max))};
}

// A parsed schedule with its frame.
struct Timing {
  scaling::Schedule schedule;
  scaling::Schedule::Frame frame;
};

Result<Timing> TimingOf(const scaling::ScheduledAction& action, scaling::TimeZones& zones) {
  return Timing{TRY(scaling::Schedule::Parse(action.schedule)),
                TRY(scaling::FrameOf(action, zones))};
}

// Returns the last due run of an action.
TimeMicros LatestRun(const scaling::ScheduledAction& action, TimeMicros now,
                     scaling::TimeZones& zones) {
  const auto timing = TimingOf(action, zones);
  return timing ? timing->schedule.Latest(timing->frame, *action.next, now) : *action.next;
}

const scaling::ScheduledAction* FindAction(const Target& target, const std::string& name) {
  const auto found = std::ranges::find(target.actions, name, &scaling::ScheduledAction::name);
  return found == target.actions.end() ? nullptr : &*found;
}

// Another change of the table is in progress. A retry a minute later finds it finished.
bool PassesBySoon(const Error& error) { return error.code == ErrorCode::kResourceInUseException; }

}  // namespace

Result<table::StepOutcome> ScalingWork::Step() {
  const auto now = services_.clock.Now();
  const Minute current = now / kMinute;
  ForgetNotes();
  TRY(KeepBounds());
  scaling::TimeZones zones;
  const auto actions = DueActions(now, zones);
  auto due = actions.begin();
  for (std::size_t events = 0; events < limits::kScalingEventsPerStep; ++events) {
    auto minute = consumption_.Next(evaluated_);
    if (minute && *minute >= current) minute.reset();
    if (due == actions.end() && !minute) {
      evaluated_ = std::max(evaluated_, current - 1);
      return Waiting(now);
    }
    if (due != actions.end() && (!minute || due->time <= (*minute + 1) * kMinute)) {
      TRY(RunAction(*due++, now, zones));
      continue;
    }
    // Recorded first, so that a minute whose change cannot be stored is not retried forever.
    evaluated_ = *minute;
    TRY(Evaluate(*minute));
  }
  return table::StepOutcome{.worked = true};
}

// Forgets notes of removed targets and actions, which bounds the number of notes.
void ScalingWork::ForgetNotes() {
  std::erase_if(postponed_, [&](const auto& each) {
    const auto target = services_.scaling.Find(each.first.first);
    const auto* action = target == nullptr ? nullptr : FindAction(*target, each.first.second);
    return action == nullptr || action->next != each.second.next;
  });
  if (noted_.size() <= services_.scaling.count()) return;
  std::erase_if(noted_,
                [&](const auto& note) { return services_.scaling.Find(note.first) == nullptr; });
}

// Returns when an action is due or will be retried. REQUIRES: `action.next` is set.
TimeMicros ScalingWork::TimeOf(const TargetId& id, const scaling::ScheduledAction& action) const {
  const auto found = postponed_.find({id, action.name});
  return found == postponed_.end() ? *action.next : found->second.until;
}

// Returns the due actions in the order of their times. If a turned clock skipped several runs, only
// the last one counts, because each run sets the same bounds.
std::vector<ScalingWork::Due> ScalingWork::DueActions(TimeMicros now,
                                                      scaling::TimeZones& zones) const {
  std::vector<Due> due;
  for (const auto& target : services_.scaling.Targets()) {
    for (const auto& action : target->actions) {
      if (!action.next || TimeOf(target->id, action) > now) continue;
      due.push_back({target->id, action.name, *action.next, LatestRun(action, now, zones)});
    }
  }
  StableSortBy(due, &Due::time);
  return due;
}

// Waits until the current minute is over, if any target is tracked, or until the next action is
// due.
table::StepOutcome ScalingWork::Waiting(TimeMicros now) const {
  table::StepOutcome outcome;
  const auto wait = [&](TimeMicros time) {
    outcome.wait = std::min(outcome.wait.value_or(time), time);
  };
  for (const auto& target : services_.scaling.Targets()) {
    if (target->bounds_changed) wait(kSecond);
    if (!target->policies.empty()) wait(kMinute - now % kMinute);
    for (const auto& action : target->actions) {
      if (action.next) wait(TimeOf(target->id, action) - now);
    }
  }
  return outcome;
}

Result<> ScalingWork::KeepBounds() {
  for (const auto& target : services_.scaling.Targets()) {
    if (target->bounds_changed) TRY(KeepBounds(*target));
  }
  return {};
}

// Tries once, whatever the outcome, as soon as no other change of the table is in progress.
Result<> ScalingWork::KeepBounds(const Target& target) {
  // Keeps the mark if the bounds changed again in the meantime.
  const auto settle = [&](Target& changed) {
    if (changed.min == target.min && changed.max == target.max) changed.bounds_changed = false;
  };
  const auto provisioned =
      autoscaling::ProvisionedOf(services_.catalog, services_.clock, target.id);
  if (provisioned && (*provisioned < target.min || *provisioned > target.max)) {
    const bool below = *provisioned < target.min;
    const auto bound = below ? target.min : target.max;
    auto cause = fmt::format("{} capacity was set to {}", below ? "minimum" : "maximum", bound);
    const Wish wish{.capacity = bound, .cause = std::move(cause), .settle = settle};
    if (TRY(Scale(target, wish)) != Scaled::kFailed) return {};
  }
  return Record(target.id, settle, std::nullopt);
}

Result<> ScalingWork::RunAction(const Due& due, TimeMicros now, scaling::TimeZones& zones) {
  const auto target = services_.scaling.Find(due.id);
  const auto* action = target == nullptr ? nullptr : FindAction(*target, due.name);
  if (action == nullptr) return {};
  const bool suspended = target->suspended.scheduled;
  const auto timing = TimingOf(*action, zones);
  if (!timing) return Postpone(due, now, timing.error(), suspended);
  postponed_.erase({due.id, due.name});
  const auto [min, max] = BoundsAfter(*action, *target);
  const auto next = timing->schedule.Next(timing->frame, now);
  const auto settle = [&](Target& changed) {
    const auto own = std::ranges::find(changed.actions, due.name, &scaling::ScheduledAction::name);
    // An action that was replaced in the meantime keeps its own time.
    if (own != changed.actions.end() && own->next == due.next) own->next = next;
    if (suspended) return;
    std::tie(changed.min, changed.max) = BoundsAfter(*action, changed);
    changed.bounds_changed = true;
  };
  if (suspended) return Record(due.id, settle, std::nullopt);
  auto activity =
      NewActivity(due.id, fmt::format("scheduled action name {} was triggered", action->name));
  activity.description = fmt::format("Setting min capacity to {} and max capacity to {}", min, max);
  activity.message =
      fmt::format("Successfully set min capacity to {} and max capacity to {}", min, max);
  TRY(Record(due.id, settle, std::move(activity)));
  TRY(KeepBounds());
  return {};
}

// Keeps the action's time and retries in a minute. Only the first failure is recorded.
Result<> ScalingWork::Postpone(const Due& due, TimeMicros now, const Error& why, bool suspended) {
  const bool first =
      postponed_.insert_or_assign({due.id, due.name}, Postponed{due.next, now + kMinute}).second;
  if (!first || suspended) return {};
  auto activity =
      NewActivity(due.id, fmt::format("scheduled action name {} was triggered", due.name));
  activity.description = "Attempting to run the scheduled action";
  activity.status = Activity::Status::kFailed;
  activity.message = fmt::format("Failed to run the scheduled action. Reason: {}", why.message);
  return Record(due.id, {}, std::move(activity));
}

Result<> ScalingWork::Evaluate(Minute minute) {
  for (const auto& target : services_.scaling.Targets()) {
    for (const auto& policy : target->policies) TRY(Evaluate(*target, policy, minute));
  }
  return {};
}

Result<> ScalingWork::Evaluate(const Target& target, const Policy& policy, Minute minute) {
  const auto provisioned =
      autoscaling::ProvisionedOf(services_.catalog, services_.clock, target.id);
  if (!provisioned) return {};
  const auto window = consumption_.Window(target.id, minute, scaling::kScaleInPoints);
  const auto end = (minute + 1) * kMinute;
  const auto decision =
      scaling::Decide(RuleOf(target, policy), policy.state,
                      {.consumed = window, .provisioned = *provisioned, .now = end});
  if (decision.not_scaled != scaling::NotScaled::kNone) {
    return NoteNotScaled(target, policy, decision, *provisioned);
  }
  if (!decision.capacity) return {};
  const bool out = decision.alarm == TrackingAlarm::kHigh;
  if (out ? target.suspended.scale_out : target.suspended.scale_in) return {};
  const auto settle = [&](Target& changed) {
    if (Policy* own = FindPolicy(changed, policy.name)) {
      own->state = scaling::After(own->state, decision, end);
    }
  };
  std::ignore = TRY(Scale(target, {.capacity = *decision.capacity,
                                   .cause = AlarmCause(target, policy, decision.alarm),
                                   .settle = settle}));
  return {};
}

// Records once for as long as the situation stays the same.
Result<> ScalingWork::NoteNotScaled(const Target& target, const Policy& policy,
                                    const scaling::TrackingDecision& decision,
                                    std::int64_t provisioned) {
  auto activity = NewActivity(target.id, AlarmCause(target, policy, decision.alarm));
  const auto note = fmt::format("{} {}", activity.cause, provisioned);
  if (noted_[target.id] == note) return {};
  noted_[target.id] = note;
  activity.description = "Attempting to scale due to alarm triggered";
  activity.status = Activity::Status::kUnfulfilled;
  activity.message = "Unable to scale due to alarm triggered";
  activity.not_scaled = decision.not_scaled;
  activity.capacity = provisioned;
  return Record(target.id, {}, std::move(activity));
}

Result<ScalingWork::Scaled> ScalingWork::Scale(const Target& target, const Wish& wish) {
  if (!autoscaling::ProvisionedOf(services_.catalog, services_.clock, target.id))
    return Scaled::kFailed;
  auto activity = NewActivity(target.id, wish.cause);
  const auto what = fmt::format("{} to {}", UnitsOf(target.id), wish.capacity);
  activity.description = fmt::format("Setting {}.", what);
  const auto done = SetCapacity(tables_, target.id, wish.capacity);
  if (!done && PassesBySoon(done.error())) return Scaled::kNotNow;
  activity.end = services_.clock.Now();
  if (done) {
    noted_.erase(target.id);
    activity.message =
        fmt::format("Successfully set {}. Change successfully fulfilled by dynamodb.", what);
    TRY(Record(target.id, wish.settle, std::move(activity)));
    return Scaled::kDone;
  }
  activity.status = Activity::Status::kFailed;
  activity.message = fmt::format("Failed to set {}. Reason: {}", what, done.error().message);
  if (noted_[target.id] == activity.message) return Scaled::kFailed;
  noted_[target.id] = activity.message;
  TRY(Record(target.id, {}, std::move(activity)));
  return Scaled::kFailed;
}

Result<> ScalingWork::Record(const TargetId& id, const std::function<void(Target&)>& settle,
                             std::optional<Activity> activity) {
  const auto edit = [&](const Target* old) -> Result<std::optional<Target>> {
    if (old == nullptr) return std::nullopt;
    Target changed = *old;
    if (settle) settle(changed);
    return changed;
  };
  TRY(services_.scaling.Change(services_.queue, id, edit, std::move(activity)));
  return {};
}

Activity ScalingWork::NewActivity(const TargetId& id, std::string cause) const {
  const auto now = services_.clock.Now();
  return {
      .id = ThreadIds().Uuid(), .target = id, .cause = std::move(cause), .start = now, .end = now};
}

}  // namespace stator::database
