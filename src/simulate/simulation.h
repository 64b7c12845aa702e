#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "capacity/governor.h"
#include "capacity/usage.h"
#include "json/describe.h"
#include "model/language/model.h"
#include "price/price_table.h"
#include "simulate/profile.h"
#include "simulate/retries.h"
#include "simulate/scaler.h"
#include "simulate/series.h"
#include "simulate/tables.h"

// Sends a model's patterns as traffic against the rules of capacity (src/capacity), on a clock of
// its own (docs/simulate.md).
namespace stator::simulate {

inline constexpr double kHoursMax = 744;

// The settings of a simulation.
struct SimulationOptions {
  std::int64_t seconds = 24 * 3600;
  std::uint64_t seed = 1;
  int attempts = kAttemptsDefault;  // attempts of a throttled request, from 1 to kAttemptsMax
  std::optional<CapacityChoice> capacity;  // absent: as the model states; `scaling` likewise
  std::optional<ScalingChoice> scaling;    // of everything provisioned
  capacity::GovernorOptions account;
};

// A reason for throttling at one resource. Times are seconds since the beginning.
struct ThrottledBound {
  std::string resource;
  std::string reason;  // "TableWriteKeyRangeThroughputExceeded"
  double attempts = 0;
  std::int64_t first_second = 0;
  std::int64_t last_second = 0;
};
BOOST_DESCRIBE_STRUCT(ThrottledBound, (), (resource, reason, attempts, first_second, last_second))

// The results of one pattern.
struct PatternOutcome {
  std::string id;
  std::string text;
  bool stream_consumer = false;
  double requests = 0;   // runs of the pattern
  double retries = 0;    // attempts after the first; of a long read, of each page
  double throttled = 0;  // throttled attempts, first or later; of a long read, those of pages
  double failed = 0;     // requests without a successful attempt
};
BOOST_DESCRIBE_STRUCT(PatternOutcome, (),
                      (id, stream_consumer, requests, retries, throttled, failed))

// The results of one busy key.
struct BusyKeyOutcome {
  std::string resource;
  capacity::Access access = capacity::Access::kRead;
  std::string key;
  double peak_units_per_second = 0;  // asked for in the busiest second
  double throttled = 0;              // attempts for which the key's partition had no units left
};
BOOST_DESCRIBE_STRUCT(BusyKeyOutcome, (), (resource, access, key, peak_units_per_second, throttled))

// A split of a partition.
struct SplitOutcome {
  std::int64_t second = 0;
  std::string resource;
  capacity::HeatSplit::Why why = capacity::HeatSplit::Why::kHeat;
  std::string where;
  std::uint32_t partition = 0;      // that was split
  std::vector<std::uint32_t> into;  // the two that took its place, in key order
};
BOOST_DESCRIBE_STRUCT(SplitOutcome, (), (second, resource, why, where, partition, into))

// A change of capacity by auto scaling.
struct ScalingOutcome {
  std::int64_t second = 0;
  std::string resource;
  capacity::Access access = capacity::Access::kRead;
  std::int64_t from = 0;  // units a second
  std::int64_t to = 0;
};
BOOST_DESCRIBE_STRUCT(ScalingOutcome, (), (second, resource, access, from, to))

// Decreases that auto scaling proposed in vain, because the day already had too many.
struct HeldOutcome {
  std::string resource;
  capacity::Access access = capacity::Access::kRead;
  std::int64_t minutes = 0;  // number of minutes that ended with such a proposal
  std::int64_t first_second = 0;
  std::int64_t last_second = 0;
};
BOOST_DESCRIBE_STRUCT(HeldOutcome, (), (resource, access, minutes, first_second, last_second))

// The reads or the writes of one resource.
struct AccessOutcome {
  double units = 0;                  // used
  double peak_asked_per_second = 0;  // requested units in the busiest second
  double provisioned = 0;            // units a second at the end; 0: on demand
  double unit_seconds = 0;           // sum of the provisioned units over all seconds
  double dollars = 0;
};
BOOST_DESCRIBE_STRUCT(AccessOutcome, (), (units, peak_asked_per_second, provisioned, dollars))

// The results of one table or global index.
struct ResourceOutcome {
  std::string name;
  bool on_demand = false;
  AccessOutcome reads;
  AccessOutcome writes;
  std::size_t partitions_first = 0;
  std::size_t partitions_last = 0;
  double storage_dollars = 0;

  // Sums reads, writes and storage.
  double Dollars() const { return reads.dollars + writes.dollars + storage_dollars; }
};
BOOST_DESCRIBE_STRUCT(ResourceOutcome, (),
                      (name, on_demand, reads, writes, partitions_first, partitions_last,
                       storage_dollars))

// The results of a simulation.
struct SimulationResult {
  std::vector<PatternOutcome> patterns;
  double waiting = 0;                     // requests whose next attempt falls after the end
  std::vector<ThrottledBound> throttles;  // only bounds with at least half a throttled attempt
  std::vector<BusyKeyOutcome> busy_keys;  // the busiest first; at most kBusyKeysTold
  std::vector<SplitOutcome> splits;       // at most kSplitsTold
  std::size_t splits_total = 0;
  std::vector<ScalingOutcome> scalings;  // at most kScalingsTold
  std::size_t scalings_total = 0;
  std::vector<HeldOutcome> held;
  std::vector<ResourceOutcome> resources;
  std::vector<std::string> notes;  // sentences
  SimulationSeries series;

  // Sums the dollars of all resources.
  double Dollars() const;
  // Sums the outcomes of all patterns.
  PatternOutcome Sum() const;
};

inline constexpr std::size_t kBusyKeysTold = 10;
inline constexpr std::size_t kSplitsTold = 1000;
inline constexpr std::size_t kScalingsTold = 1000;

// Watches a simulation that runs. Both may be empty.
struct SimulationWatch {
  std::function<void(std::int64_t second)> progress;  // called after each simulated minute
  std::function<bool()> stopped;  // asked in each simulated second; true ends the simulation
};

// Runs the simulation. The same arguments give the same result.
SimulationResult Simulate(const model::Model& model, const Profile& profile,
                          const SimulationOptions& options, const price::PriceTable& prices);
// Likewise. Returns nullopt if `watch` stopped it.
std::optional<SimulationResult> Simulate(const model::Model& model, const Profile& profile,
                                         const SimulationOptions& options,
                                         const price::PriceTable& prices,
                                         const SimulationWatch& watch);

}  // namespace stator::simulate
