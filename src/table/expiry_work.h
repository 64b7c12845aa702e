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

// Settings of ExpiryWork.
struct ExpiryOptions {
  // Whether expired items are removed at all.
  bool sweep = true;
  // The service time for which an expired item stays. AWS takes up to two days; a longer delay
  // shows programs what they would see there.
  TimeMicros delay = 0;
  // While it returns true, no item expires. It may be empty. Threads: the thread that calls Step.
  std::function<bool()> is_held = {};
  // Called with the number of items removed from a table. It may be empty. Threads: the thread that
  // calls Step.
  std::function<void(const catalog::Table&, TimeMicros now, std::size_t items)> removed = {};
};

// The background work of time to live. It fills new indexes, drops indexes that tables no longer
// want, and removes expired items.
// Threads: one thread at a time, except deleted().
class ExpiryWork final : public SteppedWork {
 public:
  // REQUIRES: the references outlive this object.
  ExpiryWork(storage::Engine& engine, catalog::Catalog& catalog, CommitQueue& queue,
             const ServiceClock& clock, const ExpiryOptions& options)
      : engine_(engine),
        catalog_(catalog),
        queue_(queue),
        clock_(clock),
        options_(options),
        walk_(engine, queue) {}

  // Does one piece of work for every table with any due. The caller may repeat it after an error.
  // `deletes` bounds the deletes of a table that are under way at once, because they share the
  // commit queue's batches with clients' writes.
  Result<StepOutcome> Step() override { return Step(BackfillBudget()); }
  Result<StepOutcome> Step(const BackfillBudget& budget,
                           std::size_t deletes = limits::kExpiriesAtOnceMax);

  // The number of expired items removed since the start. Threads: any.
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
  // The state of a table's sweep.
  struct Place {
    // The position where the sweep goes on, so that items which cannot be removed now do not delay
    // others. Empty: the sweep begins anew.
    Bytes position;
    Bytes swept;          // the end of the last finished sweep
    int hasty_looks = 0;  // consecutive looks that gave up over traces of deleted entries
  };
  std::map<catalog::TableNumber, Place> places_;
};

}  // namespace stator::table
