#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/clock.h"

namespace stator {

// The rule of a time zone for all future years, in the form of POSIX's TZ variable with RFC 8536's
// longer times: "CET-1CEST,M3.5.0,M10.5.0/3".
struct PosixTimeZone {
  // A day of each year and the local time of a change on it, shown by clocks before the change.
  struct Date {
    enum class Form : std::uint8_t {
      kWithoutLeapDay,  // day 1 to 365; February always has 28 days
      kWithLeapDay,     // day 0 to 365
      kWeekday,         // the week-th such weekday of the month; 5 is the last one
    };
    Form form = Form::kWeekday;
    unsigned month = 0;  // 1 to 12
    unsigned week = 0;   // 1 to 5
    unsigned day = 0;    // of the week, with Sunday as 0, or of the year
    TimeMicros time = 0;
  };
  struct Daylight {
    TimeMicros offset = 0;
    Date begin;
    Date end;
  };

  TimeMicros offset = 0;  // ahead of UTC
  std::optional<Daylight> daylight;

  // Returns nullopt if the text is no such rule.
  static std::optional<PosixTimeZone> Parse(std::string_view text);
};

// A change of clocks, and their offset ahead of UTC from then on.
struct ZoneChange {
  TimeMicros at = 0;
  TimeMicros offset = 0;
};

// Returns the changes of a year: the beginning of daylight saving time first, even if it is the
// later one. Empty if there is none. REQUIRES: a year from 0 to 10000.
std::vector<ZoneChange> ChangesIn(const PosixTimeZone& zone, int year);

}  // namespace stator
