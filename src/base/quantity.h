#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

// Counts, sizes and rates as people write them: in models and on the command line. What cannot be
// read is a ValidationException whose text quotes it and shows how to write one.
namespace stator {

inline constexpr double kRateMax = 1e12;                           // a second
inline constexpr std::uint64_t kCountMax = 1'000'000'000'000'000;  // 10^15
inline constexpr std::uint64_t kSizeBytesMax = 1ULL << 60;
inline constexpr double kSecondsPerHour = 3600;
inline constexpr double kSecondsPerDay = 24 * kSecondsPerHour;
inline constexpr double kMicrosPerHour = 1e6 * kSecondsPerHour;
inline constexpr double kMillion = 1e6;

// "3000", "20k", "1.5M", "50G": thousands, millions, thousands of millions. A whole number up to
// kCountMax.
Result<std::uint64_t> ParseCount(std::string_view text);

// "600B", "1KB", "1.5MB", "100GB", "2TB": 1 KB is 1024 bytes, and part of a byte is a byte. Up to
// kSizeBytesMax.
Result<std::uint64_t> ParseSize(std::string_view text);

// "1000/s", "6/min", "3/h", "10/day", "20k/s", "1.5M/day": how many a second. Up to kRateMax.
Result<double> ParseRate(std::string_view text);

// "12.50usd/month", with or without a space before the unit: dollars. Up to kRateMax.
Result<double> ParseMonthlyDollars(std::string_view text);

// In the largest unit that leaves a whole number: "600B", "1KB", "1536B".
std::string SizeText(std::uint64_t bytes);

}  // namespace stator
