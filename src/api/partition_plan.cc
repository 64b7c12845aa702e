#include "api/partition_plan.h"

#include <fmt/format.h>

#include "base/limits.h"
#include "base/texts.h"
#include "capacity/partition_rules.h"
#include "catalog/partitions.h"

namespace stator::api {
namespace {

Result<std::size_t> CountFor(const catalog::TableSettings& settings, const catalog::Index* index) {
  const auto count = capacity::PartitionsFor(capacity::DimensionsOf(settings, index));
  if (count <= limits::kPartitionsMax) return count;
  return Fail(ErrorCode::kLimitExceededException,
              fmt::format(texts::kPartitionsExceeded, count, limits::kPartitionsMax));
}

}  // namespace

Result<> PlanFirstPartitions(catalog::TableSettings& settings) {
  settings.partitions = catalog::EvenPartitions(TRY(CountFor(settings, nullptr)));
  for (auto& index : settings.indexes) {
    if (index.kind != catalog::IndexKind::kGlobal) continue;
    index.partitions = catalog::EvenPartitions(TRY(CountFor(settings, &index)));
  }
  return {};
}

Result<> PlanMorePartitions(TimeMicros now, catalog::TableSettings& settings) {
  constexpr auto kReason = catalog::SplitReason::kThroughput;
  catalog::SplitUntil(TRY(CountFor(settings, nullptr)), "", kReason, now, settings);
  for (auto& index : settings.indexes) {
    if (index.kind != catalog::IndexKind::kGlobal) continue;
    const auto count = TRY(CountFor(settings, &index));
    if (index.partitions.empty()) {
      index.partitions = catalog::EvenPartitions(count);
    } else {
      catalog::SplitUntil(count, index.name, kReason, now, settings);
    }
  }
  return {};
}

}  // namespace stator::api
