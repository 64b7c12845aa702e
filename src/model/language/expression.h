#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/language/model.h"

namespace stator::model {

// One clause of a key condition as a program states it, with templates in place of values: "PK =
// CUST#{custId} AND begins_with(SK, ORDER#)".
struct KeyClause {
  enum class Type : std::uint8_t { kEquals, kCompare, kPrefix, kBetween };
  Type type = Type::kEquals;
  std::string attribute;
  std::string comparator = {};  // of kCompare: <, <=, > or >=
  Template value;               // of kBetween: the lower bound
  Template end;                 // of kBetween: the upper bound
};

// Parses a key condition. Errors: a sentence that says why DynamoDB would refuse the expression.
std::expected<std::vector<KeyClause>, std::string> ParseKeyCondition(std::string_view text,
                                                                     Place place);

}  // namespace stator::model
