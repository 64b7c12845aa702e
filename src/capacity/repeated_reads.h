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

// Tells for each item read whether a cache would have answered it, because the item was read or
// written shortly before. It remembers a fixed number of keys, each at the one place its hash
// selects. If two keys share a place, the older is forgotten, so the count errs on the low side.
//
// Threads: safe for concurrent use, without a lock. Two keys that reach a place at the same moment
// may leave one key's hash with the other's time, which is then right for one of the two.
class RepeatedReads {
 public:
  static constexpr std::size_t kPlaces = 1U << 16U;
  // DAX keeps items for five minutes by default.
  static constexpr TimeMicros kKept = 5 * kMinute;

  // Records a read of the item with this row key. Returns whether a cache would have answered it.
  bool Read(catalog::TableNumber table, BytesView key, TimeMicros now);
  // Records a write of the item, after which a cache has its new version.
  void Wrote(catalog::TableNumber table, BytesView key, TimeMicros now);

  // Forgets all keys.
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
  std::unique_ptr<Places> owned_;          // nullptr before the first key
  std::atomic<Places*> places_ = nullptr;  // owned_.get()
};

}  // namespace stator::capacity
