#pragma once

#include <array>
#include <atomic>
#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "capacity/meter.h"
#include "observe/key_counts.h"
#include "storage/engine.h"
#include "table/commit_queue.h"
#include "table/step.h"

namespace stator::observe {

// What to look at (docs/formats/insights.md).
inline constexpr storage::Space kInsightSpace = 6;

// A table, or a global index of it.
struct InsightTarget {
  std::string table;
  std::string index;  // empty: the table itself
  auto operator<=>(const InsightTarget&) const = default;
};

enum class InsightMode : std::uint8_t { kAccessedAndThrottled, kThrottled };

struct InsightSetting {
  InsightTarget target;
  std::string table_id;  // of the table that had the name then
  bool enabled = false;
  InsightMode mode = InsightMode::kAccessedAndThrottled;
  TimeMicros changed = 0;
  bool has_sort_key = false;
};

// Which keys a rule counts and when: partition keys or whole keys, that are accessed (in units, a
// write unit thrice) or throttled.
enum class InsightRule : std::uint8_t { kAccessed, kThrottled, kAccessedItems, kThrottledItems };

struct NamedRule {
  std::string name;  // "DynamoDBContributorInsights-PKC-Orders-1700000000000"
  InsightRule rule = InsightRule::kAccessed;
  InsightTarget target;
};

// Contributor Insights: the keys that are accessed and throttled most, from sketches of fixed size
// (heavy_hitters.h). What to look at outlives a restart (docs/formats/insights.md), what was seen
// does not. Tables that nobody asked to look at cost a hash and no lock. Tables and indexes that
// are no more have no rules, whatever is still stored of them. Safe for concurrent use.
class Insights final : public capacity::Observer {
 public:
  // The references outlive it.
  Insights(storage::Engine& engine, table::CommitQueue& queue, const catalog::Catalog& catalog)
      : engine_(engine), queue_(queue), catalog_(catalog) {}

  // What the store knows. REQUIRES: before anything else.
  Result<> Load();

  void Used(const capacity::Usage& usage) override;
  void Throttled(const capacity::Usage& usage,
                 std::span<const capacity::Throttle> throttles) override;

  // Stores it; what was seen before is forgotten. LimitExceededException if too much is looked at.
  Result<> Change(const InsightSetting& setting);
  // Forgets what is set for tables and indexes that are no more.
  Result<table::StepOutcome> Step();
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

  void Count(const catalog::Table& table, const catalog::Index* index, BytesView key, bool whole,
             Minute at, double amount, bool throttled);
  bool MayWatch(std::string_view table) const;
  WatchedPtr FindWatched(const catalog::Table& table, const catalog::Index* index) const;
  bool Lives(const InsightSetting& setting) const;
  Result<> CheckRoom(const InsightSetting& setting) const;
  std::vector<InsightSetting> Gone() const;
  void Watch(const InsightSetting& setting) REQUIRES(mutex_);
  void Summarise() REQUIRES(mutex_);

  storage::Engine& engine_;
  table::CommitQueue& queue_;
  const catalog::Catalog& catalog_;
  // By the hashes of tables' names: whether anything of such a table is looked at.
  std::array<std::atomic<bool>, 4096> names_{};
  std::atomic<std::size_t> rules_ = 0;  // of all that is looked at
  Mutex changes_;                       // one at a time, until it is stored; before `mutex_`
  mutable Mutex mutex_;
  std::map<InsightTarget, WatchedPtr> watched_ GUARDED_BY(mutex_);
};

}  // namespace stator::observe
