#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>

#include "base/clock.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "storage/engine.h"
#include "table/effect.h"
#include "table/lag_record.h"

namespace stator::table {

// Delays changes of global indexes on purpose, so that users can watch eventual consistency. A
// commit appends them to a log instead of applying them. They are applied in the order of the
// commits once they are as old as the lag.
// Threads: the commit thread only.
//
// [INV-LAG-1] While the log holds any record, all changes of global indexes go through it, even if
// the lag is 0 now. So an index never sees a later commit before an earlier one.
class LagLog {
 public:
  // A log without a lag and without records.
  LagLog() = default;
  // Loads the records that the store's log still holds. `lag` is in service time and may be 0. The
  // commit thread calls `begun` whenever the log stops being empty.
  static Result<LagLog> Load(storage::Engine& engine, TimeMicros lag, std::function<void()> begun);

  // Sets the number that all later commits exceed. REQUIRES: called before the first commit.
  void Follow(storage::CommitNumber last);

  // Whether commits must divert their changes of global indexes.
  bool takes() const { return lag_ > 0 || records_ > 0; }
  // Whether the oldest records must be applied before a commit may add more. That is so if the log
  // is at its bound, or if there is no lag any more and the log must drain.
  bool pressed() const;
  std::size_t records() const { return records_; }

  // Moves the changes of global indexes out of a write's effect into a record. nullopt if there are
  // none.
  static std::optional<storage::LogRecord> Divert(const catalog::Table& table, TimeMicros now,
                                                  Effect& effect);
  // Counts records of `bytes` bytes that were appended, or may have been if the commit failed.
  void Appended(std::size_t records, std::size_t bytes);

  // A step that applies due records.
  struct Step {
    catalog::Change change;  // applies and removes the records
    std::size_t records = 0;
    std::size_t bytes = 0;
    Bytes last;                      // key of the last record
    bool empties = false;            // no record will be left
    std::optional<TimeMicros> wait;  // until the oldest remaining record is due
  };
  // Plans the application of the oldest due records, within the limits of a batch. It drops changes
  // of indexes that no longer exist.
  Result<Step> Plan(storage::Engine& engine, const catalog::Catalog& catalog, TimeMicros now) const;
  // Updates the counts after the change of the step is committed.
  void Applied(const Step& step);

 private:
  TimeMicros lag_ = 0;
  std::function<void()> begun_;
  // The records in the log. After a failed commit the counts may be too high until a step finds the
  // log empty.
  std::size_t records_ = 0;
  std::size_t bytes_ = 0;
  // No record stands before this key. Reading from an earlier key would skip the traces of all
  // removed records, which an engine keeps for a while.
  Bytes front_;
};

}  // namespace stator::table
