#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"

// Times and durations as people write them.
namespace stator {

// "2027-01-01T00:00:00Z", with six digits behind the seconds if they are not whole. REQUIRES: from
// the year 1 to 9999.
std::string TimeText(TimeMicros time);

// The same read back: a fraction may have up to six digits, and a date alone is its first moment.
// nullopt: it is not a time of the years 1970 to 9999 in UTC.
std::optional<TimeMicros> ParseTime(std::string_view text);

// "3d", "90m", "1d12h", "500ms": whole numbers with the units w, d, h, m, s and ms. nullopt: it is
// none, or longer than 10,000 years.
std::optional<TimeMicros> ParseDuration(std::string_view text);

// "3d", "1d 12h 0.5s": in days, hours, minutes and seconds; "0s" if there is nothing to say.
// REQUIRES: not negative.
std::string DurationText(TimeMicros duration);

}  // namespace stator
