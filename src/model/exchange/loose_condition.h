#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Conditions of a list of access patterns, as people write them.
namespace stator::model {

// One comparison: "PK=CUSTOMER#id", "begins_with(SK, ORDER#)", "SK BETWEEN a AND b", "price <
// :max".
struct LooseClause {
  enum class Type : std::uint8_t { kEquals, kPrefix, kBetween, kCompare };
  Type type = Type::kEquals;
  std::string attribute;
  std::string value;  // of a range the one it is first compared with
};

struct LooseCondition {
  std::vector<LooseClause> clauses;
  std::vector<std::string> names;  // attributes without a value: "userId, status"
  std::string order;               // "sorted by date desc"
  bool ordered = false;            // in an order, by `order` or by the sort key
  bool descending = false;
  std::int64_t limit = 0;           // 0: none
  std::int64_t times = 1;           // "… x4"
  bool fresh = false;               // "new", "attribute_not_exists(PK)"
  std::vector<std::string> unread;  // what none of this is, in its own words
};

// Never fails: what it does not understand is in `unread`.
LooseCondition ReadLooseCondition(std::string_view text);

// Whether the value stands for one that the caller has: ":status", "{status}", "<status>", "?".
bool IsPlaceholder(std::string_view value);

// Whether that is the name of a key attribute rather than of one that says something.
bool IsKeyName(std::string_view attribute);

}  // namespace stator::model
