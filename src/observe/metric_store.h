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

// A series as ListMetrics returns it.
struct ListedSeries {
  Series series;
  Minute last = 0;  // the newest minute with a value
};

// Stores the metrics of the last fifteen days of service time, one value per series and minute. It
// writes the recorder's values once a minute. Reads also return the values that are still in the
// recorder.
// The bytes are bounded: the oldest hours are deleted first.
// The number of DynamoDB's series is bounded. A new series evicts one of a deleted table or index;
// otherwise the one without values for longest. If all have values in the same minute, the new
// series is left out.
// Clients' series have a separate bound, and series beyond it are refused.
// Threads: any; only one thread may step.
class MetricStore final : public table::SteppedWork {
 public:
  // Lifetime: the references outlive this object.
  MetricStore(storage::Engine& engine, table::CommitQueue& queue, Recorder& recorder,
              const catalog::Catalog& catalog, const ServiceClock& clock)
      : engine_(engine), queue_(queue), recorder_(recorder), catalog_(catalog), clock_(clock) {}

  // Stores the ended minutes and deletes values that are too old, one piece at a time.
  Result<table::StepOutcome> Step() override;
  // Stores all values before a stop.
  Result<> Flush();

  // Adds values of clients, all or none. Errors: ThrottlingException if too many values wait to be
  // stored, LimitExceededFault if there would be too many series.
  Result<> Put(const Observations& values);

  // Returns all series in order.
  Result<std::vector<ListedSeries>> List();
  // Returns the values of each series in [from, end), by unit. A series with an empty unit matches
  // all units.
  using ByUnit = std::map<std::string, Points>;
  Result<std::vector<ByUnit>> Read(std::span<const Series> wanted, Minute from, Minute end);

  // Values dropped since the start for lack of room. Never waits.
  std::uint64_t left_out() const { return left_out_; }

 private:
  struct Known {
    SeriesNumber number = 0;
    Minute last = 0;
    Minute used = 0;     // newest minute with a value other than 0
    bool stored = true;  // has a row; a series that a client has just added has none
  };
  using KnownSeries = std::map<Series, Known>;
  // DynamoDB's series and clients' series have separate bounds. Neither evicts the other.
  static constexpr std::size_t kDynamo = 0;
  static constexpr std::size_t kCustom = 1;
  // A series to read and the destination of its values.
  struct Wanted {
    const Known* known;
    Points* points;
  };
  // Values for hours that were folded already.
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
  Observations unsaved_ GUARDED_BY(mutex_);  // from the recorder and clients, not yet stored
  // The values of the failed commit, and that commit's number. Totals on disk tell whether the
  // commit was written all the same.
  Observations failed_ GUARDED_BY(mutex_);
  std::uint64_t failed_save_ GUARDED_BY(mutex_) = 0;
  Hour open_hour_ GUARDED_BY(mutex_) = 0;  // earlier hours have no minute rows
  Minute stepped_ GUARDED_BY(mutex_) = 0;  // all earlier values are taken, and idle minutes filled
  Minute swept_ GUARDED_BY(mutex_) = 0;    // minute of the last sweep that found nothing old
  std::atomic<std::uint64_t> left_out_ = 0;
};

// Merges the values of a series across units.
Points AllUnits(const MetricStore::ByUnit& found);

}  // namespace stator::observe
