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

// All alarms, in memory; the disk holds the same (docs/formats/alarms.md). Each is evaluated once
// for every minute of service time that is over. Safe for concurrent use, but that one thread alone
// may step.
class Alarms final : public table::SteppedWork {
 public:
  // The references outlive it.
  Alarms(storage::Engine& engine, table::CommitQueue& queue, MetricStore& metrics,
         const ServiceClock& clock)
      : engine_(engine), queue_(queue), metrics_(metrics), clock_(clock) {}

  // What the store knows. Minutes from before are not evaluated. REQUIRES: before anything else.
  Result<> Load();

  // By name.
  std::vector<AlarmPtr> List() const;

  // In place of the one that has its name, of which it keeps status and tags; else it begins
  // unchecked. LimitExceededFault if there are too many.
  Result<> Put(Alarm alarm);
  // All of them, or none: ResourceNotFound names one that is not there.
  Result<> Delete(std::span<const std::string> names);
  // Until the next evaluation finds another. ResourceNotFound.
  Result<> SetState(std::string_view name, AlarmStatus status);

  // Evaluates some alarms for the minutes that are over, in order. Of those that a turned clock
  // has passed over the first and the last limits::kAlarmMinutesMax: there is traffic in no others.
  Result<table::StepOutcome> Step() override;

 private:
  struct Known {
    AlarmPtr alarm;
    Minute evaluated = 0;  // the end of the last minute
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

  Mutex changing_;  // held by whoever changes anything
  mutable Mutex mutex_;
  std::map<std::string, Known, std::less<>> known_ GUARDED_BY(mutex_);
};

}  // namespace stator::observe
