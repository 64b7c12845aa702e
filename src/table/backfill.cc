#include "table/backfill.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/check.h"
#include "item/row.h"
#include "table/index_entries.h"

namespace stator::table {
namespace {

catalog::Change PlanActivation(catalog::Catalog& catalog, const catalog::Table& table) {
  auto settings = table.settings();
  for (auto& index : settings.indexes) {
    index.state = catalog::IndexState::kActive;
    index.settled = 0;
  }
  return catalog.PlanReplace(table, std::move(settings));
}

}  // namespace

Result<BackfillPlan> PlanBackfill(catalog::Catalog& catalog, const catalog::Table& table,
                                  const PassedRows& passed, TimeMicros now) {
  const auto& index = *table.UnsettledIndex();
  const bool done = passed.end && now >= index.settled;
  BackfillPlan plan;
  auto& change = plan.change;
  if (done) change = PlanActivation(catalog, table);
  catalog::SpaceStatistics counts;
  for (const auto& entry : passed.rows) {
    const auto row = TRY(item::DecodeRow(entry.value));
    auto delta = DeltaOf(table, index, nullptr, &row.item, row.header.written);
    counts.entries += delta.statistics.entries;
    counts.bytes += delta.statistics.bytes;
    plan.filled.entries += delta.units > 0 ? 1 : 0;
    plan.filled.units += delta.units;
    std::ranges::move(delta.changes, std::back_inserter(change.mutations));
  }
  catalog.AddCounts(table, {{index.space, counts}}, change);
  if (done) return plan;
  auto progress = catalog.BackfillOf(table);
  CHECK(progress.next <= passed.next);  // behind its position the walk would add entries twice
  progress.next = passed.next;
  progress.rows += static_cast<std::int64_t>(passed.rows.size());
  catalog::Catalog::AddBackfill(table, std::move(progress), change);
  return plan;
}

}  // namespace stator::table
