#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "base/bytes.h"
#include "base/clock.h"
#include "observe/key_counts.h"
#include "storage/engine.h"

// The rows in which Contributor Insights is stored (docs/formats/insights.md).
namespace stator::observe {

inline constexpr storage::Space kInsightSpace = 6;

// A table, or a global index of it.
struct InsightTarget {
  std::string table;
  std::string index;  // empty: the table itself
  auto operator<=>(const InsightTarget&) const = default;
};

enum class InsightMode : std::uint8_t { kAccessedAndThrottled, kThrottled };

struct InsightSetting {
  InsightTarget target;
  std::string table_id;  // of the table that had the name then
  bool enabled = false;
  InsightMode mode = InsightMode::kAccessedAndThrottled;
  TimeMicros changed = 0;
  bool has_sort_key = false;
};

// Which keys a rule counts and when: partition keys or whole keys, that are accessed (in units, a
// write unit thrice) or throttled. Stored by their numbers.
enum class InsightRule : std::uint8_t { kAccessed, kThrottled, kAccessedItems, kThrottledItems };

// --- What to look at ---

Bytes SettingKey(const InsightTarget& target);
storage::KeyRange SettingRange();
Bytes EncodeSetting(const InsightSetting& setting);
std::optional<InsightSetting> DecodeSetting(BytesView key, BytesView value);

// --- What was seen ---

enum class SliceLength : std::uint8_t { kHour, kMinute };

// A slice of what a rule has counted.
struct SlicePlace {
  InsightTarget target;
  InsightRule rule = InsightRule::kAccessed;
  SliceLength length = SliceLength::kMinute;
  Minute begin = 0;
};

Bytes SliceKey(const SlicePlace& place);
// nullopt: it is none.
std::optional<SlicePlace> PlaceInKey(BytesView key);
// Rule by rule, hours before minutes, in the order of time.
storage::KeyRange SliceRange();
storage::KeyRange SliceRange(const InsightTarget& target);
// Those of a rule and a length that began before the place.
storage::KeyRange SlicesBefore(const SlicePlace& place);
// The largest keys, in so many bytes.
Bytes EncodeSlice(const CountedSlice& slice, std::size_t bytes_max);
std::optional<CountedSlice> DecodeSlice(Minute begin, BytesView bytes);

}  // namespace stator::observe
