#pragma once

#include <cstddef>
#include <string_view>

namespace stator {

// Returns the Levenshtein distance: how many letters must change to make one word the other.
std::size_t EditDistance(std::string_view left, std::string_view right);

// Returns the one of `names` that `word` is probably a misspelling of. Empty: none is near. The
// result points into `names`.
template <class Names>
std::string_view Nearest(std::string_view word, const Names& names) {
  constexpr std::size_t kFar = 3;
  std::size_t best = kFar;
  std::string_view nearest;
  for (const std::string_view name : names) {
    const auto distance = EditDistance(word, name);
    if (distance < best && distance < name.size()) {
      best = distance;
      nearest = name;
    }
  }
  return nearest;
}

}  // namespace stator
