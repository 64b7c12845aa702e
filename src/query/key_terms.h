#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "expr/condition.h"
#include "item/value.h"

namespace stator::query {

// One condition on one key attribute, the attribute on its left.
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
  item::ValueView high;  // kBetween
};

// The conditions of a KeyConditionExpression, which are joined by AND alone, in order of the text
// and at most one for an attribute. They lean on `condition`. Refuses what no key condition may
// contain, whatever the table (facts 3.7).
Result<std::vector<KeyTerm>> TermsOf(const expr::Condition& condition);

}  // namespace stator::query
