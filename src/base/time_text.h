#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"

// Formats and parses times and durations as people write them.
namespace stator {

// Formats "2027-01-01T00:00:00Z", with six decimal digits if the seconds are not whole. REQUIRES: a
// time from the year 1 to 9999.
std::string TimeText(TimeMicros time);

// Parses that form. A fraction may have up to six digits, and a date alone is its first moment.
// Returns nullopt for other texts and for times outside the years 1970 to 9999 in UTC.
std::optional<TimeMicros> ParseTime(std::string_view text);

// Parses "3d", "90m", "1d12h", "500ms": whole numbers with the units w, d, h, m, s and ms. Returns
// nullopt for other texts and for more than 10,000 years.
std::optional<TimeMicros> ParseDuration(std::string_view text);

// Formats "3d", "1d 12h 0.5s": in days, hours, minutes and seconds; "0s" for an empty duration.
// REQUIRES: not negative.
std::string DurationText(TimeMicros duration);

}  // namespace stator
