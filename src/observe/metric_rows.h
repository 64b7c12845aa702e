#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "base/bytes.h"
#include "base/clock.h"
#include "observe/metric.h"
#include "observe/statistics.h"
#include "storage/engine.h"

// Encodes metrics as rows (docs/formats/metrics.md).
namespace stator::observe {

inline constexpr storage::Space kMetricSpace = 5;

// Never reused.
using SeriesNumber = std::uint32_t;
using Hour = std::int64_t;
inline constexpr Minute kHourMinutes = 60;
inline Hour HourOf(Minute minute) { return minute / kHourMinutes; }

using Points = std::map<Minute, Statistics>;
using MinuteRow = std::map<SeriesNumber, Statistics>;

// Counts over all rows, stored in one row.
struct Totals {
  SeriesNumber next = 1;         // the next series' number
  std::uint64_t hour_bytes = 0;  // of all hour rows
  std::uint64_t saves = 0;       // commits with values
};

// A series and its age. The times are those at which the row was written.
struct SeriesRow {
  Series series;
  Minute last = 0;  // newest minute with a value
  Minute used = 0;  // newest minute with a value other than 0
};

Bytes TotalsKey();
Bytes SeriesKey(SeriesNumber number);
Bytes MinuteKey(Minute minute);
Bytes HourKey(Hour hour, SeriesNumber number);
// Ranges of all series rows, of minute rows from `from` on, and of hour rows before `end`.
storage::KeyRange SeriesRange();
storage::KeyRange MinuteRange(Minute from, std::optional<Minute> end);
storage::KeyRange HourRange(std::optional<Hour> end);

// REQUIRES: a key of that kind, as the ranges deliver it.
SeriesNumber NumberInSeriesKey(BytesView key);
Minute MinuteInKey(BytesView key);

// Values of rows. Decoding returns nullopt for other bytes.
Bytes EncodeTotals(const Totals& totals);
std::optional<Totals> DecodeTotals(BytesView bytes);
Bytes EncodeSeriesRow(const SeriesRow& row);
std::optional<SeriesRow> DecodeSeriesRow(BytesView bytes);
Bytes EncodeMinuteRow(const MinuteRow& row);
std::optional<MinuteRow> DecodeMinuteRow(BytesView bytes);
Bytes EncodeHourRow(const Points& points);
std::optional<Points> DecodeHourRow(Hour hour, BytesView bytes);

}  // namespace stator::observe
