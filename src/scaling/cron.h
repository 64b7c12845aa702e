#pragma once

#include <bitset>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"

namespace stator::scaling {

// What stands between the parentheses of cron(): minutes, hours, days of the month, months, days of
// the week (1 or SUN to 7 or SAT), years. Lists, ranges and steps everywhere; L, W and # among the
// days; one of the two kinds of days is "?".
class Cron {
 public:
  // ValidationException, in one sentence.
  static Result<Cron> Parse(std::string_view text);

  // The first moment after `after`, with whole minutes; nullopt: none within
  // limits::kScheduleDaysMax.
  std::optional<TimeMicros> Next(TimeMicros after) const;
  // The last moment not after `until`. REQUIRES: `first` is one, and not after it either.
  TimeMicros Latest(TimeMicros first, TimeMicros until) const;

 private:
  static constexpr int kFirstYear = 1970;
  static constexpr int kLastYear = 2199;

  // Days that cannot be told without the month they are in.
  enum class Special : std::uint8_t { kNone, kLastDay, kNearWeekday, kLastWeekday, kNth, kLastOf };

  Result<> ParseDays(std::string_view text);
  Result<> ParseWeekdays(std::string_view text);
  bool HasMonth(std::chrono::year_month month) const;
  bool HasDay(std::int64_t day) const;
  bool HasSpecialDay(std::int64_t day) const;
  // Of a day that it has.
  std::optional<TimeMicros> LatestOf(std::int64_t day, TimeMicros until) const;

  std::bitset<60> minutes_;
  std::bitset<24> hours_;
  std::bitset<32> days_;
  std::bitset<13> months_;
  std::bitset<8> weekdays_;
  std::bitset<kLastYear - kFirstYear + 1> years_;
  Special special_ = Special::kNone;
  unsigned special_day_ = 0;    // of the month for kNearWeekday, else of the week
  unsigned special_place_ = 0;  // of kNth
};

}  // namespace stator::scaling
