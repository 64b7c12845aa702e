#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/bytes.h"

namespace stator::observe {

// The keys with the largest sums, in a fixed number of counters (Space-Saving). A key whose sum is
// more than the total divided by the number of counters is among them, and what is told of a key
// is too high by its `error` at most, which is never more than that quotient; never too low.
class HeavyHitters {
 public:
  struct Counter {
    Bytes key;
    double sum = 0;
    double error = 0;
  };

  explicit HeavyHitters(std::size_t counters_max) : counters_max_(counters_max) {}

  void Add(BytesView key, double amount);
  // What another has counted: its total, and of its keys as many as are known.
  void Merge(double total, std::span<const Counter> keys);

  double total() const { return total_; }  // exact
  std::size_t size() const { return counters_.size(); }
  // The largest first.
  std::vector<Counter> Top(std::size_t count) const;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(BytesView key) const { return std::hash<BytesView>()(key); }
  };

  std::size_t counters_max_;
  double total_ = 0;
  std::vector<Counter> counters_;
  std::unordered_map<Bytes, std::size_t, Hash, std::equal_to<>> places_;  // in `counters_`
};

}  // namespace stator::observe
