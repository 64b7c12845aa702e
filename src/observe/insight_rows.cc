#include "observe/insight_rows.h"

#include <utility>

#include "base/endian.h"
#include "base/varint.h"
#include "observe/statistics.h"

namespace stator::observe {
namespace {

constexpr char kInsightRowFormat = 1;
// Sorts before all names of tables.
constexpr char kSliceMark = 1;
constexpr char kHourSliceMark = 'h';
constexpr char kMinuteSliceMark = 'm';
constexpr std::size_t kTimeBytes = 4;

Bytes AfterMark(char mark) { return Bytes(1, static_cast<char>(mark + 1)); }

Bytes SlicesOf(const InsightTarget& target) {
  return kSliceMark + target.table + '\0' + target.index + '\0';
}

Bytes SlicesOf(const SlicePlace& place) {
  Bytes key = SlicesOf(place.target);
  key.push_back(static_cast<char>(place.rule));
  key.push_back(place.length == SliceLength::kHour ? kHourSliceMark : kMinuteSliceMark);
  return key;
}

// Removes the text before the next zero byte, and that byte, from the front.
std::optional<std::string> TakeName(BytesView& key) {
  const auto end = key.find('\0');
  if (end == key.npos) return std::nullopt;
  std::string name(key.substr(0, end));
  key.remove_prefix(end + 1);
  return name;
}

}  // namespace

Bytes SettingKey(const InsightTarget& target) { return target.table + '\0' + target.index; }

storage::KeyRange SettingRange() { return {.begin = AfterMark(kSliceMark), .end = {}}; }

Bytes EncodeSetting(const InsightSetting& setting) {
  Bytes out(1, kInsightRowFormat);
  out.push_back(static_cast<char>(setting.enabled));
  out.push_back(static_cast<char>(setting.mode));
  out.push_back(static_cast<char>(setting.has_sort_key));
  AppendVarint(static_cast<std::uint64_t>(setting.changed), out);
  AppendSized(setting.table_id, out);
  return out;
}

std::optional<InsightSetting> DecodeSetting(BytesView key, BytesView value) {
  const auto end = key.find('\0');
  if (end == key.npos || value.size() < 4 || value.front() != kInsightRowFormat)
    return std::nullopt;
  InsightSetting setting{.target = {Bytes(key.substr(0, end)), Bytes(key.substr(end + 1))}};
  setting.enabled = value[1] != 0;
  setting.mode = value[2] != 0 ? InsightMode::kThrottled : InsightMode::kAccessedAndThrottled;
  setting.has_sort_key = value[3] != 0;
  value.remove_prefix(4);
  const auto changed = ReadVarint(value);
  if (!changed) return std::nullopt;
  const auto id = ReadSized(value);
  if (!id || !value.empty()) return std::nullopt;
  setting.changed = static_cast<TimeMicros>(*changed);
  setting.table_id = Bytes(*id);
  return setting;
}

Bytes SliceKey(const SlicePlace& place) {
  Bytes key = SlicesOf(place);
  AppendBigEndian32(static_cast<std::uint32_t>(place.begin), key);
  return key;
}

std::optional<SlicePlace> PlaceInKey(BytesView key) {
  if (key.empty() || key.front() != kSliceMark) return std::nullopt;
  key.remove_prefix(1);
  auto table = TakeName(key);
  auto index = table ? TakeName(key) : std::nullopt;
  if (!index || key.size() != 2 + kTimeBytes) return std::nullopt;
  const auto rule = static_cast<unsigned char>(key[0]);
  if (rule > static_cast<unsigned char>(InsightRule::kThrottledItems)) return std::nullopt;
  if (key[1] != kHourSliceMark && key[1] != kMinuteSliceMark) return std::nullopt;
  return SlicePlace{
      .target = {*std::move(table), *std::move(index)},
      .rule = static_cast<InsightRule>(rule),
      .length = key[1] == kHourSliceMark ? SliceLength::kHour : SliceLength::kMinute,
      .begin = ReadBigEndian32(key.substr(2)),
  };
}

storage::KeyRange SliceRange() {
  return {.begin = Bytes(1, kSliceMark), .end = AfterMark(kSliceMark)};
}

storage::KeyRange SliceRange(const InsightTarget& target) {
  auto begin = SlicesOf(target);
  auto end = begin;
  end.back() = 1;  // the end of the prefix: one past the zero byte
  return {.begin = std::move(begin), .end = std::move(end)};
}

storage::KeyRange SlicesBefore(const SlicePlace& place) {
  return {.begin = SlicesOf(place), .end = SliceKey(place)};
}

Bytes EncodeSlice(const CountedSlice& slice, std::size_t bytes_max) {
  Bytes out(1, kInsightRowFormat);
  AppendNumber(slice.total, out);
  for (const auto& counter : slice.keys) {
    const auto before = out.size();
    AppendSized(counter.key, out);
    AppendNumber(counter.sum, out);
    AppendNumber(counter.error, out);
    if (out.size() <= bytes_max) continue;
    out.resize(before);
    break;
  }
  return out;
}

std::optional<CountedSlice> DecodeSlice(Minute begin, BytesView bytes) {
  if (bytes.empty() || bytes.front() != kInsightRowFormat) return std::nullopt;
  bytes.remove_prefix(1);
  const auto total = TakeNumber(bytes);
  if (!total) return std::nullopt;
  CountedSlice slice{.begin = begin, .total = *total, .keys = {}};
  while (!bytes.empty()) {
    const auto key = ReadSized(bytes);
    const auto sum = key ? TakeNumber(bytes) : std::nullopt;
    const auto error = sum ? TakeNumber(bytes) : std::nullopt;
    if (!error) return std::nullopt;
    slice.keys.push_back({Bytes(*key), *sum, *error});
  }
  return slice;
}

}  // namespace stator::observe
