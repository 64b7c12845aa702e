#include "table/expiry_walk.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "item/row.h"
#include "table/expiry.h"

namespace stator::table {
namespace {

catalog::Change PlanEnabled(catalog::Catalog& catalog, const catalog::Table& table) {
  auto settings = table.settings();
  settings.time_to_live.state = catalog::TimeToLiveState::kEnabled;
  settings.time_to_live.settled = 0;
  return catalog.PlanReplace(table, std::move(settings));
}

}  // namespace

Result<catalog::Change> PlanExpiryWalk(storage::Engine& engine, catalog::Catalog& catalog,
                                       const catalog::Table& table, const BackfillBudget& budget,
                                       TimeMicros now) {
  auto progress = catalog.ExpiryWalkOf(table);
  const auto page =
      TRY(engine.Read(table->rows, {.begin = progress.next},
                      {.entries_max = budget.rows_max, .bytes_max = budget.bytes_max}));
  const bool done = !page.more && now >= table->time_to_live.settled;
  auto change = done ? PlanEnabled(catalog, table) : catalog::Change{};
  for (const auto& entry : page.entries) {
    const auto row = TRY(item::DecodeRow(entry.value));
    std::ranges::move(ExpiryChanges(table->time_to_live, entry.key, nullptr, &row.item),
                      std::back_inserter(change.mutations));
  }
  if (done) return change;
  if (!page.entries.empty()) progress.next = page.entries.back().key + '\0';
  progress.rows += static_cast<std::int64_t>(page.entries.size());
  catalog::Catalog::AddExpiryWalk(table, std::move(progress), change);
  return change;
}

}  // namespace stator::table
