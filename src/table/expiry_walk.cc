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

Result<catalog::Change> PlanExpiryWalk(catalog::Catalog& catalog, const catalog::Table& table,
                                       const PassedRows& passed, TimeMicros now) {
  const bool done = passed.end && now >= table->time_to_live.settled;
  auto change = done ? PlanEnabled(catalog, table) : catalog::Change{};
  for (const auto& entry : passed.rows) {
    const auto row = TRY(item::DecodeRow(entry.value));
    std::ranges::move(ExpiryChanges(table->time_to_live, entry.key, nullptr, &row.item),
                      std::back_inserter(change.mutations));
  }
  if (done) return change;
  auto progress = catalog.ExpiryWalkOf(table);
  progress.next = passed.next;
  progress.rows += static_cast<std::int64_t>(passed.rows.size());
  catalog::Catalog::AddExpiryWalk(table, std::move(progress), change);
  return change;
}

}  // namespace stator::table
