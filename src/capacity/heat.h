#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "capacity/rules.h"
#include "catalog/table.h"
#include "item/value.h"
#include "table/units.h"

// Where partitions are hot, and where they should be split.
namespace stator::capacity {

// A partition that should be split, and where: `at` becomes the beginning of the upper half.
struct HeatSplit {
  enum class Why : std::uint8_t { kHeat, kGrowth };
  catalog::TableNumber table = 0;
  std::string table_name;
  std::string index;  // empty: the table
  std::uint32_t partition = 0;
  Bytes at;
  Why why = Why::kHeat;
  bool operator==(const HeatSplit&) const = default;
};

// Which of the last seconds were hot. A value.
class HeatHistory {
 public:
  // `seconds` later; whether the first of them was hot. REQUIRES: seconds > 0
  void Pass(std::int64_t seconds, bool hot);
  // One of the seconds it remembers was.
  bool Any() const { return hot_.any(); }
  // Enough of them were to call for a split.
  bool Lasting() const { return hot_.count() >= kHeatSecondsMin; }

 private:
  std::bitset<kHeatWindowSeconds> hot_;
};

// The keys that a partition's units were used for, each as often as its share in them. Keeps about
// the last minute of a partition at its bound.
class HeatSample {
 public:
  // `per_second`: the partition's bound.
  HeatSample(table::HalfUnits per_second, std::uint64_t seed);
  void Add(BytesView key, table::HalfUnits units);
  std::vector<Bytes> OldestFirst() const;

 private:
  table::HalfUnits NextGap();

  table::HalfUnits gap_ = 0;  // between two samples, on average
  table::HalfUnits until_next_ = 0;
  std::uint64_t random_ = 0;
  std::vector<Bytes> keys_;
  std::size_t oldest_ = 0;
};

// What is known of the keys of a resource.
struct KeyOrder {
  std::vector<item::Type> partition_key;  // of its attributes
  bool splits_inside = true;              // item collections may be cut
};

// Part of a key order: from `begin` to before `end`, or to the end of all.
struct KeyRange {
  Bytes begin;
  std::optional<Bytes> end;
};

// Where half the heat lies, or next to the one item or collection that causes it. nullopt: no split
// would help, or there are too few samples to tell. `samples` are keys, oldest first; those outside
// of the range count for nothing.
std::optional<Bytes> SplitForHeat(const KeyRange& range, const KeyOrder& order,
                                  std::vector<Bytes> samples);

// How much of all routes the range has: 2^64 is cut to the greatest number there is.
std::uint64_t RoutesOf(const KeyRange& range);
// The route with which it begins.
std::uint64_t FirstRouteOf(const KeyRange& range);

}  // namespace stator::capacity
