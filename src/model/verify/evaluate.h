#pragma once

#include <optional>
#include <vector>

#include "client/stator.h"
#include "model/language/model.h"
#include "model/layout/rows.h"
#include "store/compare.h"

// What a logical read must give, by looking at every instance: knows nothing of keys.
namespace stator::model {

// What a caller of a pattern knows.
struct Arguments {
  client::Item bound;                 // the attributes between brackets
  std::optional<client::Value> from;  // of a range, both ends included
  std::optional<client::Value> to;
};

// Of one entity the instances that are asked for.
struct ExpectedGroup {
  const Wanted* wanted = nullptr;
  // All that match; sorted if there is an order to be kept.
  std::vector<const Instance*> matching;
  // How many of them are to come: all, or as many as the limit says.
  std::size_t count = 0;
};

// The target's, then those of each kind of children: of the target, or, where that is not there, of
// what the caller asked for. Leans on pattern and instances.
using ExpectedItems = std::vector<ExpectedGroup>;

ExpectedItems Evaluate(const Pattern& pattern, const Arguments& arguments,
                       const std::vector<Instance>& instances);

std::size_t CountOf(const ExpectedItems& expected);

using store::Compare;

}  // namespace stator::model
