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

// Converts the parameters that expressions replaced (facts 3.9) to the same trees as expressions,
// so that Holds, Apply and Project treat both alike. Attribute names are plain names: dots and
// brackets have no meaning, and no word is reserved. The caller checks the parameters.
namespace stator::expr::legacy {

// The comparison operators of legacy conditions.
enum class Operator : std::uint8_t {
  kEqual,
  kNotEqual,  // true if the attribute is missing
  kLess,
  kLessOrEqual,
  kGreater,
  kGreaterOrEqual,
  kExists,
  kNotExists,
  kContains,
  kNotContains,  // false if the attribute is missing
  kBeginsWith,
  kIn,
  kBetween,
};

// A test of one attribute. The operator determines the number of operands: none for existence, two
// for bounds, at least one for kIn, otherwise one.
struct Demand {
  std::string_view attribute;
  Operator op;
  std::vector<item::ValueView> operands;
};

// ConditionalOperator: AND or OR.
enum class Junction : std::uint8_t { kAll, kAny };

// Joins the demands to one condition. REQUIRES: `demands` is not empty.
// Lifetime: the condition copies what it needs.
Condition MakeCondition(Junction junction, std::span<const Demand> demands);

// The actions of AttributeUpdates.
enum class Action : std::uint8_t {
  kPut,
  kAdd,     // to a number, a set or a list
  kDelete,  // members of a set
  kRemove,
};

// A change of one attribute. Every action except kRemove has a value of a type that it accepts.
struct Change {
  std::string_view attribute;
  Action action;
  std::optional<item::ValueView> value;
};

// Makes an update of all changes. For a mismatch of types Apply uses AWS's text for
// AttributeUpdates. REQUIRES: `changes` is not empty and names each attribute once.
// Lifetime: the update copies what it needs.
Update MakeUpdate(std::span<const Change> changes);

// Makes a projection. REQUIRES: `attributes` is not empty and has no duplicates.
Projection MakeProjection(std::span<const std::string> attributes);

}  // namespace stator::expr::legacy
