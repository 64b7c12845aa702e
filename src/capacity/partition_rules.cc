#include "capacity/partition_rules.h"

#include <algorithm>

#include "base/limits.h"

namespace stator::capacity {
namespace {

using catalog::Throughput;
using limits::kPartitionReadUnits;
using limits::kPartitionWriteUnits;

Throughput Larger(const Throughput& a, const Throughput& b) {
  return {std::max(a.read, b.read), std::max(a.write, b.write)};
}

std::int64_t Ceiling(std::int64_t units, std::int64_t each) { return (units + each - 1) / each; }

// What so many partitions serve.
Throughput ServedBy(std::size_t partitions) {
  const auto count = static_cast<std::int64_t>(partitions);
  return {count * kPartitionReadUnits, count * kPartitionWriteUnits};
}

bool IsOnDemand(const Dimensions& dimensions) {
  return dimensions.billing == catalog::BillingMode::kPayPerRequest;
}

}  // namespace

Dimensions DimensionsOf(const catalog::TableSettings& settings, const catalog::Index* index) {
  if (index == nullptr) {
    return {settings.billing, settings.provisioned.units, settings.warm,
            settings.partitions.size()};
  }
  return {settings.billing, index->provisioned.units, index->warm, index->partitions.size()};
}

std::size_t PartitionsFor(const Dimensions& dimensions) {
  std::int64_t count = 1;
  if (IsOnDemand(dimensions)) {
    count = static_cast<std::int64_t>(limits::kOnDemandPartitions);
  } else {
    // ceil(read / 3000 + write / 1000) without fractions.
    static_assert(kPartitionReadUnits % kPartitionWriteUnits == 0);
    constexpr auto kRatio = kPartitionReadUnits / kPartitionWriteUnits;
    const auto& [read, write] = dimensions.units;
    count = std::max(count, Ceiling(read + kRatio * write, kPartitionReadUnits));
  }
  if (dimensions.asked) {
    count = std::max({count, Ceiling(dimensions.asked->read, kPartitionReadUnits),
                      Ceiling(dimensions.asked->write, kPartitionWriteUnits)});
  }
  return static_cast<std::size_t>(count);
}

Throughput WarmThroughputOf(const Dimensions& dimensions) {
  auto warm = IsOnDemand(dimensions) ? ServedBy(limits::kOnDemandPartitions) : dimensions.units;
  if (dimensions.asked) warm = Larger(warm, *dimensions.asked);
  const bool grown = dimensions.partitions > PartitionsFor(dimensions);
  return grown ? Larger(warm, ServedBy(dimensions.partitions)) : warm;
}

}  // namespace stator::capacity
