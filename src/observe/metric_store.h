#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"
#include "observe/metric_rows.h"
#include "observe/recorder.h"
#include "storage/engine.h"
#include "table/commit_queue.h"
#include "table/step.h"

namespace stator::observe {

struct ListedSeries {
  Series series;
  Minute last = 0;  // the newest minute it has a value in
};

// All metrics of the last fifteen days of service time, a value per series and minute. What the
// recorder holds is written once a minute; what reads return has it too, to the last request.
// Series and bytes are bounded: what is oldest goes first. Safe for concurrent use, but that one
// thread alone may step.
class MetricStore {
 public:
  // The references outlive it.
  MetricStore(storage::Engine& engine, table::CommitQueue& queue, Recorder& recorder,
              const ServiceClock& clock)
      : engine_(engine), queue_(queue), recorder_(recorder), clock_(clock) {}

  // Stores what is over and lets go of what is too old; a piece at a time.
  Result<table::StepOutcome> Step();
  // Stores everything, before the end.
  Result<> Flush();

  // Values that clients bring themselves. ThrottlingException if too many wait to be stored.
  Result<> Put(const Observations& values);

  // All, in their order.
  Result<std::vector<ListedSeries>> List();
  // The values of each of the series from one minute up to, but not with, another; by unit. An
  // empty unit stands for any.
  using ByUnit = std::map<std::string, Points>;
  Result<std::vector<ByUnit>> Read(std::span<const Series> wanted, Minute from, Minute end);

 private:
  struct Known {
    SeriesNumber number = 0;
    Minute last = 0;
    Minute used = 0;  // the newest with more than zeros
  };
  // A series that is wanted and where its values go.
  struct Wanted {
    const Known* known;
    Points* points;
  };
  // Values that come for hours that are over.
  using Late = std::map<std::pair<Hour, SeriesNumber>, Points>;

  Result<> Load() REQUIRES(mutex_);
  Result<> LoadSeries() REQUIRES(mutex_);
  Result<> LoadMinutes(Minute now) REQUIRES(mutex_);
  Result<> Save(std::size_t values_max) REQUIRES(mutex_);
  Result<> SaveBefore(Observations::const_iterator end) REQUIRES(mutex_);
  void BoundUnsaved() REQUIRES(mutex_);
  Result<> AddMinute(Minute minute, const std::map<Series, Statistics>& values, Late& late,
                     std::vector<storage::Mutation>& changes) REQUIRES(mutex_);
  Result<> AddToMinute(Minute minute, const MinuteRow& values,
                       std::vector<storage::Mutation>& changes) REQUIRES(mutex_);
  Result<> AddToHours(const Late& late, std::vector<storage::Mutation>& changes) REQUIRES(mutex_);
  SeriesNumber Know(const Series& series, Minute minute, bool used,
                    std::vector<storage::Mutation>& changes) REQUIRES(mutex_);
  void Forget(std::map<Series, Known>::iterator which, std::vector<storage::Mutation>& changes)
      REQUIRES(mutex_);
  void TakeBefore(Minute end) REQUIRES(mutex_);
  std::map<Series, std::set<Minute>> Uses() const REQUIRES(mutex_);
  void AddIdle(Minute end) REQUIRES(mutex_);
  Result<bool> Fold(Hour now) REQUIRES(mutex_);
  Result<bool> Expire(Minute now) REQUIRES(mutex_);
  void ForgetOld(Minute horizon, std::vector<storage::Mutation>& changes) REQUIRES(mutex_);
  Result<> Commit(std::vector<storage::Mutation> changes) REQUIRES(mutex_);
  void PutHour(Hour hour, SeriesNumber number, const Points& points, std::size_t replaced,
               std::vector<storage::Mutation>& changes) REQUIRES(mutex_);
  Result<> ReadHours(std::span<const Wanted> wanted, Minute from, Minute end) REQUIRES(mutex_);
  Result<> ReadMinutes(std::span<const Wanted> wanted, Minute from, Minute end) REQUIRES(mutex_);

  storage::Engine& engine_;
  table::CommitQueue& queue_;
  Recorder& recorder_;
  const ServiceClock& clock_;

  Mutex mutex_;
  bool loaded_ GUARDED_BY(mutex_) = false;
  Totals totals_ GUARDED_BY(mutex_);
  std::map<Series, Known> known_ GUARDED_BY(mutex_);
  Observations unsaved_ GUARDED_BY(mutex_);  // taken from the recorder or put, not yet stored
  Hour open_hour_ GUARDED_BY(mutex_) = 0;    // hours before have no rows of minutes
  Minute stepped_ GUARDED_BY(mutex_) = 0;    // everything before was taken, with idle minutes
  Minute swept_ GUARDED_BY(mutex_) = 0;      // when the last look for what is too old found none
};

// The values of a series whatever their units.
Points AllUnits(const MetricStore::ByUnit& found);

}  // namespace stator::observe
