#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"
#include "observe/alarm.h"
#include "observe/metric_store.h"
#include "storage/engine.h"
#include "table/commit_queue.h"
#include "table/step.h"

namespace stator::observe {

// All alarms, in memory and on disk (docs/formats/alarms.md). Each alarm is evaluated once for
// every minute of service time that has ended. Threads: any; only one thread may step.
class Alarms final : public table::SteppedWork {
 public:
  // Lifetime: the references outlive this object.
  Alarms(storage::Engine& engine, table::CommitQueue& queue, MetricStore& metrics,
         const ServiceClock& clock)
      : engine_(engine), queue_(queue), metrics_(metrics), clock_(clock) {}

  // Loads the stored alarms. Minutes before now are not evaluated. REQUIRES: called before anything
  // else.
  Result<> Load();

  // Returns all alarms by name.
  std::vector<AlarmPtr> List() const;

  // Stores `alarm`. If an alarm of that name exists, it keeps its status and tags; a new alarm
  // begins unchecked. Errors: LimitExceededFault if there are too many.
  Result<> Put(Alarm alarm);
  // Deletes all of `names`, or none. Errors: ResourceNotFound with a name that does not exist.
  Result<> Delete(std::span<const std::string> names);
  // Sets a state, which lasts until an evaluation finds another one. Errors: ResourceNotFound.
  Result<> SetState(std::string_view name, AlarmStatus status);

  // Evaluates some alarms for the ended minutes, in order. If a turned clock skips many minutes, it
  // evaluates the first and the last limits::kAlarmMinutesMax: the others have no traffic.
  Result<table::StepOutcome> Step() override;

 private:
  struct Known {
    AlarmPtr alarm;
    Minute evaluated = 0;  // the end of the last evaluated minute
  };
  struct Due {
    Alarm alarm;
    Minute evaluated = 0;
    bool changed = false;
  };

  AlarmPtr Find(std::string_view name) const;
  std::size_t count() const;
  std::vector<Due> DueBefore(Minute end) const;
  Result<> Evaluate(std::vector<Due>& due, Minute first, Minute last) REQUIRES(changing_);
  Result<> Commit(std::vector<storage::Mutation> mutations) REQUIRES(changing_);
  void Publish(Alarm alarm, Minute evaluated);

  storage::Engine& engine_;
  table::CommitQueue& queue_;
  MetricStore& metrics_;
  const ServiceClock& clock_;

  Mutex changing_;  // serializes all changes
  mutable Mutex mutex_;
  std::map<std::string, Known, std::less<>> known_ GUARDED_BY(mutex_);
};

}  // namespace stator::observe
