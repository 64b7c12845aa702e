#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

namespace stator {

// Sorts so that equals stay in their order. std::stable_sort leans on a function that C++17
// deprecated, which clang refuses with our warnings.
template <class T, class Less>
void StableSort(std::vector<T>& things, Less less) {
  std::vector<std::size_t> order(things.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t left, std::size_t right) {
    if (less(things[left], things[right])) return true;
    return !less(things[right], things[left]) && left < right;
  });
  std::vector<T> sorted;
  sorted.reserve(things.size());
  for (const std::size_t place : order) sorted.push_back(std::move(things[place]));
  things = std::move(sorted);
}

// By what the projection gives for each.
template <class T, class Projection>
void StableSortBy(std::vector<T>& things, Projection projection) {
  StableSort(things, [&](const T& left, const T& right) {
    return std::invoke(projection, left) < std::invoke(projection, right);
  });
}

}  // namespace stator
