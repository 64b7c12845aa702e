#pragma once

#include <chrono>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "expr/condition.h"
#include "expr/cost.h"
#include "expr/projection.h"
#include "item/value.h"
#include "query/source.h"
#include "storage/engine.h"
#include "table/units.h"

namespace stator::query {

// What a page of a Query or Scan is made of.
struct PagePlan {
  Source source;
  storage::KeyRange range;  // what is left to read, the start key considered
  std::size_t items_max = std::numeric_limits<std::size_t>::max();  // Limit
  bool consistent = false;  // what it costs; every read is consistent here
  std::optional<expr::Condition> filter;
  std::optional<expr::Projection> projection;
  bool fetch = false;       // entries lack what was asked for: take the items from the table
  bool count_only = false;  // no items wanted
  bool single = false;      // the range cannot hold a second item, so no page follows
};

// A page as far as it was read.
struct PageContents {
  std::vector<item::Item> items;       // that passed the filter, projected
  std::size_t returned = 0;            // how many passed
  std::size_t examined = 0;            // how many were looked at
  std::size_t bytes = 0;               // of those, as billed: entries of the source
  std::size_t fetched_bytes = 0;       // of items taken from the table besides
  table::HalfUnits fetched_units = 0;  // each fetched item is rounded by itself (facts 6.1)
  Bytes first_key;                     // in the source, of what was met first; empty: nothing was
  std::optional<item::Item> last_key;  // there may be more after this position
};

// Reads one page, in steps. A page ends with `items_max` items or 1 MB examined, whichever comes
// first; the item that reaches the limit is part of it. Memory is bounded by the page.
class Reader {
 public:
  // What one step may read.
  struct Budget {
    std::size_t entries = std::numeric_limits<std::size_t>::max();
    std::size_t bytes = std::numeric_limits<std::size_t>::max();
    std::size_t traces = 0;  // of deleted entries, at a stretch; 0: any number
    // Bytes that the filter may look at, weighted; an item that would take more is left.
    std::size_t work = std::numeric_limits<std::size_t>::max();
    // Looked at between two items. A reader that is late still takes one.
    std::optional<std::chrono::steady_clock::time_point> until = {};
  };

  // `engine` must outlive the reader.
  Reader(storage::Engine& engine, PagePlan plan);

  // Reads on within the budget. True: the page is complete.
  Result<bool> Advance(const Budget& budget);

  const PagePlan& plan() const { return plan_; }
  const PageContents& contents() const { return contents_; }
  PageContents& contents() { return contents_; }

  // For what was examined in the source; fetched items cost `fetched_units` besides.
  table::HalfUnits SourceUnits() const;

 private:
  Result<> ReadStep(Budget& left);
  Result<> TakeStep(Budget& left);
  bool Affords(BytesView row_value, Budget& left);
  Result<> TakeFetched(std::span<storage::KeyedEntry> entries, Budget& left);
  Result<> Take(storage::KeyedEntry& entry, std::optional<Bytes> fetched);
  void Keep(Bytes& row_value, item::ItemView item);
  void EndPage(item::ItemView last);
  void MoveBehind(const Bytes& key);

  storage::Engine* engine_;
  PagePlan plan_;
  expr::Cost cost_;  // of the filter
  PageContents contents_;
  storage::Page step_;         // what was read last
  std::size_t taken_ = 0;      // entries of it
  std::size_t unclocked_ = 0;  // work since the clock was looked at
  bool complete_ = false;
};

}  // namespace stator::query
