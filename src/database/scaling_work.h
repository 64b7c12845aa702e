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

// Scales what is to be scaled: looks at each minute of service time once it is over, runs scheduled
// actions when they are due, and brings capacities within bounds that have changed. Background
// work; Step is called by one thread.
class ScalingWork final : public table::SteppedWork {
 public:
  // The references outlive it.
  ScalingWork(const api::ScalingServices& services, const api::TableServices& tables,
              const scaling::Consumption& consumption)
      : services_(services),
        tables_(tables),
        consumption_(consumption),
        evaluated_(services.clock.Now() / kMinute - 1) {}

  // Looks at some minutes and due actions in their order, also at those that a turned clock has
  // passed over. An action runs once, for the last of the times at which it should have.
  Result<table::StepOutcome> Step() override;

 private:
  using TargetId = scaling::TargetId;
  struct Due {
    TargetId id;
    std::string name;
    TimeMicros next;  // as the action has it
    TimeMicros time;  // of the last run that is due
  };
  // A change of capacity, and why.
  struct Wish {
    std::int64_t capacity = 0;
    std::string cause;
    // What else changes with it, once it is done.
    std::function<void(scaling::Target&)> settle;
  };

  // An action whose time zone could not be read when it was due: Debian may just be replacing it.
  struct Postponed {
    TimeMicros next;   // as the action has it
    TimeMicros until;  // when it is tried again
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
    kDone,    // and settled
    kNotNow,  // the table is being changed
    kFailed,  // which is written down, unless there is nothing to scale any more
  };
  Result<Scaled> Scale(const scaling::Target& target, const Wish& wish);
  // Changes the target, if it is still there, and writes the activity down.
  Result<> Record(const TargetId& id, const std::function<void(scaling::Target&)>& settle,
                  std::optional<scaling::Activity> activity);
  scaling::Activity NewActivity(const TargetId& id, std::string cause) const;

  const api::ScalingServices& services_;
  const api::TableServices& tables_;
  const scaling::Consumption& consumption_;
  scaling::Minute evaluated_;  // up to which minute; those before the start were looked at then
  // What was last noted of a target and would only be repeated.
  std::map<TargetId, std::string> noted_;
  std::map<ActionId, Postponed> postponed_;
};

}  // namespace stator::database
