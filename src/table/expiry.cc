#include "table/expiry.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/durations.h"
#include "base/endian.h"
#include "base/limits.h"
#include "base/text.h"
#include "base/turnable_clock.h"
#include "item/number.h"

namespace stator::table {
namespace {

constexpr std::size_t kFractionDigits = 6;
constexpr std::size_t kTimeBytes = 8;
// An entry's key holds everything; the value is a format byte, because no engine takes an empty
// value.
constexpr char kExpiryFormat = 1;

Bytes TimeKey(TimeMicros time) {
  Bytes key;
  AppendBigEndian64(static_cast<std::uint64_t>(std::max<TimeMicros>(time, 0)), key);
  return key;
}

Bytes EntryKey(TimeMicros expiry, BytesView row_key) { return TimeKey(expiry) + Bytes(row_key); }

// Parses the whole seconds of a number in plain decimal. nullopt if they are too many.
std::optional<TimeMicros> WholeSeconds(std::string_view digits) {
  const auto seconds = ParseNumber<std::int64_t>(digits);
  if (!seconds || *seconds > kServiceTimeMax / kSecond) return std::nullopt;
  return *seconds * kSecond;
}

TimeMicros Fraction(std::string_view digits) {
  TimeMicros micros = 0;
  for (std::size_t i = 0; i < kFractionDigits; ++i) {
    micros = micros * 10 + (i < digits.size() ? digits[i] - '0' : 0);
  }
  return micros;
}

std::optional<TimeMicros> ExpiryOfImage(const item::ItemView* image, std::string_view attribute) {
  return image == nullptr ? std::nullopt : ExpiryOf(*image, attribute);
}

}  // namespace

std::optional<TimeMicros> ExpiryOf(item::ItemView item, std::string_view attribute) {
  const auto value = item.Find(attribute);
  if (!value || value->type() != item::Type::kNumber) return std::nullopt;
  std::string text;
  item::AppendNumberText(value->scalar(), text);
  if (text.starts_with('-')) return std::nullopt;
  const std::string_view number = text;
  const auto point = std::min(number.find('.'), number.size());
  const auto seconds = WholeSeconds(number.substr(0, point));
  if (!seconds) return std::nullopt;
  return *seconds + Fraction(number.substr(std::min(point + 1, number.size())));
}

bool IsExpired(TimeMicros expiry, TimeMicros now) {
  return expiry < now && now - expiry <= limits::kExpiryAgeMax;
}

storage::KeyRange ExpiryRange(TimeMicros from, TimeMicros to) {
  return {.begin = TimeKey(from), .end = TimeKey(to)};
}

storage::KeyRange ExpiredRange(TimeMicros now, TimeMicros delay) {
  const auto to = std::max<TimeMicros>(now - delay, 0);
  return ExpiryRange(std::min(now - limits::kExpiryAgeMax, to), to);
}

Result<BytesView> RowKeyInEntry(BytesView entry_key) {
  if (entry_key.size() <= kTimeBytes) {
    return Fail(ErrorCode::kCorruption, "an entry of a time-to-live index does not decode");
  }
  return entry_key.substr(kTimeBytes);
}

std::vector<storage::Mutation> ExpiryChanges(const catalog::TimeToLive& time_to_live,
                                             BytesView row_key, const item::ItemView* old_image,
                                             const item::ItemView* new_image) {
  std::vector<storage::Mutation> changes;
  if (!time_to_live.maintained()) return changes;
  const auto before = ExpiryOfImage(old_image, time_to_live.attribute);
  const auto after = ExpiryOfImage(new_image, time_to_live.attribute);
  if (before == after) return changes;
  const auto space = time_to_live.index;
  if (before) changes.push_back({{space, EntryKey(*before, row_key)}, std::nullopt});
  if (after) changes.push_back({{space, EntryKey(*after, row_key)}, Bytes(1, kExpiryFormat)});
  return changes;
}

}  // namespace stator::table
