#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace stator {

// Returns the texts in the iteration order of a java.util.HashSet, which some of AWS's messages
// expose. `texts` are distinct, valid UTF-8, and in insertion order. `buckets` is the set's initial
// number of buckets, a power of two. The set doubles it when it is three quarters full.
std::vector<std::string_view> JavaSetOrder(std::vector<std::string_view> texts,
                                           std::size_t buckets);

}  // namespace stator
