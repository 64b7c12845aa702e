#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/services.h"
#include "base/durations.h"
#include "base/result.h"
#include "scaling/consumption.h"
#include "scaling/registry.h"
#include "scaling/schedule.h"
#include "table/step.h"

namespace stator::database {

// Performs auto scaling: evaluates each minute of service time once it is over, runs due scheduled
// actions, and brings capacities within changed bounds. Threads: Step is called by one thread.
class ScalingWork final : public table::SteppedWork {
 public:
  // The references must outlive this object.
  ScalingWork(const api::ScalingServices& services, const api::TableServices& tables,
              const scaling::Consumption& consumption)
      : services_(services),
        tables_(tables),
        consumption_(consumption),
        evaluated_(services.clock.Now() / kMinute - 1) {}

  // Processes some minutes and due actions in the order of their times, including those that a
  // turned clock skipped. An action that missed several runs runs once, for the last of them.
  Result<table::StepOutcome> Step() override;

 private:
  using TargetId = scaling::TargetId;
  struct Due {
    TargetId id;
    std::string name;
    TimeMicros next;  // as stored in the action
    TimeMicros time;  // of the last due run
  };
  // A wanted change of capacity with its cause.
  struct Wish {
    std::int64_t capacity = 0;
    std::string cause;
    // Updates the target once the change is done.
    std::function<void(scaling::Target&)> settle;
  };

  // An action whose time zone could not be read when it was due. Debian may be replacing the file
  // at that moment.
  struct Postponed {
    TimeMicros next;   // as stored in the action
    TimeMicros until;  // time of the retry
  };
  using ActionId = std::pair<TargetId, std::string>;

  void ForgetNotes();
  TimeMicros TimeOf(const TargetId& id, const scaling::ScheduledAction& action) const;
  std::vector<Due> DueActions(TimeMicros now, scaling::TimeZones& zones) const;
  table::StepOutcome Waiting(TimeMicros now) const;
  Result<> KeepBounds();
  Result<> KeepBounds(const scaling::Target& target);
  Result<> RunAction(const Due& due, TimeMicros now, scaling::TimeZones& zones);
  Result<> Postpone(const Due& due, TimeMicros now, const Error& why, bool suspended);
  Result<> Evaluate(scaling::Minute minute);
  Result<> Evaluate(const scaling::Target& target, const scaling::Policy& policy,
                    scaling::Minute minute);
  Result<> NoteNotScaled(const scaling::Target& target, const scaling::Policy& policy,
                         const scaling::TrackingDecision& decision, std::int64_t provisioned);
  enum class Scaled : std::uint8_t {
    kDone,    // changed and settled
    kNotNow,  // the table is being changed
    kFailed,  // recorded as an activity, unless the resource is gone
  };
  Result<Scaled> Scale(const scaling::Target& target, const Wish& wish);
  // Updates the target, if it still exists, and stores the activity.
  Result<> Record(const TargetId& id, const std::function<void(scaling::Target&)>& settle,
                  std::optional<scaling::Activity> activity);
  scaling::Activity NewActivity(const TargetId& id, std::string cause) const;

  const api::ScalingServices& services_;
  const api::TableServices& tables_;
  const scaling::Consumption& consumption_;
  // The last evaluated minute. Minutes before the start were evaluated then.
  scaling::Minute evaluated_;
  // The last recorded note per target, to avoid repeating it.
  std::map<TargetId, std::string> noted_;
  std::map<ActionId, Postponed> postponed_;
};

}  // namespace stator::database
