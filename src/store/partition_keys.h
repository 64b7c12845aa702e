#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "store/spec.h"

namespace stator::store {

// Partition keys that one read may ask.
inline constexpr std::size_t kPartitionsMax = 10'000;

// The error of a request that the executor refuses before it sends anything.
std::unexpected<client::Error> Refuse(std::string message);
std::unexpected<client::Error> RefuseTooManyPartitions();

// The partition keys that the read asks: every shard that the values do not fix, in every time
// bucket of the window. Of several buckets of one time the shortest fixes the longer ones.
// Errors: InvalidRequest for more than kPartitionsMax keys, or if a value is missing.
client::Expected<std::vector<Item>> PartitionKeys(const ReadSpec& read, const Item& values,
                                                  const Window& window);

// The time buckets from `first` to `last`, both included, as the first `letters` letters of a time:
// 7 for months, 10 for days, 13 for hours, 16 for minutes. Errors: as above.
client::Expected<std::vector<std::string>> TimeBuckets(std::string_view first,
                                                       std::string_view last, int letters);

}  // namespace stator::store
