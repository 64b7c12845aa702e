#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

namespace stator {

// Sorts and keeps the order of equal elements. std::stable_sort uses a function that C++17
// deprecated, and clang rejects it with our warnings.
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

// Sorts by the projection of each element.
template <class T, class Projection>
void StableSortBy(std::vector<T>& things, Projection projection) {
  StableSort(things, [&](const T& left, const T& right) {
    return std::invoke(projection, left) < std::invoke(projection, right);
  });
}

}  // namespace stator
