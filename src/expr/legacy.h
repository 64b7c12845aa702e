#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "expr/condition.h"
#include "expr/projection.h"
#include "expr/update.h"
#include "item/value.h"

// What the parameters from before expressions say (facts 3.9), as the trees that expressions
// parse to: Holds, Apply and Project know no difference. Attribute names are plain names: dots and
// brackets in them lead nowhere, and no word is reserved. What can be wrong with the parameters is
// for the caller to find.
namespace stator::expr::legacy {

enum class Operator : std::uint8_t {
  kEqual,
  kNotEqual,  // also where the attribute is missing
  kLess,
  kLessOrEqual,
  kGreater,
  kGreaterOrEqual,
  kExists,
  kNotExists,
  kContains,
  kNotContains,  // the attribute must exist
  kBeginsWith,
  kIn,
  kBetween,
};

// Something demanded of one attribute. As many operands as the operator takes: none to ask for
// existence, two bounds, at least one choice, otherwise one.
struct Demand {
  std::string_view attribute;
  Operator op;
  std::vector<item::ValueView> operands;
};

enum class Junction : std::uint8_t { kAll, kAny };

// REQUIRES: `demands` is not empty. The condition leans on none of them.
Condition MakeCondition(Junction junction, std::span<const Demand> demands);

enum class Action : std::uint8_t {
  kPut,
  kAdd,     // to a number, a set or a list
  kDelete,  // members of a set
  kRemove,
};

// What becomes of one attribute. Every action but kRemove has a value, of a type it works with.
struct Change {
  std::string_view attribute;
  Action action;
  std::optional<item::ValueView> value;
};

// REQUIRES: `changes` is not empty, and no attribute comes twice. The update leans on none of them.
// Apply words the mismatch of types as AWS does for AttributeUpdates.
Update MakeUpdate(std::span<const Change> changes);

// REQUIRES: `attributes` is not empty and has no duplicates.
Projection MakeProjection(std::span<const std::string> attributes);

}  // namespace stator::expr::legacy
