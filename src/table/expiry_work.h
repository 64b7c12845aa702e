#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>

#include "base/clock.h"
#include "base/limits.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "storage/engine.h"
#include "table/commit_queue.h"
#include "table/row_walk.h"
#include "table/step.h"

namespace stator::table {

struct ExpiryOptions {
  // Whether expired items are removed at all.
  bool sweep = true;
  // Service time for which an expired item stays. AWS takes up to two days; more lets programs see
  // what they would see there.
  TimeMicros delay = 0;
  // While it answers true nothing expires; may be empty. Asked from the thread that steps.
  std::function<bool()> is_held = {};
  // Hears how many items of a table went, on the thread that steps; may be empty.
  std::function<void(const catalog::Table&, TimeMicros now, std::size_t items)> removed = {};
};

// What time to live does without anybody waiting for it: new indexes are filled, those of tables
// that no longer want one go, and expired items are removed. For one thread at a time, but for
// deleted().
class ExpiryWork final : public SteppedWork {
 public:
  // The references outlive it.
  ExpiryWork(storage::Engine& engine, catalog::Catalog& catalog, CommitQueue& queue,
             const ServiceClock& clock, const ExpiryOptions& options)
      : engine_(engine),
        catalog_(catalog),
        queue_(queue),
        clock_(clock),
        options_(options),
        walk_(engine, queue) {}

  // One piece of work for every table that has any. It may be repeated after an error. `deletes`:
  // how many items of a table are on their way out at once; clients' writes share the commit
  // queue's batches with so many at most.
  Result<StepOutcome> Step() override { return Step(BackfillBudget()); }
  Result<StepOutcome> Step(const BackfillBudget& budget,
                           std::size_t deletes = limits::kExpiriesAtOnceMax);

  // Items removed because they had expired, since the start. Safe from any thread.
  std::uint64_t deleted() const { return deleted_.load(std::memory_order_relaxed); }

 private:
  Result<StepOutcome> Advance(const catalog::TablePtr& table, const BackfillBudget& budget,
                              std::size_t deletes);
  Result<StepOutcome> Change(const catalog::TablePtr& table, const BackfillBudget& budget);
  Result<bool> MustWait(const catalog::Table& table, TimeMicros now);
  Result<StepOutcome> Sweep(const catalog::TablePtr& table, std::size_t deletes);
  Result<storage::Page> ReadDue(const catalog::Table& table, TimeMicros now, std::size_t deletes);
  Result<storage::Page> ReadAnew(const catalog::Table& table, const storage::KeyRange& range,
                                 std::size_t deletes);
  Result<std::size_t> Remove(const catalog::TablePtr& table, const storage::Page& due,
                             TimeMicros now);

  storage::Engine& engine_;
  catalog::Catalog& catalog_;
  CommitQueue& queue_;
  const ServiceClock& clock_;
  const ExpiryOptions options_;
  RowWalk walk_;
  std::atomic<std::uint64_t> deleted_ = 0;
  // How far the sweep of a table has come.
  struct Place {
    // Where it goes on, so that items which cannot be removed now do not keep others waiting;
    // empty: it begins anew.
    Bytes position;
    Bytes swept;          // the last one that came to its end got this far
    int hasty_looks = 0;  // in a row that gave up over the traces of what is gone
  };
  std::map<catalog::TableNumber, Place> places_;
};

}  // namespace stator::table
