#include "base/posix_time_zone.h"

#include <algorithm>
#include <charconv>
#include <chrono>

#include "base/durations.h"
#include "base/text.h"

namespace stator {
namespace {

using std::chrono::days;
using std::chrono::sys_days;

class RuleReader {
 public:
  explicit RuleReader(std::string_view text) : rest_(text) {}

  std::optional<PosixTimeZone> Zone() {
    if (!Name()) return std::nullopt;
    const auto behind = Time(kOffsetHoursMax);
    if (!behind) return std::nullopt;
    PosixTimeZone zone{.offset = -*behind};
    if (rest_.empty()) return zone;
    PosixTimeZone::Daylight daylight{.offset = zone.offset + kHour};
    if (!Name()) return std::nullopt;
    if (!rest_.empty() && rest_.front() != ',') {
      const auto daylight_behind = Time(kOffsetHoursMax);
      if (!daylight_behind) return std::nullopt;
      daylight.offset = -*daylight_behind;
    }
    if (!Date(daylight.begin) || !Date(daylight.end) || !rest_.empty()) return std::nullopt;
    zone.daylight = daylight;
    return zone;
  }

 private:
  static constexpr unsigned kOffsetHoursMax = 24;
  static constexpr unsigned kTimeHoursMax = 167;  // a week, as RFC 8536 extends POSIX

  bool Take(char wanted) {
    if (!rest_.starts_with(wanted)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::optional<unsigned> Number(unsigned lowest, unsigned highest) {
    unsigned value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc() || value < lowest || value > highest) return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  // Parses "CET", "<+03>".
  bool Name() {
    constexpr std::size_t kLettersMin = 3;
    if (Take('<')) {
      const auto end = rest_.find('>');
      if (end == rest_.npos || end == 0) return false;
      rest_.remove_prefix(end + 1);
      return true;
    }
    const auto letters = std::ranges::find_if_not(rest_, IsLetter) - rest_.begin();
    rest_.remove_prefix(static_cast<std::size_t>(letters));
    return static_cast<std::size_t>(letters) >= kLettersMin;
  }

  // Parses "-1", "3:30", "+26:00:05".
  std::optional<TimeMicros> Time(unsigned hours_max) {
    const bool negative = Take('-');
    if (!negative) Take('+');
    const auto hours = Number(0, hours_max);
    if (!hours) return std::nullopt;
    TimeMicros seconds = TimeMicros{3600} * *hours;
    for (const TimeMicros unit : {60, 1}) {
      if (!Take(':')) break;
      const auto part = Number(0, 59);
      if (!part) return std::nullopt;
      seconds += unit * *part;
    }
    return (negative ? -seconds : seconds) * kSecond;
  }

  // Parses ",M3.5.0/2", ",J60", ",59/24".
  bool Date(PosixTimeZone::Date& date) {
    using Form = PosixTimeZone::Date::Form;
    constexpr TimeMicros kUsualTime = 2 * 3600 * kSecond;
    if (!Take(',')) return false;
    std::optional<unsigned> day;
    if (Take('M')) {
      const auto month = Number(1, 12);
      const auto week = month && Take('.') ? Number(1, 5) : std::nullopt;
      day = week && Take('.') ? Number(0, 6) : std::nullopt;
      if (!day) return false;
      date = {.form = Form::kWeekday, .month = *month, .week = *week, .day = *day};
    } else {
      const bool without = Take('J');
      day = without ? Number(1, 365) : Number(0, 365);
      if (!day) return false;
      date = {.form = without ? Form::kWithoutLeapDay : Form::kWithLeapDay, .day = *day};
    }
    const auto time = Take('/') ? Time(kTimeHoursMax) : std::optional(kUsualTime);
    date.time = time.value_or(0);
    return time.has_value();
  }

  std::string_view rest_;
};

sys_days DayOf(const PosixTimeZone::Date& date, std::chrono::year year) {
  using Form = PosixTimeZone::Date::Form;
  constexpr unsigned kFebruaryEnd = 59;
  constexpr unsigned kLastWeek = 5;
  const sys_days first(year / std::chrono::January / 1);
  const auto day = static_cast<int>(date.day);
  if (date.form == Form::kWithLeapDay) return first + days(day);
  if (date.form == Form::kWithoutLeapDay) {
    return first + days(year.is_leap() && date.day > kFebruaryEnd ? day : day - 1);
  }
  const auto month = year / std::chrono::month(date.month);
  const std::chrono::weekday weekday(date.day);
  if (date.week == kLastWeek) return sys_days(month / weekday[std::chrono::last]);
  return sys_days(month / weekday[date.week]);
}

TimeMicros LocalTimeOf(const PosixTimeZone::Date& date, int year) {
  return DayOf(date, std::chrono::year(year)).time_since_epoch().count() * kDay + date.time;
}

}  // namespace

std::optional<PosixTimeZone> PosixTimeZone::Parse(std::string_view text) {
  return RuleReader(text).Zone();
}

std::vector<ZoneChange> ChangesIn(const PosixTimeZone& zone, int year) {
  if (!zone.daylight) return {};
  const auto& daylight = *zone.daylight;
  return {{LocalTimeOf(daylight.begin, year) - zone.offset, daylight.offset},
          {LocalTimeOf(daylight.end, year) - daylight.offset, zone.offset}};
}

}  // namespace stator
