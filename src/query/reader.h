#pragma once

#include <chrono>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/limits.h"
#include "base/result.h"
#include "expr/condition.h"
#include "expr/cost.h"
#include "expr/projection.h"
#include "item/value.h"
#include "query/source.h"
#include "storage/engine.h"
#include "table/units.h"

namespace stator::query {

// The parameters of one page of a Query or Scan.
struct PagePlan {
  Source source;
  storage::KeyRange range;  // the part left to read, after the start key
  std::size_t items_max = std::numeric_limits<std::size_t>::max();  // Limit
  // The size of entries and fetched items that ends the page.
  std::size_t bytes_max = limits::kPageBytesMax;
  bool consistent = false;  // for the price only: every read is consistent here
  std::optional<expr::Condition> filter;
  std::optional<expr::Projection> projection;
  bool fetch = false;       // entries lack requested attributes: take the items from the table
  bool count_only = false;  // the client wants no items
  bool single = false;      // the range cannot hold a second item, so no page follows
};

// The part of a page that the reader has read so far.
struct PageContents {
  std::vector<item::Item> items;       // items that passed the filter, projected
  std::size_t returned = 0;            // items that passed the filter
  std::size_t examined = 0;            // entries examined
  std::size_t bytes = 0;               // the billed size of the examined entries of the source
  std::size_t fetched_bytes = 0;       // the billed size of items fetched from the table
  table::HalfUnits fetched_units = 0;  // each fetched item is rounded separately (facts 6.1)
  Bytes first_key;                     // the source's key of the first entry read; empty: none
  std::optional<item::Item> last_key;  // entries may follow after this position
};

// Reads one page in steps. A page ends with `items_max` items or 1 MB of entries and fetched items,
// whichever comes first; it includes the item that reaches the limit. The page bounds the memory.
class Reader {
 public:
  // The bounds of one step.
  struct Budget {
    std::size_t entries = std::numeric_limits<std::size_t>::max();
    std::size_t bytes = std::numeric_limits<std::size_t>::max();
    std::size_t traces = 0;  // consecutive deleted entries; 0: any number
    // Bytes that the filter may examine, weighted. The step stops before an item that needs more.
    std::size_t work = std::numeric_limits<std::size_t>::max();
    // The deadline, checked between two items. A reader past its deadline still takes one item.
    std::optional<std::chrono::steady_clock::time_point> until = {};
  };

  // REQUIRES: `engine` outlives the reader.
  Reader(storage::Engine& engine, PagePlan plan);

  // Reads on within the budget. True if the page is complete.
  Result<bool> Advance(const Budget& budget);

  const PagePlan& plan() const { return plan_; }
  const PageContents& contents() const { return contents_; }
  PageContents& contents() { return contents_; }

  // The units for the examined entries of the source. Fetched items cost `fetched_units` in
  // addition.
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
  expr::Cost cost_;  // the cost of the filter
  PageContents contents_;
  storage::Page step_;         // the entries read last
  std::size_t taken_ = 0;      // entries of `step_` taken already
  std::size_t unclocked_ = 0;  // work since the last read of the clock
  bool complete_ = false;
};

}  // namespace stator::query
