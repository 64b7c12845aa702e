#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/bytes.h"

namespace stator::observe {

// Finds the keys with the largest sums in a fixed number of counters (the Space-Saving algorithm).
// It holds every key whose sum exceeds the total divided by the number of counters. A reported sum
// is never too low. It is too high by at most its `error`, which is at most that quotient. No
// packaged library has this algorithm.
class HeavyHitters {
 public:
  struct Counter {
    Bytes key;
    double sum = 0;
    double error = 0;
  };

  explicit HeavyHitters(std::size_t counters_max) : counters_max_(counters_max) {}

  // Adds `amount` to the sum of `key`, and to the total.
  void Add(BytesView key, double amount);
  // Adds the counts of another sketch: its total, and as many of its keys as are known.
  void Merge(double total, std::span<const Counter> keys);

  double total() const { return total_; }  // exact
  std::size_t size() const { return counters_.size(); }
  // Returns the keys with the largest sums, the largest first.
  std::vector<Counter> Top(std::size_t count) const;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(BytesView key) const { return std::hash<BytesView>()(key); }
  };

  std::size_t counters_max_;
  double total_ = 0;
  std::vector<Counter> counters_;
  std::unordered_map<Bytes, std::size_t, Hash, std::equal_to<>> places_;  // index in `counters_`
};

}  // namespace stator::observe
