#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace stator::model {

// One comparison of a condition: "PK = CUST#{custId}", "SK BETWEEN {a.from} AND {a.to}".
struct SheetClause {
  enum class Type : std::uint8_t { kEquals, kPrefix, kBetween, kCompare };
  Type type = Type::kEquals;
  std::string attribute;
  std::string value;  // of a range: its lower bound
};

// A key condition or a filter in a list of access patterns.
struct SheetCondition {
  std::vector<SheetClause> clauses;
  std::vector<std::string> names;  // attributes without a value: "status", "version unchanged"
  std::optional<bool> descending;  // "backward", "forward"
  std::int64_t limit = 0;          // 0: none
  std::int64_t times = 1;          // "… x4"
  bool if_new = false;             // "new", "attribute_not_exists(PK)"
};

// Reads comparisons as the API writes them, separated by commas or AND, and the words that
// ExportSheet adds: backward, forward, "limit 20", "x4", new, "version unchanged".
//
// Errors: a ValidationException with the first phrase that is none of these.
Result<SheetCondition> ReadSheetCondition(std::string_view text);

}  // namespace stator::model
