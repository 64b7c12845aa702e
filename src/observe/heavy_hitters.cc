#include "observe/heavy_hitters.h"

#include <algorithm>
#include <functional>

namespace stator::observe {

void HeavyHitters::Add(BytesView key, double amount) {
  total_ += amount;
  const auto known = places_.find(key);
  if (known != places_.end()) {
    counters_[known->second].sum += amount;
    return;
  }
  if (counters_.size() < counters_max_) {
    places_.emplace(key, counters_.size());
    counters_.push_back({Bytes(key), amount, 0});
    return;
  }
  // Replaces the key with the smallest sum. That sum bounds the earlier sum of the new key.
  const auto smallest = std::ranges::min_element(counters_, {}, &Counter::sum);
  const auto place = static_cast<std::size_t>(smallest - counters_.begin());
  places_.erase(places_.find(smallest->key));
  places_.emplace(key, place);
  *smallest = {Bytes(key), smallest->sum + amount, smallest->sum};
}

void HeavyHitters::Merge(double total, std::span<const Counter> keys) {
  const double sum = total_ + total;
  for (const auto& counter : keys) {
    Add(counter.key, counter.sum);
    counters_[places_.find(counter.key)->second].error += counter.error;
  }
  total_ = sum;  // the keys' sums may exceed it
}

std::vector<HeavyHitters::Counter> HeavyHitters::Top(std::size_t count) const {
  auto top = counters_;
  std::ranges::sort(top, std::ranges::greater(), &Counter::sum);
  if (top.size() > count) top.resize(count);
  return top;
}

}  // namespace stator::observe
