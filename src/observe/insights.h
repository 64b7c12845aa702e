#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"
#include "capacity/meter.h"
#include "observe/insight_rows.h"
#include "observe/key_counts.h"
#include "storage/engine.h"
#include "table/commit_queue.h"
#include "table/step.h"

namespace stator::observe {

// A rule as CloudWatch lists it.
struct NamedRule {
  std::string name;  // "DynamoDBContributorInsights-PKC-Orders-1700000000000"
  InsightRule rule = InsightRule::kAccessed;
  InsightTarget target;
};

// Contributor Insights: finds the keys that are accessed and throttled most, in sketches of fixed
// size (heavy_hitters.h). Settings and counts survive a restart (docs/formats/insights.md). Minutes
// are stored when they have ended.
// A request to a table without Insights costs a hash and no lock. Requests to a table with Insights
// share a lock, sometimes with requests to another table whose name has the same hash.
// Deleted tables and indexes have no rules, even while rows of them are still stored.
// Threads: any.
class Insights final : public capacity::Observer, public table::SteppedWork {
 public:
  // Lifetime: the references outlive this object.
  Insights(storage::Engine& engine, table::CommitQueue& queue, const catalog::Catalog& catalog,
           const ServiceClock& clock)
      : engine_(engine), queue_(queue), catalog_(catalog), clock_(clock) {}

  // Loads settings and slices. REQUIRES: called before anything else.
  Result<> Load();

  void Used(const capacity::Usage& usage) override;
  void Throttled(const capacity::Usage& usage,
                 std::span<const capacity::Throttle> throttles) override;

  // Stores `setting` and clears earlier counts. Errors: LimitExceededException if Insights is
  // enabled for too many targets.
  Result<> Change(const InsightSetting& setting);
  // Stores the counts of ended minutes. Deletes slices that are too old, and all rows of deleted
  // tables and indexes.
  Result<table::StepOutcome> Step() override;
  // Stores all counts before a stop.
  Result<> Flush();
  // Returns nullopt if the target was never configured.
  std::optional<InsightSetting> Find(const InsightTarget& target) const;
  // Returns at most `limit` settings of `table`, or of all tables if it is empty. They are ordered
  // by target and begin strictly after `after`.
  std::vector<InsightSetting> List(std::string_view table, const InsightTarget& after,
                                   std::size_t limit) const;

  // Returns the rules of all enabled targets, by name.
  std::vector<NamedRule> Rules() const;
  static std::vector<NamedRule> RulesOf(const InsightSetting& setting);
  // Returns KeyCounts::Report of the rule; nullopt if there is no such rule.
  std::optional<std::vector<InsightSlice>> Report(std::string_view rule, Minute from, Minute end,
                                                  Minute now) const;
  // The same for a rule of a target; nullopt if the target is not enabled or lacks the rule.
  std::optional<std::vector<InsightSlice>> Report(const InsightTarget& target, InsightRule rule,
                                                  Minute from, Minute end, Minute now) const;

 private:
  // One target with Insights. It has its own lock, so requests to other targets do not wait for it.
  struct Watched {
    explicit Watched(const InsightSetting& what);
    const InsightSetting setting;
    Mutex mutex;
    std::map<InsightRule, KeyCounts> rules GUARDED_BY(mutex);
  };
  using WatchedPtr = std::shared_ptr<Watched>;
  // The slices of one commit.
  struct Saving {
    struct Part {
      WatchedPtr watched;
      InsightRule rule;
      KeyCounts::Unsaved what;
    };
    std::vector<Part> parts;
    std::vector<storage::Mutation> changes;
    std::size_t bytes = 0;
  };
  struct TargetView {
    std::string_view table;
    std::string_view index;
    auto operator<=>(const TargetView&) const = default;
  };
  struct TargetOrder {
    using is_transparent = void;
    static TargetView View(const InsightTarget& target) { return {target.table, target.index}; }
    static TargetView View(const TargetView& target) { return target; }
    bool operator()(const auto& left, const auto& right) const { return View(left) < View(right); }
  };
  // The enabled targets of tables whose names have the same hash. Requests read it.
  struct alignas(64) Stripe {
    mutable Mutex mutex;
    std::map<InsightTarget, WatchedPtr, TargetOrder> enabled GUARDED_BY(mutex);
  };
  static constexpr std::size_t kStripes = 64;

  void Count(const catalog::Table& table, const catalog::Index* index, BytesView key, bool whole,
             Minute at, double amount, bool throttled);
  bool MayWatch(std::string_view table) const;
  std::size_t BytesOfARule() const;  // storage for a rule's minutes
  Stripe& StripeOf(std::string_view table);
  WatchedPtr FindWatched(const catalog::Table& table, const catalog::Index* index);
  bool Lives(const InsightSetting& setting) const;
  Result<> CheckRoom(const InsightSetting& setting) const;
  std::vector<InsightSetting> Gone() const;
  Result<bool> ForgetGone() REQUIRES(changes_);
  Result<> LoadSlices();
  void Restore(const SlicePlace& place, KeyCounts::Unsaved stored);
  std::vector<WatchedPtr> AllWatched() const;
  Result<> Save(Minute now, bool open) REQUIRES(changes_);
  static void AddUnsaved(const WatchedPtr& watched, Minute now, bool open, Saving& saving);
  Result<> Store(Saving saving, Minute now) REQUIRES(changes_);
  Result<> Sweep(Minute now) REQUIRES(changes_);
  Result<> AddDeletions(const storage::KeyRange& range,
                        std::vector<storage::Mutation>& changes) const;
  Result<> Commit(std::vector<storage::Mutation> changes);
  void Watch(const InsightSetting& setting) REQUIRES(mutex_);
  void Summarise() REQUIRES(mutex_);

  storage::Engine& engine_;
  table::CommitQueue& queue_;
  const catalog::Catalog& catalog_;
  const ServiceClock& clock_;
  // By the hash of a table's name: whether any such table has Insights.
  std::array<std::atomic<bool>, 4096> names_{};
  std::atomic<std::size_t> rules_ = 0;  // of all enabled targets
  Mutex changes_;  // Lock order: before mutex_; serializes changes until they are stored
  Minute saved_ GUARDED_BY(changes_) = 0;  // all minutes before it are stored
  Hour swept_ GUARDED_BY(changes_) = 0;    // hour of the last deletion of old slices
  mutable Mutex mutex_;  // Lock order: before the stripes'; requests never lock it
  std::map<InsightTarget, WatchedPtr> watched_ GUARDED_BY(mutex_);
  std::array<Stripe, kStripes> stripes_;  // the enabled ones of watched_
};

}  // namespace stator::observe
