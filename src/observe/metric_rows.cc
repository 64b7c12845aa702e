#include "observe/metric_rows.h"

#include <utility>

#include "base/endian.h"
#include "base/varint.h"

namespace stator::observe {
namespace {

constexpr char kMetricRowFormat = 1;
constexpr char kHourMark = 'h';
constexpr char kMinuteMark = 'm';
constexpr char kSeriesMark = 's';
constexpr char kTotalsMark = 't';

Bytes Key(char mark) { return Bytes(1, mark); }

// Minutes up to the end of service time fit into the key.
Bytes Key(char mark, std::int64_t number) {
  Bytes key(1, mark);
  AppendBigEndian32(static_cast<std::uint32_t>(number), key);
  return key;
}

Bytes AfterAll(char mark) { return Bytes(1, static_cast<char>(mark + 1)); }

std::uint32_t NumberIn(BytesView key) { return ReadBigEndian32(key.substr(1)); }

}  // namespace

Bytes TotalsKey() { return Key(kTotalsMark); }
Bytes SeriesKey(SeriesNumber number) { return Key(kSeriesMark, number); }
Bytes MinuteKey(Minute minute) { return Key(kMinuteMark, minute); }

Bytes HourKey(Hour hour, SeriesNumber number) {
  Bytes key = Key(kHourMark, hour);
  AppendBigEndian32(number, key);
  return key;
}

storage::KeyRange SeriesRange() {
  return {.begin = Key(kSeriesMark), .end = AfterAll(kSeriesMark)};
}

storage::KeyRange MinuteRange(Minute from, std::optional<Minute> end) {
  return {.begin = MinuteKey(from), .end = end ? MinuteKey(*end) : AfterAll(kMinuteMark)};
}

storage::KeyRange HourRange(std::optional<Hour> end) {
  return {.begin = Key(kHourMark), .end = end ? Key(kHourMark, *end) : AfterAll(kHourMark)};
}

SeriesNumber NumberInSeriesKey(BytesView key) { return NumberIn(key); }
Minute MinuteInKey(BytesView key) { return NumberIn(key); }

Bytes EncodeTotals(const Totals& totals) {
  Bytes out(1, kMetricRowFormat);
  AppendVarint(totals.next, out);
  AppendVarint(totals.hour_bytes, out);
  AppendVarint(totals.saves, out);
  return out;
}

std::optional<Totals> DecodeTotals(BytesView bytes) {
  if (bytes.empty() || bytes.front() != kMetricRowFormat) return std::nullopt;
  bytes.remove_prefix(1);
  const auto next = ReadVarint(bytes);
  const auto hour_bytes = ReadVarint(bytes);
  // Old rows lack this member.
  const auto saves = bytes.empty() ? std::optional<std::uint64_t>(0) : ReadVarint(bytes);
  if (!next || *next > UINT32_MAX || !hour_bytes || !saves || !bytes.empty()) return std::nullopt;
  return Totals{static_cast<SeriesNumber>(*next), *hour_bytes, *saves};
}

Bytes EncodeSeriesRow(const SeriesRow& row) {
  Bytes out = EncodeSeries(row.series);
  AppendVarint(static_cast<std::uint64_t>(row.last), out);
  AppendVarint(static_cast<std::uint64_t>(row.used), out);
  return out;
}

std::optional<SeriesRow> DecodeSeriesRow(BytesView bytes) {
  auto series = DecodeSeries(bytes);
  if (!series) return std::nullopt;
  const auto last = ReadVarint(bytes);
  // Old rows lack this member.
  const auto used = bytes.empty() ? std::optional<std::uint64_t>(0) : ReadVarint(bytes);
  if (!last || *last > UINT32_MAX || !used || *used > UINT32_MAX || !bytes.empty()) {
    return std::nullopt;
  }
  return SeriesRow{*std::move(series), static_cast<Minute>(*last), static_cast<Minute>(*used)};
}

Bytes EncodeMinuteRow(const MinuteRow& row) {
  Bytes out;
  for (const auto& [number, statistics] : row) {
    AppendVarint(number, out);
    statistics.Encode(out);
  }
  return out;
}

std::optional<MinuteRow> DecodeMinuteRow(BytesView bytes) {
  MinuteRow row;
  while (!bytes.empty()) {
    const auto number = ReadVarint(bytes);
    auto statistics = Statistics::Decode(bytes);
    if (!number || *number > UINT32_MAX || !statistics) return std::nullopt;
    row.emplace(static_cast<SeriesNumber>(*number), *std::move(statistics));
  }
  return row;
}

Bytes EncodeHourRow(const Points& points) {
  Bytes out;
  for (const auto& [minute, statistics] : points) {
    out.push_back(static_cast<char>(minute % kHourMinutes));
    statistics.Encode(out);
  }
  return out;
}

std::optional<Points> DecodeHourRow(Hour hour, BytesView bytes) {
  Points points;
  while (!bytes.empty()) {
    const auto within = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    auto statistics = Statistics::Decode(bytes);
    if (within >= kHourMinutes || !statistics) return std::nullopt;
    points.emplace(hour * kHourMinutes + within, *std::move(statistics));
  }
  return points;
}

}  // namespace stator::observe
