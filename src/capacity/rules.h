#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/clock.h"
#include "base/durations.h"
#include "base/limits.h"
#include "capacity/usage.h"
#include "table/units.h"

// The figures by which DynamoDB grants capacity (facts 6.3, 6.4), and the bounds of the state that
// tracks it.
namespace stator::capacity {

inline constexpr std::int64_t kMinuteSeconds = 60;

// Holds one value for reads and one for writes.
template <class T>
using PerAccess = std::array<T, 2>;
// Returns the index of `access` in a PerAccess.
constexpr std::size_t Place(Access access) { return access == Access::kRead ? 0 : 1; }

// Converts units to half units.
constexpr table::HalfUnits Halves(std::int64_t units) { return 2 * units; }

// Units per second that a partition serves, and therefore also a single item.
inline constexpr PerAccess<std::int64_t> kPartitionUnits = {limits::kPartitionReadUnits,
                                                            limits::kPartitionWriteUnits};
// A partition's bucket holds its rate for this long.
inline constexpr std::int64_t kPartitionSeconds = 1;
// Unused provisioned units are kept for this long.
inline constexpr std::int64_t kBurstSeconds = 300;
// Units per second that an on-demand table or index serves from its first second.
inline constexpr PerAccess<std::int64_t> kOnDemandUnits = {
    limits::kOnDemandPartitions * kPartitionUnits[0],
    limits::kOnDemandPartitions* kPartitionUnits[1]};
// On-demand serves this many times its previous peak, once the peak is kPeakMinutes old.
inline constexpr std::int64_t kPeakFactor = 2;
inline constexpr std::int64_t kPeakMinutes = 30;

// A partition is split for heat if at least kHeatSecondsMin of the last kHeatWindowSeconds were
// hot. A second is hot if a request was throttled or kHeatPercent of the partition's units were
// used.
inline constexpr std::size_t kHeatWindowSeconds = 120;
inline constexpr std::size_t kHeatSecondsMin = 60;
inline constexpr std::int64_t kHeatPercent = 90;
// The number of keys sampled of a hot partition, about one minute of its full load. With fewer than
// kHeatSamplesMin keys no split is decided.
inline constexpr std::size_t kHeatSamplesMax = 128;
inline constexpr std::size_t kHeatSamplesMin = 16;
// A partition nominated for a split is not nominated again for this long.
inline constexpr TimeMicros kNominationMicros = 60 * kSecond;

}  // namespace stator::capacity
