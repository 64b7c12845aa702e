#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/table.h"
#include "item/value.h"
#include "partiql/classic_request.h"
#include "partiql/plan.h"
#include "table/write.h"

namespace stator::api {

// How a statement reaches items: by a read of a plan, by a write of one item, or by a check of one
// item in a transaction.
enum class ExplainedAccess : std::uint8_t { kGet, kQuery, kScan, kWrite, kCheck };
std::string_view NameOf(ExplainedAccess access);  // "get", "query", …
ExplainedAccess AccessOf(partiql::Access access);

// One read of a statement, or its write.
struct AccessExplanation {
  ExplainedAccess access = ExplainedAccess::kScan;
  std::string key_range;  // empty for a scan
  std::size_t items = 0;
  table::HalfUnits units = 0;
};

// The facts about one statement.
struct StatementExplanation {
  std::string kind;   // "select", "insert", …; empty: the text is no statement
  std::string table;  // as the client named it
  std::string error;  // the code of a batch's slot that failed
  std::vector<AccessExplanation> accesses;
  std::optional<partiql::ClassicRequest> request;  // the classic request that does the same
};

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

  // Why a statement scans, or the advice on a Query or Scan; empty: there is none.
  std::string because;
  std::optional<StatementExplanation> statement;  // only of ExecuteStatement
  // The statements of a batch or transaction in their order.
  std::vector<StatementExplanation> statements;
};

// Returns a key as text: PK = "a" AND SK = 1. REQUIRES: `item` has the table's key.
std::string KeyText(const catalog::Table& table, item::ItemView item);

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
