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

// Settings of IndexWork.
struct IndexWorkOptions {
  TimeMicros status_delay = 0;  // the least time that an index stays in each state
  // Called with what a step put into a new index. It may be empty. Threads: the thread that calls
  // Step.
  std::function<void(const catalog::Table&, const catalog::Index&, TimeMicros now,
                     const Backfilled&)>
      filled = {};
};

// The background work on indexes. It fills and activates new indexes, drops deleted ones, and
// applies held-back changes to lagging ones.
// Threads: one thread at a time.
class IndexWork final : public SteppedWork {
 public:
  // REQUIRES: the references outlive this object.
  IndexWork(storage::Engine& engine, catalog::Catalog& catalog, CommitQueue& queue,
            const ServiceClock& clock, IndexWorkOptions options)
      : engine_(engine),
        catalog_(catalog),
        queue_(queue),
        clock_(clock),
        options_(std::move(options)),
        walk_(engine, queue) {}

  // Does one piece of work for every index with any due. The caller may repeat it after an error.
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
