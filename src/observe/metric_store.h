#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
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
#include "catalog/catalog.h"
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
// Series and bytes are bounded. Bytes: what is oldest goes first. Series of DynamoDB: one of a
// table or index that is gone makes way for a new one, else that without values for longest; if all
// have values in the same minute the new one is left out. Series that clients bring have a bound of
// their own and are refused beyond it. Safe for concurrent use, but that one thread alone may step.
class MetricStore final : public table::SteppedWork {
 public:
  // The references outlive it.
  MetricStore(storage::Engine& engine, table::CommitQueue& queue, Recorder& recorder,
              const catalog::Catalog& catalog, const ServiceClock& clock)
      : engine_(engine), queue_(queue), recorder_(recorder), catalog_(catalog), clock_(clock) {}

  // Stores what is over and lets go of what is too old; a piece at a time.
  Result<table::StepOutcome> Step() override;
  // Stores everything, before the end.
  Result<> Flush();

  // Values that clients bring themselves, all or none. ThrottlingException if too many wait to be
  // stored, LimitExceededFault if they would make too many series.
  Result<> Put(const Observations& values);

  // All, in their order.
  Result<std::vector<ListedSeries>> List();
  // The values of each of the series from one minute up to, but not with, another; by unit. An
  // empty unit stands for any.
  using ByUnit = std::map<std::string, Points>;
  Result<std::vector<ByUnit>> Read(std::span<const Series> wanted, Minute from, Minute end);

  // Values since the start that there was no room for. Never waits.
  std::uint64_t left_out() const { return left_out_; }

 private:
  struct Known {
    SeriesNumber number = 0;
    Minute last = 0;
    Minute used = 0;     // the newest with more than zeros
    bool stored = true;  // whether it has a row; what was just put has none yet
  };
  using KnownSeries = std::map<Series, Known>;
  // Who brings series: none of one kind makes way for the other.
  static constexpr std::size_t kDynamo = 0;
  static constexpr std::size_t kCustom = 1;
  // A series that is wanted and where its values go.
  struct Wanted {
    const Known* known;
    Points* points;
  };
  // Values that come for hours that are over.
  using Late = std::map<std::pair<Hour, SeriesNumber>, Points>;
  using Value = std::pair<const Series, Statistics>;

  static std::size_t KindOf(const Series& series);
  Result<> Load() REQUIRES(mutex_);
  void Resolve() REQUIRES(mutex_);
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
  Result<> Introduce(const Observations& values) REQUIRES(mutex_);
  void AddFresh(Minute minute, std::span<const Value* const> values, MinuteRow& row,
                std::vector<storage::Mutation>& changes) REQUIRES(mutex_);
  void Touch(KnownSeries::value_type& which, Minute minute, bool used,
             std::vector<storage::Mutation>& changes) REQUIRES(mutex_);
  void Forget(KnownSeries& from, KnownSeries::iterator which,
              std::vector<storage::Mutation>& changes) REQUIRES(mutex_);
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
  const catalog::Catalog& catalog_;
  const ServiceClock& clock_;

  Mutex mutex_;
  bool loaded_ GUARDED_BY(mutex_) = false;
  Totals totals_ GUARDED_BY(mutex_);
  std::array<KnownSeries, 2> known_ GUARDED_BY(mutex_);  // by kind
  Observations unsaved_ GUARDED_BY(mutex_);  // taken from the recorder or put, not yet stored
  // What a commit was to store that failed, and which it was: the totals say whether it is stored
  // all the same.
  Observations failed_ GUARDED_BY(mutex_);
  std::uint64_t failed_save_ GUARDED_BY(mutex_) = 0;
  Hour open_hour_ GUARDED_BY(mutex_) = 0;  // hours before have no rows of minutes
  Minute stepped_ GUARDED_BY(mutex_) = 0;  // everything before was taken, with idle minutes
  Minute swept_ GUARDED_BY(mutex_) = 0;    // when the last look for what is too old found none
  std::atomic<std::uint64_t> left_out_ = 0;
};

// The values of a series whatever their units.
Points AllUnits(const MetricStore::ByUnit& found);

}  // namespace stator::observe
