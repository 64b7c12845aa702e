#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "catalog/table.h"
#include "item/value.h"
#include "partiql/classic_request.h"
#include "partiql/plan.h"
#include "table/write.h"

namespace stator::api {

// The facts about an operation for clients that send the header x-stator-explain.
struct Explanation {
  std::string table;      // as the client named it; for a batch, the first table
  std::string index;      // empty: the table itself
  std::string key_range;  // the key condition with its values, the segment, or one item's key
  bool backward = false;
  bool consistent = false;
  std::size_t items_examined = 0;
  std::size_t items_returned = 0;
  std::size_t items_fetched = 0;  // from the table, because the index lacks attributes
  std::size_t items_written = 0;
  std::size_t bytes_read = 0;  // as billed
  table::HalfUnits units = 0;
  std::map<std::string, table::HalfUnits> index_units;  // of these, used by indexes in writes
  // Pages after this one, and their precision: counted, counted up to a bound, or estimated from
  // the size of the table.
  enum class Pages : std::uint8_t { kExact, kAtLeast, kEstimated };
  std::optional<std::size_t> pages_to_go;
  Pages pages = Pages::kExact;

  // One read of a statement.
  struct Read {
    partiql::Access access = partiql::Access::kScan;
    std::string key_range;  // empty for a scan
    std::size_t items = 0;
    table::HalfUnits units = 0;
  };
  std::string statement;  // the kind of a statement: "select", "insert", …
  std::vector<Read> reads;
  std::string because;                             // why a statement scans
  std::optional<partiql::ClassicRequest> request;  // the classic request that does the same
};

// Records the key of the operation's item. Does nothing if `explanation` is nullptr. REQUIRES:
// `item` has the table's key.
void ExplainKey(Explanation* explanation, const catalog::Table& table, item::ItemView item);

// Add a read or write of one item. Do nothing if `explanation` is nullptr.
void ExplainRead(Explanation* explanation, const std::string& table,
                 const std::optional<std::size_t>& item_bytes, bool consistent,
                 table::HalfUnits units);
void ExplainWrite(Explanation* explanation, const std::string& table,
                  const table::Written& written);

}  // namespace stator::api
