#include "table/backfill.h"

#include <algorithm>
#include <iterator>
#include <utility>

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

Result<BackfillPlan> PlanBackfill(storage::Engine& engine, catalog::Catalog& catalog,
                                  const catalog::Table& table, const BackfillBudget& budget,
                                  TimeMicros now) {
  const auto& index = *table.UnsettledIndex();
  auto progress = catalog.BackfillOf(table);
  const auto page =
      TRY(engine.Read(table->rows, {.begin = progress.next},
                      {.entries_max = budget.rows_max, .bytes_max = budget.bytes_max}));
  const bool done = !page.more && now >= index.settled;
  BackfillPlan plan;
  auto& change = plan.change;
  if (done) change = PlanActivation(catalog, table);
  catalog::SpaceStatistics counts;
  for (const auto& entry : page.entries) {
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
  if (!page.entries.empty()) progress.next = page.entries.back().key + '\0';
  progress.rows += static_cast<std::int64_t>(page.entries.size());
  catalog::Catalog::AddBackfill(table, std::move(progress), change);
  return plan;
}

}  // namespace stator::table
