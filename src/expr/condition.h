#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "expr/bindings.h"
#include "expr/cache.h"
#include "expr/kind.h"
#include "item/value.h"

namespace stator::expr {

struct Bound;

// A condition with its placeholders filled in. An immutable value, cheap to copy, that leans on
// nothing of the request it came from; reading it is safe from any thread.
class Condition {
 public:
  explicit Condition(std::shared_ptr<const Bound> bound) : bound_(std::move(bound)) {}
  const Bound& bound() const { return *bound_; }

 private:
  std::shared_ptr<const Bound> bound_;
};

// Parses and binds a ConditionExpression, FilterExpression or KeyConditionExpression (whose further
// restrictions are the query planner's). Finds everything that is wrong with the text and with the
// literals in it (facts 3.4, step 4).
//
// Errors of BindCondition, BindUpdate and BindProjection all begin "Invalid <Kind>: " and are of
// the sort that PutItem and UpdateItem answer behind "1 validation error detected: " (facts 1.8);
// the caller puts that in front. Errors of Apply (update.h) are never wrapped.
Result<Condition> BindCondition(Cache& cache, Kind kind, std::string_view text, Bindings& bindings);

// Whether `item` satisfies the condition (facts 3.5). A missing item is an empty one.
bool Holds(const Condition& condition, const item::ItemView& item);

// The top-level attributes the condition's paths begin with, in order of the text, as often as it
// uses them. The views lean on `condition`.
std::vector<std::string_view> AttributesOf(const Condition& condition);

}  // namespace stator::expr
