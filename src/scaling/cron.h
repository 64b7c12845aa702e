#pragma once

#include <bitset>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"

namespace stator::scaling {

// The expression between the parentheses of cron(). No packaged library knows AWS's six fields with
// L, W and #. Its fields are minutes, hours, days of the
// month, months, days of the week (1 or SUN to 7 or SAT) and years. All fields take lists, ranges
// and steps; days also take L, W and #. One of the two fields of days must be "?".
class Cron {
 public:
  // Errors: ValidationException with one sentence.
  static Result<Cron> Parse(std::string_view text);

  // Returns the first run after `after`, at a whole minute. Returns nullopt if there is none within
  // limits::kScheduleDaysMax.
  std::optional<TimeMicros> Next(TimeMicros after) const;
  // Returns the last run not after `until`. REQUIRES: `first` is a run and not after `until`.
  TimeMicros Latest(TimeMicros first, TimeMicros until) const;

 private:
  static constexpr int kFirstYear = 1970;
  static constexpr int kLastYear = 2199;

  // Days that depend on the month they are in.
  enum class Special : std::uint8_t { kNone, kLastDay, kNearWeekday, kLastWeekday, kNth, kLastOf };

  Result<> ParseDays(std::string_view text);
  Result<> ParseWeekdays(std::string_view text);
  bool HasMonth(std::chrono::year_month month) const;
  bool HasDay(std::int64_t day) const;
  bool HasSpecialDay(std::int64_t day) const;
  // Returns the last run of a matching day that is not after `until`.
  std::optional<TimeMicros> LatestOf(std::int64_t day, TimeMicros until) const;

  std::bitset<60> minutes_;
  std::bitset<24> hours_;
  std::bitset<32> days_;
  std::bitset<13> months_;
  std::bitset<8> weekdays_;
  std::bitset<kLastYear - kFirstYear + 1> years_;
  Special special_ = Special::kNone;
  unsigned special_day_ = 0;    // kNearWeekday: day of the month; else day of the week
  unsigned special_place_ = 0;  // for kNth
};

}  // namespace stator::scaling
