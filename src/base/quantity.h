#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

// Parses counts, sizes and rates as people write them, in models and on the command line. Errors:
// ValidationException that quotes the text and shows a valid form.
namespace stator {

inline constexpr double kRateMax = 1e12;                           // per second
inline constexpr std::uint64_t kCountMax = 1'000'000'000'000'000;  // 10^15
inline constexpr std::uint64_t kSizeBytesMax = 1ULL << 60;
inline constexpr double kSecondsPerHour = 3600;
inline constexpr double kSecondsPerDay = 24 * kSecondsPerHour;
inline constexpr double kMicrosPerHour = 1e6 * kSecondsPerHour;
inline constexpr double kMillion = 1e6;

// Parses "3000", "20k", "1.5M", "50G": thousands, millions, billions. The result is a whole number
// up to kCountMax.
Result<std::uint64_t> ParseCount(std::string_view text);

// Parses "600B", "1KB", "1.5MB", "100GB", "2TB": 1 KB is 1024 bytes, and a fraction of a byte
// rounds up. Up to kSizeBytesMax.
Result<std::uint64_t> ParseSize(std::string_view text);

// Parses "1000/s", "6/min", "3/h", "10/day", "20k/s", "1.5M/day" into a rate per second. Up to
// kRateMax.
Result<double> ParseRate(std::string_view text);

// Parses "12.50usd/month", with or without a space before the unit, into dollars. Up to kRateMax.
Result<double> ParseMonthlyDollars(std::string_view text);

// Formats in the largest unit that gives a whole number: "600B", "1KB", "1536B".
std::string SizeText(std::uint64_t bytes);

}  // namespace stator
