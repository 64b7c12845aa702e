#include "table/index_work.h"

#include <algorithm>
#include <utility>

namespace stator::table {
namespace {

using catalog::IndexState;

}  // namespace

Result<StepOutcome> IndexWork::Step(const BackfillBudget& budget) {
  StepSum sum;
  for (const auto& table : catalog_.Unsettled()) sum.Add(Advance(table, budget));
  sum.Add(queue_.ApplyLagged());
  return sum.Take();
}

Result<StepOutcome> IndexWork::Advance(const catalog::TablePtr& table,
                                       const BackfillBudget& budget) {
  const auto* index = table->UnsettledIndex();
  const auto now = clock_.Now();
  if (TRY(MustWait(*table, *index, now))) return StepOutcome{.wait = index->settled - now};
  if (index->state == IndexState::kBackfilling) return Fill(table, budget);
  TRY(queue_.Change([&](catalog::Catalog& catalog) -> Result<catalog::Change> {
    // Another change may have deleted the index. The next step looks again.
    if (!table->current()) return catalog::Change{};
    return Plan(catalog, *table);
  }));
  return StepOutcome{.worked = true};
}

Result<StepOutcome> IndexWork::Fill(const catalog::TablePtr& table, const BackfillBudget& budget) {
  Backfilled filled;
  const auto now = clock_.Now();
  const auto outcome = TRY(walk_.Step(
      table, catalog_.BackfillOf(*table).next, budget,
      [&](catalog::Catalog& catalog, const PassedRows& passed) -> Result<catalog::Change> {
        auto plan = TRY(PlanBackfill(catalog, *table, passed, clock_.Now()));
        filled = plan.filled;
        return std::move(plan.change);
      }));
  if (filled.entries > 0 && options_.filled) {
    options_.filled(*table, *table->UnsettledIndex(), now, filled);
  }
  return outcome;
}

// Whether the step must wait: a walk that reached the end before its state may end has nothing to
// do until then.
Result<bool> IndexWork::MustWait(const catalog::Table& table, const catalog::Index& index,
                                 TimeMicros now) {
  if (now >= index.settled) return false;
  if (index.state != IndexState::kBackfilling) return true;
  const auto next = catalog_.BackfillOf(table).next;
  return TRY(engine_.Read(table->rows, {.begin = next}, {.entries_max = 1})).entries.empty();
}

Result<catalog::Change> IndexWork::Plan(catalog::Catalog& catalog,
                                        const catalog::Table& table) const {
  const auto* index = table.UnsettledIndex();
  auto settings = table.settings();
  if (index->state == IndexState::kDeleting) {
    catalog::RemoveIndex(index->name, settings);
  } else {
    auto& allocated = *std::ranges::find(settings.indexes, index->name, &catalog::Index::name);
    allocated.state = IndexState::kBackfilling;
    allocated.settled = catalog::SettledAt(clock_.Now(), options_.status_delay);
  }
  return catalog.PlanReplace(table, std::move(settings));
}

}  // namespace stator::table
