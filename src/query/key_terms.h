#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "expr/condition.h"
#include "item/value.h"

namespace stator::query {

// One condition on one key attribute. The attribute is its left side.
struct KeyTerm {
  enum class Operator : std::uint8_t {
    kEqual,
    kLess,
    kLessOrEqual,
    kGreater,
    kGreaterOrEqual,
    kBetween,
    kBeginsWith,
  };
  std::string_view attribute;
  Operator op = Operator::kEqual;
  item::ValueView value;
  item::ValueView high;  // the upper bound of kBetween
};

// Returns the conditions of a KeyConditionExpression in order of the text. Only AND may join them,
// and each attribute may have one.
// Lifetime: the terms view `condition`.
// Errors: ValidationException for anything that no key condition may contain, whatever the table
// (facts 3.7).
Result<std::vector<KeyTerm>> TermsOf(const expr::Condition& condition);

}  // namespace stator::query
