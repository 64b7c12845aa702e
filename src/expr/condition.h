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

// A condition with its placeholders filled in. An immutable value that is cheap to copy.
// Lifetime: independent of the request. Threads: any thread may read it.
class Condition {
 public:
  explicit Condition(std::shared_ptr<const Bound> bound) : bound_(std::move(bound)) {}
  const Bound& bound() const { return *bound_; }

 private:
  std::shared_ptr<const Bound> bound_;
};

// Parses and binds a ConditionExpression, FilterExpression or KeyConditionExpression. Reports
// everything that is wrong with the text and its literals (facts 3.4, step 4). The query planner
// applies the further restrictions of key conditions.
// Errors: those of BindCondition, BindUpdate and BindProjection begin with "Invalid <Kind>: ".
// PutItem and UpdateItem answer them after "1 validation error detected: " (facts 1.8), which the
// caller adds. Errors of Apply (update.h) are never wrapped.
Result<Condition> BindCondition(Cache& cache, Kind kind, std::string_view text, Bindings& bindings);

// Whether `item` satisfies the condition (facts 3.5). A missing item is an empty one.
bool Holds(const Condition& condition, const item::ItemView& item);

// Returns the top-level attributes of the condition's paths, in the order of the text and with
// repetitions. Lifetime: views into `condition`.
std::vector<std::string_view> AttributesOf(const Condition& condition);

}  // namespace stator::expr
