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

// Returns the throughput that this many partitions serve.
Throughput ServedBy(std::size_t partitions) {
  const auto count = static_cast<std::int64_t>(partitions);
  return {count * kPartitionReadUnits, count * kPartitionWriteUnits};
}

bool IsOnDemand(const Dimensions& dimensions) {
  return dimensions.billing == catalog::BillingMode::kPayPerRequest;
}

const catalog::Index* FindIndex(const catalog::TableSettings* settings, const std::string& name) {
  if (settings == nullptr) return nullptr;
  const auto found = std::ranges::find(settings->indexes, name, &catalog::Index::name);
  return found == settings->indexes.end() ? nullptr : &*found;
}

// Returns how much the warm throughput requested in `after` exceeds what `after` would serve with
// the request and the partitions of `before`.
Throughput RaisedBy(const Dimensions& before, const Dimensions& after) {
  if (!after.asked || after.asked == before.asked) return {};
  auto present = after;
  present.asked = before.asked;
  present.partitions = before.partitions;
  const auto warm = WarmThroughputOf(present);
  return {std::max<std::int64_t>(0, after.asked->read - warm.read),
          std::max<std::int64_t>(0, after.asked->write - warm.write)};
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

std::vector<WarmRaise> WarmRaises(const catalog::TableSettings* before,
                                  const catalog::TableSettings& after) {
  std::vector<WarmRaise> raises;
  const auto add = [&](const std::string& name, const Dimensions& old_one, const Dimensions& one) {
    const auto units = RaisedBy(old_one, one);
    if (units != Throughput{}) raises.push_back({name, units});
  };
  add("", before == nullptr ? Dimensions() : DimensionsOf(*before, nullptr),
      DimensionsOf(after, nullptr));
  for (const auto& index : after.indexes) {
    if (index.kind == catalog::IndexKind::kLocal) continue;
    const auto* old_one = FindIndex(before, index.name);
    add(index.name, old_one == nullptr ? Dimensions() : DimensionsOf(*before, old_one),
        DimensionsOf(after, &index));
  }
  return raises;
}

}  // namespace stator::capacity
