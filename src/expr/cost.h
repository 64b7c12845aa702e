#pragma once

#include <cstddef>

#include "expr/condition.h"
#include "expr/update.h"

namespace stator::expr {

// An upper bound on the data that evaluating an expression reads, known before the evaluation.
struct Cost {
  std::size_t passes = 0;         // over the whole item
  std::size_t literal_bytes = 0;  // of literals, counted at each use

  Cost& operator+=(const Cost& other) {
    passes += other.passes;
    literal_bytes += other.literal_bytes;
    return *this;
  }
};

// Returns the cost. Each path counts as a pass, because it may lead through the whole item and its
// value may be all of the item.
Cost CostOf(const Condition& condition);
Cost CostOf(const Update& update);

}  // namespace stator::expr
