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

struct NamedRule {
  std::string name;  // "DynamoDBContributorInsights-PKC-Orders-1700000000000"
  InsightRule rule = InsightRule::kAccessed;
  InsightTarget target;
};

// Contributor Insights: the keys that are accessed and throttled most, from sketches of fixed size
// (heavy_hitters.h). What to look at and what was seen outlive a restart
// (docs/formats/insights.md): minutes are stored when they are over. Tables that nobody asked to
// look at cost a hash and no lock; requests of one that is looked at wait for each other and, now
// and then, for those of one whose name hashes alike. Tables and indexes that are no more have no
// rules, whatever is still stored of them. Safe for concurrent use.
class Insights final : public capacity::Observer, public table::SteppedWork {
 public:
  // The references outlive it.
  Insights(storage::Engine& engine, table::CommitQueue& queue, const catalog::Catalog& catalog,
           const ServiceClock& clock)
      : engine_(engine), queue_(queue), catalog_(catalog), clock_(clock) {}

  // What the store knows. REQUIRES: before anything else.
  Result<> Load();

  void Used(const capacity::Usage& usage) override;
  void Throttled(const capacity::Usage& usage,
                 std::span<const capacity::Throttle> throttles) override;

  // Stores it; what was seen before is forgotten. LimitExceededException if too much is looked at.
  Result<> Change(const InsightSetting& setting);
  // Stores what was seen, and forgets what is too old and what is of tables and indexes that are no
  // more.
  Result<table::StepOutcome> Step() override;
  // Stores everything, before the end.
  Result<> Flush();
  // nullopt: nobody ever asked.
  std::optional<InsightSetting> Find(const InsightTarget& target) const;
  // Of one table, or of all where it is empty; by target, strictly after one; at most `limit`.
  std::vector<InsightSetting> List(std::string_view table, const InsightTarget& after,
                                   std::size_t limit) const;

  // By name.
  std::vector<NamedRule> Rules() const;
  static std::vector<NamedRule> RulesOf(const InsightSetting& setting);
  // What KeyCounts::Report tells. nullopt: there is no such rule.
  std::optional<std::vector<InsightSlice>> Report(std::string_view rule, Minute from, Minute end,
                                                  Minute now) const;

 private:
  // One target, which requests of others do not wait for.
  struct Watched {
    explicit Watched(const InsightSetting& what);
    const InsightSetting setting;
    Mutex mutex;
    std::map<InsightRule, KeyCounts> rules GUARDED_BY(mutex);
  };
  using WatchedPtr = std::shared_ptr<Watched>;
  // What is stored in one commit.
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
  // What is looked at of tables whose names hash alike, as requests find it.
  struct alignas(64) Stripe {
    mutable Mutex mutex;
    std::map<InsightTarget, WatchedPtr, TargetOrder> enabled GUARDED_BY(mutex);
  };
  static constexpr std::size_t kStripes = 64;

  void Count(const catalog::Table& table, const catalog::Index* index, BytesView key, bool whole,
             Minute at, double amount, bool throttled);
  bool MayWatch(std::string_view table) const;
  std::size_t BytesOfARule() const;  // that its minutes may take up
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
  // By the hashes of tables' names: whether anything of such a table is looked at.
  std::array<std::atomic<bool>, 4096> names_{};
  std::atomic<std::size_t> rules_ = 0;     // of all that is looked at
  Mutex changes_;                          // one at a time, until it is stored; before `mutex_`
  Minute saved_ GUARDED_BY(changes_) = 0;  // everything before is stored
  Hour swept_ GUARDED_BY(changes_) = 0;    // when what was too old last went
  mutable Mutex mutex_;                    // before the stripes'; no request asks for it
  std::map<InsightTarget, WatchedPtr> watched_ GUARDED_BY(mutex_);
  std::array<Stripe, kStripes> stripes_;  // what of it is enabled
};

}  // namespace stator::observe
