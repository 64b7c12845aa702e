#include "capacity/repeated_reads.h"

#include <functional>

namespace stator::capacity {

// Multiplies the hash, because the upper bits of a product depend on all lower bits.
std::uint64_t RepeatedReads::HashOf(catalog::TableNumber table, BytesView key) {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15U;
  const std::uint64_t mixed = (std::hash<BytesView>()(key) ^ (table * kOdd)) * kOdd;
  return (mixed ^ (mixed >> 32U)) | 1U;  // 0 marks an empty place
}

RepeatedReads::Place& RepeatedReads::PlaceOf(std::uint64_t hash) {
  if (places_.load(std::memory_order_acquire) == nullptr) {
    std::call_once(first_, [this] {
      owned_ = std::make_unique<Places>();
      places_.store(owned_.get(), std::memory_order_release);
    });
  }
  return (*places_.load(std::memory_order_acquire))[(hash >> 1U) % kPlaces];
}

void RepeatedReads::Set(Place& place, std::uint64_t hash, TimeMicros now) {
  place.time.store(now, std::memory_order_relaxed);
  place.hash.store(hash, std::memory_order_relaxed);
}

bool RepeatedReads::Read(catalog::TableNumber table, BytesView key, TimeMicros now) {
  const std::uint64_t hash = HashOf(table, key);
  Place& place = PlaceOf(hash);
  const bool kept = place.hash.load(std::memory_order_relaxed) == hash &&
                    now - place.time.load(std::memory_order_relaxed) <= kKept;
  // A cache keeps an item until its time is over; a read does not renew it.
  if (!kept) Set(place, hash, now);
  return kept;
}

void RepeatedReads::Wrote(catalog::TableNumber table, BytesView key, TimeMicros now) {
  const std::uint64_t hash = HashOf(table, key);
  Set(PlaceOf(hash), hash, now);
}

void RepeatedReads::Clear() {
  auto* places = places_.load(std::memory_order_acquire);
  if (places == nullptr) return;
  for (Place& place : *places) Set(place, 0, 0);
}

}  // namespace stator::capacity
