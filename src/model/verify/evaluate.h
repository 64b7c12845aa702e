#pragma once

#include <optional>
#include <vector>

#include "client/stator.h"
#include "model/language/model.h"
#include "model/layout/rows.h"
#include "store/compare.h"

// Determines the right result of a read by looking at every instance. Evaluate knows nothing of
// keys, so it is an independent oracle for plans.
namespace stator::model {

// The values that a caller passes to a read pattern.
struct Arguments {
  client::Item bound;                 // the attributes between brackets
  std::optional<client::Value> from;  // of a range, both ends included
  std::optional<client::Value> to;
};

// The instances of one entity that a read must return.
struct ExpectedGroup {
  const Wanted* wanted = nullptr;
  // All matching instances, sorted if the pattern states an order.
  std::vector<const Instance*> matching;
  // How many of them the read returns: all, or at most the limit.
  std::size_t count = 0;
};

// The group of the target, then one group for each kind of children. If the target does not exist,
// the children are those of the parent that the caller named. Lifetime: points into the pattern and
// the instances.
using ExpectedItems = std::vector<ExpectedGroup>;

// Returns the instances that the read must return.
ExpectedItems Evaluate(const Pattern& pattern, const Arguments& arguments,
                       const std::vector<Instance>& instances);

// Returns how many items the read must return in all.
std::size_t CountOf(const ExpectedItems& expected);

using store::Compare;

}  // namespace stator::model
