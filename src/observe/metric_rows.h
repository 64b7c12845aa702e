#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "base/bytes.h"
#include "base/clock.h"
#include "observe/metric.h"
#include "observe/statistics.h"
#include "storage/engine.h"

// The rows in which metrics are stored (docs/formats/metrics.md).
namespace stator::observe {

inline constexpr storage::Space kMetricSpace = 5;

// Given once, never again.
using SeriesNumber = std::uint32_t;
using Hour = std::int64_t;
inline constexpr Minute kHourMinutes = 60;
inline Hour HourOf(Minute minute) { return minute / kHourMinutes; }

using Points = std::map<Minute, Statistics>;
using MinuteRow = std::map<SeriesNumber, Statistics>;

struct Totals {
  SeriesNumber next = 1;         // the next series' number
  std::uint64_t hour_bytes = 0;  // of all rows of hours
  std::uint64_t saves = 0;       // commits that brought values
};

struct SeriesRow {
  Series series;
  // As it was when the row was written.
  Minute last = 0;  // the newest minute it had a value in
  Minute used = 0;  // the newest with more than zeros
};

Bytes TotalsKey();
Bytes SeriesKey(SeriesNumber number);
Bytes MinuteKey(Minute minute);
Bytes HourKey(Hour hour, SeriesNumber number);
// Of all rows of series, of minutes from `from` on, of hours before `end`.
storage::KeyRange SeriesRange();
storage::KeyRange MinuteRange(Minute from, std::optional<Minute> end);
storage::KeyRange HourRange(std::optional<Hour> end);

// REQUIRES: such a key, as ranges deliver them.
SeriesNumber NumberInSeriesKey(BytesView key);
Minute MinuteInKey(BytesView key);

Bytes EncodeTotals(const Totals& totals);
std::optional<Totals> DecodeTotals(BytesView bytes);
Bytes EncodeSeriesRow(const SeriesRow& row);
std::optional<SeriesRow> DecodeSeriesRow(BytesView bytes);
Bytes EncodeMinuteRow(const MinuteRow& row);
std::optional<MinuteRow> DecodeMinuteRow(BytesView bytes);
Bytes EncodeHourRow(const Points& points);
std::optional<Points> DecodeHourRow(Hour hour, BytesView bytes);

}  // namespace stator::observe
