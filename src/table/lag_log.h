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

// How global indexes fall behind on purpose, so that users can watch eventual consistency. What a
// commit does to them goes into a log, in the same commit, and is applied in the order of the
// commits once it is as old as the lag. For the commit thread alone.
//
// [INV-LAG-1] While the log holds anything, every commit's part for global indexes goes through it,
// also when the lag is 0 by now: an index never sees a later commit before an earlier one.
class LagLog {
 public:
  // No lag, and nothing left of one.
  LagLog() = default;
  // With a lag in service time, which may be 0, and whatever the store's log still holds. `begun`
  // is called on the commit thread whenever the log was empty and no longer is.
  static Result<LagLog> Load(storage::Engine& engine, TimeMicros lag, std::function<void()> begun);

  // Every commit that is yet to come is later than this one. Before the first of them.
  void Follow(storage::CommitNumber last);

  // Commits must divert what they do to global indexes.
  bool takes() const { return lag_ > 0 || records_ > 0; }
  // The oldest records must go before a commit may add to them: the log holds as much as it may,
  // or is on its way out because there is no lag any more.
  bool pressed() const;
  std::size_t records() const { return records_; }

  // Takes what the write does to global indexes out of its effect. nullopt: nothing.
  static std::optional<storage::LogRecord> Divert(const catalog::Table& table, TimeMicros now,
                                                  Effect& effect);
  // Records of this many bytes together went into the log, or may have.
  void Appended(std::size_t records, std::size_t bytes);

  struct Step {
    catalog::Change change;  // applies the records and removes them
    std::size_t records = 0;
    std::size_t bytes = 0;
    Bytes last;                      // the last of them
    bool empties = false;            // nothing will be left
    std::optional<TimeMicros> wait;  // until the oldest that is left is due
  };
  // The oldest records that are due, within the limits of a batch. What they hold for indexes that
  // are gone is dropped.
  Result<Step> Plan(storage::Engine& engine, const catalog::Catalog& catalog, TimeMicros now) const;
  void Applied(const Step& step);

 private:
  TimeMicros lag_ = 0;
  std::function<void()> begun_;
  // What the log holds; more than that only after a failed commit, until it is seen to be empty.
  std::size_t records_ = 0;
  std::size_t bytes_ = 0;
  // Nothing stands before this key any more. To look there would mean to pass over the traces of
  // all that was, which an engine keeps for a while.
  Bytes front_;
};

}  // namespace stator::table
