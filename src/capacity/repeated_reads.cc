#include "capacity/repeated_reads.h"

#include <functional>

namespace stator::capacity {

// Spread by a multiplication, whose upper bits depend on all of the lower ones.
std::uint64_t RepeatedReads::HashOf(catalog::TableNumber table, BytesView key) {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15U;
  const std::uint64_t mixed = (std::hash<BytesView>()(key) ^ (table * kOdd)) * kOdd;
  return (mixed ^ (mixed >> 32U)) | 1U;  // 0 is nobody's
}

RepeatedReads::Place& RepeatedReads::PlaceOf(std::uint64_t hash) {
  if (places_.empty()) places_.resize(kPlaces);
  return places_[(hash >> 1U) % kPlaces];
}

bool RepeatedReads::Read(catalog::TableNumber table, BytesView key, TimeMicros now) {
  const std::uint64_t hash = HashOf(table, key);
  Place& place = PlaceOf(hash);
  const bool kept = place.hash == hash && now - place.time <= kKept;
  // What a cache has it keeps until its time is over; a read does not make it younger.
  if (!kept) place = {hash, now};
  return kept;
}

void RepeatedReads::Wrote(catalog::TableNumber table, BytesView key, TimeMicros now) {
  const std::uint64_t hash = HashOf(table, key);
  PlaceOf(hash) = {hash, now};
}

}  // namespace stator::capacity
