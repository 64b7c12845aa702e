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
#include "json/describe.h"
#include "table/units.h"

// Decides which partitions are hot and where they should be split.
namespace stator::capacity {

// A partition to split. `at` becomes the first key of the upper half.
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
BOOST_DESCRIBE_ENUM(HeatSplit::Why, kHeat, kGrowth)

// Remembers which of the last seconds were hot. A value.
class HeatHistory {
 public:
  // Advances by `seconds`; `hot` describes the first of them. REQUIRES: seconds > 0
  void Pass(std::int64_t seconds, bool hot);
  // Whether any remembered second was hot.
  bool Any() const { return hot_.any(); }
  // Whether enough remembered seconds were hot to justify a split.
  bool Lasting() const { return hot_.count() >= kHeatSecondsMin; }

 private:
  std::bitset<kHeatWindowSeconds> hot_;
};

// A sample of the keys that used a partition's units, each in proportion to its share. It covers
// about the last minute of a partition at its bound.
class HeatSample {
 public:
  // `per_second`: the partition's bound.
  HeatSample(table::HalfUnits per_second, std::uint64_t seed);
  // Counts units used for a key, and may sample it.
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

// The layout of a resource's keys.
struct KeyOrder {
  std::vector<item::Type> partition_key;  // types of the partition key's attributes
  bool splits_inside = true;              // a split may cut an item collection
};

// A part of a key order: from `begin` up to, not including, `end`; without `end`, to the last key.
struct KeyRange {
  Bytes begin;
  std::optional<Bytes> end;
};

// Returns the key that divides the heat in half, or isolates the one item or collection that causes
// it. `samples` are keys, oldest first; keys outside of the range are ignored. Returns nullopt if
// no split would help or the samples are too few.
std::optional<Bytes> SplitForHeat(const KeyRange& range, const KeyOrder& order,
                                  std::vector<Bytes> samples);

// Returns how many of all routes the range covers. 2^64 is returned as the greatest 64-bit number.
std::uint64_t RoutesOf(const KeyRange& range);
// Returns the first route of the range.
std::uint64_t FirstRouteOf(const KeyRange& range);

}  // namespace stator::capacity
