#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace stator {

// The texts in the order in which a java.util.HashSet lists them, which some of AWS's messages
// show. `texts` are distinct, valid UTF-8, and in the order of their insertion. `buckets` is a
// power of two: how many the set starts with. It has more once three in four would be in use.
std::vector<std::string_view> JavaSetOrder(std::vector<std::string_view> texts,
                                           std::size_t buckets);

}  // namespace stator
