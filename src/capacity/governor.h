#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
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

// Knows how much of their capacity tables and global indexes have left, on service time. Says what
// would be refused and refuses nothing itself. Keeps what it knows of each table that it hears of
// until it is told to forget it. Safe for concurrent use; no call waits for more than the
// arithmetic of others.
class Governor {
 public:
  Governor() : Governor(GovernorOptions{}) {}
  explicit Governor(const GovernorOptions& options) : options_(options) {}

  // The bounds that the claims meet, those of the table first and each once; none: all of them are
  // within capacity. A request is admitted while there is anything left and charged once it is
  // known what it took (facts 6.3).
  std::vector<Throttle> Admit(const catalog::Table& table, Access access,
                              std::span<const Claim> claims, TimeMicros now);

  // Takes what was used.
  void Charge(const catalog::Table& table, Access access, std::span<const Claim> claims,
              TimeMicros now);

  // Partitions that should be split now. One that is named is not named again for a minute, so that
  // there is time to do it. Meant to be asked about once a second.
  std::vector<HeatSplit> Nominate(TimeMicros now);

  // Empty for a descriptor that is no longer current, or is deleted, of a table nothing is known
  // of.
  TableReport Report(const catalog::Table& table, TimeMicros now);

  // The table is gone. Requests that are under way with its last descriptor do not bring it back.
  void Forget(catalog::TableNumber table);

 private:
  struct TableState {
    std::string name;
    std::uint64_t epoch = 0;          // of the descriptor it follows
    std::vector<Resource> resources;  // the table first
  };
  // Table numbers are given one after the other, so that up to as many tables have a lock each.
  static constexpr std::size_t kStripes = 64;
  struct alignas(64) Stripe {
    Mutex mutex;
    std::unordered_map<catalog::TableNumber, TableState> tables GUARDED_BY(mutex);
  };

  Stripe& StripeOf(catalog::TableNumber table) { return stripes_[table % kStripes]; }
  // nullptr: nothing is known of the table and nothing shall be.
  TableState* StateOf(Stripe& stripe, const catalog::Table& table, TimeMicros now)
      REQUIRES(stripe.mutex);
  void Follow(TableState& state, const catalog::Table& table, TimeMicros now) const;

  const GovernorOptions options_;
  std::array<Stripe, kStripes> stripes_;
};

}  // namespace stator::capacity
