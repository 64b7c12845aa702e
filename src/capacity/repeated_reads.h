#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

#include "base/bytes.h"
#include "base/durations.h"
#include "catalog/table.h"

namespace stator::capacity {

// Says of reads of items whether a cache would have answered them: whether the item was read or
// written a short time before. Remembers a fixed number of keys, each in the one place its hash
// leads to, so that it says yes too seldom rather than too often: of two keys that meet, the older
// is forgotten. Takes no lock: two keys that meet in the same moment may leave one with the other's
// time, which is right about one of them. Safe for concurrent use.
class RepeatedReads {
 public:
  static constexpr std::size_t kPlaces = 1U << 16U;
  // DAX keeps items for five minutes unless it is told otherwise.
  static constexpr TimeMicros kKept = 5 * kMinute;

  // An item of a table by the key of its row.
  bool Read(catalog::TableNumber table, BytesView key, TimeMicros now);
  void Wrote(catalog::TableNumber table, BytesView key, TimeMicros now);

  // Forgets all of them.
  void Clear();

 private:
  struct Place {
    std::atomic<std::uint64_t> hash = 0;
    std::atomic<TimeMicros> time = 0;
  };
  Place& PlaceOf(std::uint64_t hash);
  static void Set(Place& place, std::uint64_t hash, TimeMicros now);
  static std::uint64_t HashOf(catalog::TableNumber table, BytesView key);

  using Places = std::array<Place, kPlaces>;
  std::once_flag first_;
  std::unique_ptr<Places> owned_;          // none before the first key
  std::atomic<Places*> places_ = nullptr;  // the same
};

}  // namespace stator::capacity
