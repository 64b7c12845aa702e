#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "capacity/heat.h"
#include "capacity/report.h"
#include "capacity/resource.h"
#include "capacity/throttle.h"
#include "capacity/usage.h"
#include "catalog/table.h"

namespace stator::capacity {

// Tracks on service time how much capacity tables and global indexes have left. It reports which
// requests exceed a bound; the caller refuses them. A table's state stays until Forget.
//
// Threads: safe for concurrent use. A call waits at most for the arithmetic of other calls.
class Governor {
 public:
  Governor() : Governor(GovernorOptions{}) {}
  explicit Governor(const GovernorOptions& options) : options_(options) {}

  // Returns the bounds that the claims exceed, each once and those of the table first. An empty
  // result means that all claims are within capacity. A request is admitted while any capacity is
  // left; Charge takes the units once they are known (facts 6.3).
  std::vector<Throttle> Admit(const catalog::Table& table, Access access,
                              std::span<const Claim> claims, TimeMicros now);

  // Takes the used units from the capacity.
  void Charge(const catalog::Table& table, Access access, std::span<const Claim> claims,
              TimeMicros now);

  // Returns the partitions that should be split now. A returned partition is not returned again for
  // a minute, to leave time for the split. Meant to be called once a second.
  std::vector<HeatSplit> Nominate(TimeMicros now);

  // Returns the state of a table's capacity. It is empty if the governor has no state of the table
  // and the descriptor is superseded or deleted.
  TableReport Report(const catalog::Table& table, TimeMicros now);

  // Returns the history of the table's partitions, or of those of a global index. It is empty if
  // nothing was recorded. Holds a lock for one partition at a time.
  std::vector<PartitionHeat> ReadHeat(const catalog::Table& table, std::string_view index,
                                      const SecondRange& range, TimeMicros now);

  // Makes the history of all tables coarser where memory is short, finer where it is not, and
  // removes what is older than a day. Meant to be called once a second; most calls do nothing.
  // Threads: one at a time.
  void TrimHeat(TimeMicros now);

  // Forgets a dropped table. Requests still running with its last descriptor do not recreate its
  // state.
  void Forget(catalog::TableNumber table);

 private:
  struct TableState {
    std::string name;
    std::uint64_t epoch = 0;          // of the descriptor that `resources` follow
    std::vector<Resource> resources;  // the table first
  };
  // Table numbers are consecutive, so up to kStripes tables have a lock each.
  static constexpr std::size_t kStripes = 64;
  struct alignas(64) Stripe {
    Mutex mutex;
    std::unordered_map<catalog::TableNumber, TableState> tables GUARDED_BY(mutex);
  };

  Stripe& StripeOf(catalog::TableNumber table) { return stripes_[table % kStripes]; }
  // Finds or creates a table's state; nullptr if it has none and may not get one.
  TableState* StateOf(Stripe& stripe, const catalog::Table& table, TimeMicros now)
      REQUIRES(stripe.mutex);
  void Follow(TableState& state, const catalog::Table& table, TimeMicros now) const;
  void TrimAllHeat(TimeMicros now);
  std::vector<catalog::TableNumber> TablesOf(Stripe& stripe);

  const GovernorOptions options_;
  std::array<Stripe, kStripes> stripes_;
  TimeMicros heat_trimmed_ = 0;
};

}  // namespace stator::capacity
