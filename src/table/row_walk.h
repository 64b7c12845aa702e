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

// What one step of a walk may take up of the commit thread.
struct BackfillBudget {
  std::size_t rows_max = limits::kBackfillRowsMax;
  std::size_t bytes_max = limits::kBackfillBytesMax;
};

// Rows that a walk passes, as they are when the change is made that they are passed with.
struct PassedRows {
  std::vector<storage::KeyedEntry> rows;
  Bytes next;        // where the walk goes on
  bool end = false;  // no row is behind them
};

// A key after `a`, at `b` at the latest, about half way between them where keys are spread evenly;
// right behind `b` if there is none. REQUIRES: a < b.
Bytes Between(BytesView a, BytesView b);

// Walks over tables' rows in steps that hold the commit thread up for a bounded piece of work only.
// Rows are read on the thread of the walk, because an engine keeps traces of deleted rows for a
// while, and to pass over a long run of them takes long. What was written since then the commit
// thread knows by heart, and looks at once more. For one thread at a time.
class RowWalk {
 public:
  // The references outlive it.
  RowWalk(storage::Engine& engine, CommitQueue& queue)
      : engine_(engine), queue_(queue), courtesy_(queue) {}

  // Runs on the commit thread, between two batches, so that no row changes until its change is in.
  using Plan = std::function<Result<catalog::Change>(catalog::Catalog&, const PassedRows&)>;
  // The next rows from `next` on, if the table is current. If more is written meanwhile than the
  // queue remembers, it is tried once more with what is written among these rows kept apart. If
  // that is too much as well it comes to nothing, and the next step reads less. The outcome says
  // how long to rest, and that there may be more to do.
  Result<StepOutcome> Step(const catalog::TablePtr& table, Bytes next, const BackfillBudget& budget,
                           const Plan& plan);

 private:
  struct Piece {
    storage::KeyRange range;
    storage::CommitNumber read_after = 0;  // every commit up to this one was visible
    storage::Page page;
    std::shared_ptr<WrittenWithin> written;  // if it is kept apart
  };
  Result<> StepOnce(const catalog::TablePtr& table, Bytes next, const BackfillBudget& budget,
                    const Plan& plan);
  Result<> Change(CommitQueue::Planner plan);
  // False: more was written since the piece was read than is known.
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
  std::uint64_t changes_ = 0;  // made by this step
  // Where the next pieces end, the nearest last, of tables whose pieces took too long to read.
  std::map<catalog::TableNumber, std::vector<Bytes>> ends_;
};

}  // namespace stator::table
