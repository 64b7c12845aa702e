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

// Encodes the rows of Contributor Insights (docs/formats/insights.md).
namespace stator::observe {

inline constexpr storage::Space kInsightSpace = 6;

// A table, or one of its global indexes.
struct InsightTarget {
  std::string table;
  std::string index;  // empty: the table itself
  auto operator<=>(const InsightTarget&) const = default;
};

// The events that a target counts.
enum class InsightMode : std::uint8_t { kAccessedAndThrottled, kThrottled };

// Whether Contributor Insights is enabled for a target, and how.
struct InsightSetting {
  InsightTarget target;
  std::string table_id;  // of the table that had this name at the time
  bool enabled = false;
  InsightMode mode = InsightMode::kAccessedAndThrottled;
  TimeMicros changed = 0;
  bool has_sort_key = false;
};

// The keys that a rule counts, and the events. Keys are partition keys or whole keys. Accesses
// count in units, a write unit three times; throttled requests count one each. Rows store the
// enum's numbers.
enum class InsightRule : std::uint8_t { kAccessed, kThrottled, kAccessedItems, kThrottledItems };

// --- Settings ---

// Keys and values of setting rows. Decoding returns nullopt for other bytes.
Bytes SettingKey(const InsightTarget& target);
storage::KeyRange SettingRange();
Bytes EncodeSetting(const InsightSetting& setting);
std::optional<InsightSetting> DecodeSetting(BytesView key, BytesView value);

// --- Counts ---

// Slices cover an hour or a minute. Rows store hours before minutes.
enum class SliceLength : std::uint8_t { kHour, kMinute };

// Identifies a slice of a rule's counts.
struct SlicePlace {
  InsightTarget target;
  InsightRule rule = InsightRule::kAccessed;
  SliceLength length = SliceLength::kMinute;
  Minute begin = 0;
};

// Returns the key of a slice's row.
Bytes SliceKey(const SlicePlace& place);
// Returns nullopt if the key is no slice's key.
std::optional<SlicePlace> PlaceInKey(BytesView key);
// All slices, rule by rule, hours before minutes, ordered by time.
storage::KeyRange SliceRange();
storage::KeyRange SliceRange(const InsightTarget& target);
// The slices of the same rule and length that began before `place`.
storage::KeyRange SlicesBefore(const SlicePlace& place);
// Encodes the total and the largest keys that fit in `bytes_max`.
Bytes EncodeSlice(const CountedSlice& slice, std::size_t bytes_max);
std::optional<CountedSlice> DecodeSlice(Minute begin, BytesView bytes);

}  // namespace stator::observe
