#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "capacity/governor.h"
#include "capacity/usage.h"
#include "model/language/model.h"
#include "price/price_table.h"
#include "simulate/profile.h"
#include "simulate/retries.h"
#include "simulate/scaler.h"
#include "simulate/tables.h"

// A model's patterns as traffic against the rules of capacity (src/capacity), on a clock of their
// own (docs/simulate.md).
namespace stator::simulate {

inline constexpr double kHoursMax = 744;

struct SimulationOptions {
  std::int64_t seconds = 24 * 3600;
  std::uint64_t seed = 1;
  int attempts = kAttemptsDefault;         // of a request that is throttled; from 1 to kAttemptsMax
  std::optional<CapacityChoice> capacity;  // absent: as the model says, as is the next
  std::optional<ScalingChoice> scaling;    // of all that is provisioned
  capacity::GovernorOptions account;
};

// Times are seconds since the beginning.
struct ThrottledBound {
  std::string resource;
  std::string reason;  // "TableWriteKeyRangeThroughputExceeded"
  double attempts = 0;
  std::int64_t first = 0;
  std::int64_t last = 0;
};

struct PatternOutcome {
  std::string id;
  std::string text;
  bool consumer = false;
  double requests = 0;   // runs of the pattern
  double retries = 0;    // attempts but the first of each; of a long read, of each page
  double throttled = 0;  // attempts, the first or a later one; of a long read, those of pages
  double failed = 0;     // requests of which no attempt was served
};

struct BusyKeyOutcome {
  std::string resource;
  capacity::Access access = capacity::Access::kRead;
  std::string key;
  double peak = 0;       // units asked for in the busiest second
  double throttled = 0;  // attempts for which the key's partition had no units left
};

struct SplitOutcome {
  std::int64_t at = 0;
  std::string resource;
  capacity::HeatSplit::Why why = capacity::HeatSplit::Why::kHeat;
  std::string where;
};

// Auto scaling at work.
struct ScalingOutcome {
  std::int64_t at = 0;
  std::string resource;
  capacity::Access access = capacity::Access::kRead;
  std::int64_t from = 0;  // units a second
  std::int64_t to = 0;
};

// Decreases that auto scaling tried in vain, because there had been too many in the day.
struct HeldOutcome {
  std::string resource;
  capacity::Access access = capacity::Access::kRead;
  std::int64_t minutes = 0;  // at the end of which it tried
  std::int64_t first = 0;
  std::int64_t last = 0;
};

struct AccessOutcome {
  double units = 0;         // used
  double asked_peak = 0;    // units asked for in the busiest second
  double provisioned = 0;   // units a second at the end; 0: on demand
  double unit_seconds = 0;  // of provisioned units
  double dollars = 0;
};

struct ResourceOutcome {
  std::string name;
  bool on_demand = false;
  AccessOutcome read;
  AccessOutcome write;
  std::size_t partitions_first = 0;
  std::size_t partitions_last = 0;
  double storage_dollars = 0;

  double Dollars() const { return read.dollars + write.dollars + storage_dollars; }
};

struct SimulationResult {
  std::vector<PatternOutcome> patterns;
  double waiting = 0;                     // requests whose next attempt would come after the end
  std::vector<ThrottledBound> throttles;  // of at least half an attempt
  std::vector<BusyKeyOutcome> busy_keys;  // the busiest first; at most kBusyKeysTold
  std::vector<SplitOutcome> splits;       // at most kSplitsTold
  std::size_t splits_total = 0;
  std::vector<ScalingOutcome> scalings;  // at most kScalingsTold
  std::size_t scalings_total = 0;
  std::vector<HeldOutcome> held;
  std::vector<ResourceOutcome> resources;
  std::vector<std::string> notes;  // sentences

  double Dollars() const;
  // Of all patterns.
  PatternOutcome Sum() const;
};

inline constexpr std::size_t kBusyKeysTold = 10;
inline constexpr std::size_t kSplitsTold = 1000;
inline constexpr std::size_t kScalingsTold = 1000;

// The same for the same arguments.
SimulationResult Simulate(const model::Model& model, const Profile& profile,
                          const SimulationOptions& options, const price::PriceTable& prices);

}  // namespace stator::simulate
