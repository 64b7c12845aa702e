#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/clock.h"

namespace stator {

// The rule by which a time zone goes on for ever, as the TZ variable of POSIX has it with RFC
// 8536's longer times: "CET-1CEST,M3.5.0,M10.5.0/3".
struct PosixTimeZone {
  // A day of each year, and the time of that day that clocks show until then.
  struct Date {
    enum class Form : std::uint8_t {
      kWithoutLeapDay,  // day 1 to 365, where February has always 28
      kWithLeapDay,     // day 0 to 365
      kWeekday,         // the week-th day of the week in the month; the fifth is the last
    };
    Form form = Form::kWeekday;
    unsigned month = 0;  // 1 to 12
    unsigned week = 0;   // 1 to 5
    unsigned day = 0;    // of the week, from Sunday as 0, or of the year
    TimeMicros time = 0;
  };
  struct Daylight {
    TimeMicros offset = 0;
    Date begin;
    Date end;
  };

  TimeMicros offset = 0;  // ahead of UTC
  std::optional<Daylight> daylight;

  // nullopt: it is none.
  static std::optional<PosixTimeZone> Parse(std::string_view text);
};

// When clocks are turned, and how far they are ahead of UTC from then on.
struct ZoneChange {
  TimeMicros at = 0;
  TimeMicros offset = 0;
};

// Of a year, the beginning of daylight saving time first, which may be the later one. None where
// there is none. REQUIRES: a year from 0 to 10000.
std::vector<ZoneChange> ChangesIn(const PosixTimeZone& zone, int year);

}  // namespace stator
