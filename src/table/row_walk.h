#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "base/limits.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "catalog/table.h"
#include "storage/engine.h"
#include "table/commit_queue.h"
#include "table/courtesy.h"
#include "table/step.h"

namespace stator::table {

// The bounds on one step of a walk, which takes the commit thread's time.
struct BackfillBudget {
  std::size_t rows_max = limits::kBackfillRowsMax;
  std::size_t bytes_max = limits::kBackfillBytesMax;
};

// The rows that a step passes, as they are when the commit thread plans the step's change.
struct PassedRows {
  std::vector<storage::KeyedEntry> rows;
  Bytes next;        // the key where the walk goes on
  bool end = false;  // no row follows them
};

// Returns a key after `a` and not after `b`, about half way between them if keys are spread evenly.
// If there is none, it returns the key right after `b`. REQUIRES: a < b.
Bytes Between(BytesView a, BytesView b);

// Walks over tables' rows in steps that each take the commit thread a bounded piece of work. The
// walk's own thread reads the rows, because an engine keeps traces of deleted rows for a while and
// skipping a long run of them takes long. The commit thread knows which rows were written since
// then, and reads only those again.
// Threads: one thread at a time.
class RowWalk {
 public:
  // REQUIRES: the references outlive this object.
  RowWalk(storage::Engine& engine, CommitQueue& queue)
      : engine_(engine), queue_(queue), courtesy_(queue) {}

  // Plans the step's change. Threads: the commit thread, between two batches, so that no row
  // changes before the change is applied.
  using Plan = std::function<Result<catalog::Change>(catalog::Catalog&, const PassedRows&)>;
  // Passes the next rows from `next` on, if the table is current. If more is written meanwhile than
  // the queue remembers, it tries once more, with the writes among these rows collected apart. If
  // that is too much as well, the step passes nothing and the next one reads less. The outcome says
  // how long to rest, and that there may be more to do.
  Result<StepOutcome> Step(const catalog::TablePtr& table, Bytes next, const BackfillBudget& budget,
                           const Plan& plan);

 private:
  struct Piece {
    storage::KeyRange range;
    storage::CommitNumber read_after = 0;  // every commit up to this one was visible
    storage::Page page;
    std::shared_ptr<WrittenWithin> written;  // if writes among its rows are collected apart
  };
  Result<> StepOnce(const catalog::TablePtr& table, Bytes next, const BackfillBudget& budget,
                    const Plan& plan);
  Result<> Change(CommitQueue::Planner plan);
  // False if more was written since the piece was read than is known.
  Result<bool> Finish(const catalog::TablePtr& table, const Piece& piece,
                      const BackfillBudget& budget, const Plan& plan);
  Result<> ReadWatched(const catalog::TablePtr& table, const BackfillBudget& budget, Piece& piece);
  Result<std::optional<PassedRows>> Pass(storage::Space rows, const Piece& piece,
                                         const BackfillBudget& budget) const;
  Bytes EndFor(catalog::TableNumber table, BytesView begin);
  void ReadLess(catalog::TableNumber table, const Piece& piece);

  storage::Engine& engine_;
  CommitQueue& queue_;
  Courtesy courtesy_;
  std::uint64_t changes_ = 0;  // changes of the catalog made by this step
  // The ends of the next pieces, the nearest last, of tables whose pieces took too long to read.
  std::map<catalog::TableNumber, std::vector<Bytes>> ends_;
};

}  // namespace stator::table
