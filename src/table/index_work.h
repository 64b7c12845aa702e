#pragma once

#include <functional>
#include <utility>

#include "base/clock.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "storage/engine.h"
#include "table/backfill.h"
#include "table/commit_queue.h"
#include "table/row_walk.h"
#include "table/step.h"

namespace stator::table {

struct IndexWorkOptions {
  TimeMicros status_delay = 0;  // how long an index stays in each state at least
  // Hears what a new index was filled with, on the thread that steps; may be empty.
  std::function<void(const catalog::Table&, const catalog::Index&, TimeMicros now,
                     const Backfilled&)>
      filled = {};
};

// What happens to indexes without anybody waiting for it: new ones are filled and become active,
// deleted ones go, lagging ones catch up. For one thread at a time.
class IndexWork final : public SteppedWork {
 public:
  // The references outlive it.
  IndexWork(storage::Engine& engine, catalog::Catalog& catalog, CommitQueue& queue,
            const ServiceClock& clock, IndexWorkOptions options)
      : engine_(engine),
        catalog_(catalog),
        queue_(queue),
        clock_(clock),
        options_(std::move(options)),
        walk_(engine, queue) {}

  // One piece of work for every index that has any. It may be repeated after an error.
  Result<StepOutcome> Step() override { return Step(BackfillBudget()); }
  Result<StepOutcome> Step(const BackfillBudget& budget);

 private:
  Result<StepOutcome> Advance(const catalog::TablePtr& table, const BackfillBudget& budget);
  Result<bool> MustWait(const catalog::Table& table, const catalog::Index& index, TimeMicros now);
  Result<StepOutcome> Fill(const catalog::TablePtr& table, const BackfillBudget& budget);
  Result<catalog::Change> Plan(catalog::Catalog& catalog, const catalog::Table& table) const;

  storage::Engine& engine_;
  catalog::Catalog& catalog_;
  CommitQueue& queue_;
  const ServiceClock& clock_;
  const IndexWorkOptions options_;
  RowWalk walk_;
};

}  // namespace stator::table
