#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"
#include "catalog/table.h"

namespace stator::capacity {

// Says of reads of items whether a cache would have answered them: whether the item was read or
// written a short time before. Remembers a fixed number of keys, each in the one place its hash
// leads to, so that it says yes too seldom rather than too often: of two keys that meet, the older
// is forgotten. For one thread at a time.
class RepeatedReads {
 public:
  static constexpr std::size_t kPlaces = 1U << 16U;
  // DAX keeps items for five minutes unless it is told otherwise.
  static constexpr TimeMicros kKept = 5LL * 60 * 1'000'000;

  // An item of a table by the key of its row.
  bool Read(catalog::TableNumber table, BytesView key, TimeMicros now);
  void Wrote(catalog::TableNumber table, BytesView key, TimeMicros now);

 private:
  struct Place {
    std::uint64_t hash = 0;
    TimeMicros time = 0;
  };
  Place& PlaceOf(std::uint64_t hash);
  static std::uint64_t HashOf(catalog::TableNumber table, BytesView key);

  std::vector<Place> places_;  // none before the first key
};

}  // namespace stator::capacity
