#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/clock.h"
#include "base/durations.h"
#include "base/limits.h"
#include "capacity/usage.h"
#include "table/units.h"

// The figures by which DynamoDB grants capacity (facts 6.3, 6.4) and the bounds of what is kept to
// know them.
namespace stator::capacity {

inline constexpr std::int64_t kMinuteSeconds = 60;

// What is kept once for reads and once for writes.
template <class T>
using PerAccess = std::array<T, 2>;
constexpr std::size_t Place(Access access) { return access == Access::kRead ? 0 : 1; }

constexpr table::HalfUnits Halves(std::int64_t units) { return 2 * units; }

// A partition, and so also a single item, serves this many units a second.
inline constexpr PerAccess<std::int64_t> kPartitionUnits = {limits::kPartitionReadUnits,
                                                            limits::kPartitionWriteUnits};
inline constexpr std::int64_t kPartitionSeconds = 1;  // of which it holds that much
// Provisioned units that nobody used are kept for this long.
inline constexpr std::int64_t kBurstSeconds = 300;
// What an on-demand table or index serves from its first second.
inline constexpr PerAccess<std::int64_t> kOnDemandUnits = {
    limits::kOnDemandPartitions * kPartitionUnits[0],
    limits::kOnDemandPartitions* kPartitionUnits[1]};
// On-demand serves this many times its previous peak, once the peak is this old.
inline constexpr std::int64_t kPeakFactor = 2;
inline constexpr std::int64_t kPeakMinutes = 30;

// A partition is split for heat if this many of the last seconds were hot, each with a request
// throttled or with this part of the partition's units used.
inline constexpr std::size_t kHeatWindowSeconds = 120;
inline constexpr std::size_t kHeatSecondsMin = 60;
inline constexpr std::int64_t kHeatPercent = 90;
// Keys remembered of a hot partition, about one minute of its full load, and how many of them make
// a decision worth its name.
inline constexpr std::size_t kHeatSamplesMax = 128;
inline constexpr std::size_t kHeatSamplesMin = 16;
// Who was nominated for a split is not looked at again before.
inline constexpr TimeMicros kNominationMicros = 60 * kSecond;

}  // namespace stator::capacity
