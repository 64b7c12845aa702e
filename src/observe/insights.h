#pragma once

#include <atomic>
#include <compare>
#include <cstdint>
#include <deque>
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
#include "observe/heavy_hitters.h"
#include "observe/metric_rows.h"
#include "storage/engine.h"
#include "table/commit_queue.h"

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

// What a rule found within some time.
struct InsightSlice {
  Minute begin = 0;
  double total = 0;
  struct Contributor {
    std::vector<std::string> keys;  // as texts: the partition key, and the sort key if it counts
    double sum = 0;
  };
  std::vector<Contributor> contributors;  // the largest first
};

// Contributor Insights: the keys that are accessed and throttled most, from sketches of fixed size
// (heavy_hitters.h). What to look at outlives a restart (docs/formats/insights.md), what was seen
// does not. Nothing is done for tables that nobody asked to look at. Safe for concurrent use.
class Insights final : public capacity::Observer {
 public:
  // The references outlive it.
  Insights(storage::Engine& engine, table::CommitQueue& queue) : engine_(engine), queue_(queue) {}

  // What the store knows. REQUIRES: before anything else.
  Result<> Load();

  void Used(const capacity::Usage& usage) override;
  void Throttled(const capacity::Usage& usage,
                 std::span<const capacity::Throttle> throttles) override;

  // Stores it; what was seen before is forgotten. LimitExceededException if too much is looked at.
  Result<> Change(const InsightSetting& setting);
  // nullopt: nobody ever asked.
  std::optional<InsightSetting> Find(const InsightTarget& target) const;
  // All, by target, strictly after one; at most `limit`.
  std::vector<InsightSetting> List(const InsightTarget& after, std::size_t limit) const;

  // By name.
  std::vector<NamedRule> Rules() const;
  static std::vector<NamedRule> RulesOf(const InsightSetting& setting);
  // From one minute up to, but not with, another: by the minute within the last hour, by the hour
  // before. nullopt: there is no such rule.
  std::optional<std::vector<InsightSlice>> Report(std::string_view rule, Minute from,
                                                  Minute end) const;

 private:
  // What one rule has seen: the hour it is in, the minutes of the last hour, and the hours before.
  struct Counted {
    Hour hour = 0;
    HeavyHitters now;
    std::deque<InsightSlice> hours;
    Minute minute = 0;
    HeavyHitters latest;
    std::deque<InsightSlice> minutes;

    Counted();
    void Add(Minute at, BytesView key, double amount);
    void Turn(Minute at);
  };
  struct Watched {
    InsightSetting setting;
    std::map<InsightRule, Counted> rules;
  };

  void Count(const catalog::Table& table, const catalog::Index* index, BytesView key, bool whole,
             Minute at, double amount, bool throttled);
  Watched* FindWatched(const catalog::Table& table, const catalog::Index* index) REQUIRES(mutex_);
  void Watch(const InsightSetting& setting) REQUIRES(mutex_);

  storage::Engine& engine_;
  table::CommitQueue& queue_;
  std::atomic<bool> any_ = false;  // something is looked at
  mutable Mutex mutex_;
  std::map<InsightTarget, Watched> watched_ GUARDED_BY(mutex_);
};

}  // namespace stator::observe
