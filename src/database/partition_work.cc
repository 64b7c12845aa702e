#include "database/partition_work.h"

#include <algorithm>
#include <utility>

#include "base/durations.h"
#include "base/limits.h"
#include "catalog/partitions.h"
#include "database/partition_sizes.h"
#include "streams/lineage.h"

namespace stator::database {
namespace {

// Returns the table; nullptr if it was dropped or is being deleted.
catalog::TablePtr FindTable(const catalog::Catalog& catalog, const WantedSplit& wanted) {
  auto table = catalog.Find(wanted.table_name);
  if (table == nullptr || (*table)->number != wanted.table || (*table)->deleted) return nullptr;
  return table;
}

}  // namespace

Result<table::StepOutcome> PartitionWork::Step() {
  const auto now = clock_.Now();
  table::StepOutcome outcome;
  if (nominate_ && now >= heat_due_) {
    outcome.worked = TRY(SplitHot(now));
    heat_due_ = now + kSecond;
  }
  if (now >= sizes_due_) {
    const bool worked = TRY(SplitLarge());
    outcome.worked = outcome.worked || worked;
    // Halves may still be too large, and some tables may not have been checked yet.
    if (!worked) sizes_due_ = now + limits::kSizesEvery;
  }
  outcome.wait = (nominate_ ? std::min(heat_due_, sizes_due_) : sizes_due_) - now;
  return outcome;
}

Result<bool> PartitionWork::SplitHot(TimeMicros now) {
  bool worked = false;
  for (const auto& wanted : nominate_(now)) {
    const bool split = TRY(Split(wanted));
    worked = worked || split;
  }
  return worked;
}

Result<bool> PartitionWork::SplitLarge() {
  std::size_t splits = 0;
  for (const auto& table : catalog_.List("", limits::kTablesMax)) {
    if (splits >= limits::kSplitsPerStep) break;
    splits += TRY(SplitLargeOf(table, limits::kSplitsPerStep - splits));
  }
  return splits > 0;
}

// Most tables hold less than one partition may, and nothing is read for them.
Result<std::size_t> PartitionWork::SplitLargeOf(const catalog::TablePtr& table,
                                                std::size_t splits_max) {
  std::vector<const catalog::Index*> resources{nullptr};
  std::int64_t table_bytes = catalog_.StatisticsOf(*table, (*table)->rows).bytes;
  for (const auto& index : (*table)->indexes) {
    const auto bytes = catalog_.StatisticsOf(*table, index.space).bytes;
    if (index.kind == catalog::IndexKind::kLocal) table_bytes += bytes;
    if (index.kind == catalog::IndexKind::kGlobal && bytes > bytes_max_) {
      resources.push_back(&index);
    }
  }
  if (table_bytes <= bytes_max_) resources.erase(resources.begin());
  std::vector<WantedSplit> wanted;
  for (const auto* index : resources) {
    const auto sizes = TRY(PartitionSizes(engine_, catalog_, *table, index));
    const auto& partitions = index == nullptr ? (*table)->partitions : index->partitions;
    for (std::size_t i = 0; i < sizes.size() && wanted.size() < splits_max; ++i) {
      if (sizes[i].bytes <= bytes_max_) continue;
      auto middle = TRY(MiddleOf(engine_, catalog_, *table, index, i));
      if (!middle) continue;
      wanted.push_back({(*table)->name, (*table)->number, index == nullptr ? "" : index->name,
                        partitions[i].number, *std::move(middle), catalog::SplitReason::kSize});
    }
  }
  std::size_t splits = 0;
  for (const auto& each : wanted) splits += TRY(Split(each)) ? 1 : 0;
  return splits;
}

Result<bool> PartitionWork::Split(const WantedSplit& wanted) {
  bool fits = false;
  TRY(queue_.Change([&](catalog::Catalog& catalog) -> Result<catalog::Change> {
    const auto table = FindTable(catalog, wanted);
    if (!table) return catalog::Change{};
    const auto point = streams::ChooseSplit(
        table->settings(),
        {.index = wanted.index, .partition = wanted.partition, .key = wanted.at});
    if (!point) return catalog::Change{};
    fits = true;
    return streams::PlanSplit(catalog, *table, *point, wanted.reason, clock_.Now());
  }));
  return fits;
}

}  // namespace stator::database
