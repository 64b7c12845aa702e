#include "scaling/cron.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/text.h"

namespace stator::scaling {
namespace {

using std::chrono::days;
using std::chrono::sys_days;
using std::chrono::year_month_day;

constexpr TimeMicros kMicrosPerMinute = 60LL * 1'000'000;
constexpr TimeMicros kMicrosPerDay = 24 * 60 * kMicrosPerMinute;

constexpr std::array<std::string_view, 13> kMonths = {
    "", "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"};
constexpr std::array<std::string_view, 8> kWeekdays = {"",    "SUN", "MON", "TUE",
                                                       "WED", "THU", "FRI", "SAT"};

struct FieldRules {
  unsigned lowest;
  unsigned highest;
  std::span<const std::string_view> names;
};

std::unexpected<Error> RefuseCronField(std::string_view what) {
  return FailInvalid(
      fmt::format("Invalid schedule expression: '{}' is not a field of cron().", what));
}

std::optional<unsigned> ReadValue(std::string_view text, const FieldRules& rules) {
  const auto named = std::ranges::find(rules.names, text);
  if (!text.empty() && named != rules.names.end()) {
    return static_cast<unsigned>(named - rules.names.begin());
  }
  const auto value = ParseNumber<unsigned>(text);
  if (!value || *value < rules.lowest || *value > rules.highest) return std::nullopt;
  return value;
}

struct Span {
  unsigned first;
  unsigned last;
  unsigned step;
};

// Parses one span: "*", "5", "MON-FRI", "*/15", "3/4", "1-9/2".
std::optional<Span> ReadSpan(std::string_view text, const FieldRules& rules) {
  Span span{rules.lowest, rules.highest, 1};
  const auto slash = text.find('/');
  if (slash != text.npos) {
    const auto step = ParseNumber<unsigned>(text.substr(slash + 1));
    const auto values = rules.highest - rules.lowest + 1;
    if (!step || *step == 0 || *step > values) return std::nullopt;
    span.step = *step;
    text = text.substr(0, slash);
  }
  if (text == "*") return span;
  const auto dash = text.find('-');
  const auto first = ReadValue(text.substr(0, dash), rules);
  if (!first) return std::nullopt;
  span.first = *first;
  if (dash != text.npos) {
    const auto last = ReadValue(text.substr(dash + 1), rules);
    if (!last || *last < *first) return std::nullopt;
    span.last = *last;
  } else if (slash == text.npos) {
    span.last = *first;
  }
  return span;
}

// Sets the bits for a list of spans. Bit numbers are lower than their values by `base`.
template <std::size_t kSize>
Result<> ReadField(std::string_view text, const FieldRules& rules, std::bitset<kSize>& out,
                   unsigned base = 0) {
  for (const auto whole = text; !text.empty();) {
    const auto comma = text.find(',');
    const auto span = ReadSpan(text.substr(0, comma), rules);
    if (!span) return RefuseCronField(whole);
    for (std::uint64_t value = span->first; value <= span->last; value += span->step) {
      out.set(value - base);
    }
    if (comma == text.npos) return {};
    text.remove_prefix(comma + 1);
  }
  return RefuseCronField("");
}

// Whether the day is from Monday to Friday.
bool IsWeekday(sys_days day) {
  const auto weekday = std::chrono::weekday(day);
  return weekday != std::chrono::Saturday && weekday != std::chrono::Sunday;
}

// Returns the weekday nearest to a day and in the same month.
sys_days NearestWeekday(sys_days day) {
  if (IsWeekday(day)) return day;
  const auto month = year_month_day(day).month();
  for (const int step : {-1, 1, -2, 2}) {
    const auto other = day + days(step);
    if (IsWeekday(other) && year_month_day(other).month() == month) return other;
  }
  return day;
}

}  // namespace

Result<Cron> Cron::Parse(std::string_view text) {
  constexpr std::size_t kFields = 6;
  const auto words = WordsIn(text, " ");
  if (words.size() != kFields) {
    return FailInvalid("Invalid schedule expression: cron() has six fields.");
  }
  if ((words[2] == "?") == (words[4] == "?")) {
    return FailInvalid(
        "Invalid schedule expression: one of day-of-month and day-of-week in cron() is '?'.");
  }
  Cron cron;
  TRY(ReadField(words[0], {0, 59, {}}, cron.minutes_));
  TRY(ReadField(words[1], {0, 23, {}}, cron.hours_));
  TRY(ReadField(words[3], {1, 12, kMonths}, cron.months_));
  TRY(ReadField(words[5], {kFirstYear, kLastYear, {}}, cron.years_, kFirstYear));
  if (words[2] == "?") {
    cron.days_.set();
    TRY(cron.ParseWeekdays(words[4]));
  } else {
    cron.weekdays_.set();
    TRY(cron.ParseDays(words[2]));
  }
  return cron;
}

Result<> Cron::ParseDays(std::string_view text) {
  if (text == "L" || text == "LW") {
    special_ = text == "L" ? Special::kLastDay : Special::kLastWeekday;
    return {};
  }
  constexpr FieldRules kRules{1, 31, {}};
  if (!text.ends_with('W')) return ReadField(text, kRules, days_);
  const auto day = ReadValue(text.substr(0, text.size() - 1), kRules);
  if (!day) return RefuseCronField(text);
  special_ = Special::kNearWeekday;
  special_day_ = *day;
  return {};
}

Result<> Cron::ParseWeekdays(std::string_view text) {
  constexpr unsigned kWeeksMax = 5;
  const FieldRules rules{1, 7, kWeekdays};
  if (text == "L") text = "7";
  const auto mark = text.find('#');
  const bool last = text.size() > 1 && text.ends_with('L');
  if (mark == text.npos && !last) return ReadField(text, rules, weekdays_);
  const auto day = ReadValue(text.substr(0, last ? text.size() - 1 : mark), rules);
  if (!day) return RefuseCronField(text);
  special_ = last ? Special::kLastOf : Special::kNth;
  special_day_ = *day;
  if (last) return {};
  const auto place = ParseNumber<unsigned>(text.substr(mark + 1));
  if (!place || *place < 1 || *place > kWeeksMax) return RefuseCronField(text);
  special_place_ = *place;
  return {};
}

bool Cron::HasSpecialDay(std::int64_t day) const {
  const sys_days date{days(day)};
  const year_month_day calendar(date);
  const sys_days last(calendar.year() / calendar.month() / std::chrono::last);
  const auto of_week = std::chrono::weekday(date).c_encoding() + 1;
  switch (special_) {
    case Special::kLastDay:
      return date == last;
    case Special::kLastWeekday:
      return date == NearestWeekday(last);
    case Special::kNearWeekday: {
      const auto wanted = calendar.year() / calendar.month() / std::chrono::day(special_day_);
      return wanted.ok() && date == NearestWeekday(sys_days(wanted));
    }
    case Special::kNth:
      return of_week == special_day_ &&
             (static_cast<unsigned>(calendar.day()) + 6) / 7 == special_place_;
    case Special::kLastOf:
      return of_week == special_day_ && last - date < days(7);
    case Special::kNone:
      return true;
  }
  std::unreachable();
}

bool Cron::HasMonth(std::chrono::year_month month) const {
  const int year = static_cast<int>(month.year());
  if (year < kFirstYear || year > kLastYear) return false;
  return years_.test(static_cast<std::size_t>(year - kFirstYear)) &&
         months_.test(static_cast<unsigned>(month.month()));
}

bool Cron::HasDay(std::int64_t day) const {
  const sys_days date{days(day)};
  const year_month_day calendar(date);
  if (!HasMonth(calendar.year() / calendar.month())) return false;
  if (special_ != Special::kNone) return HasSpecialDay(day);
  return days_.test(static_cast<unsigned>(calendar.day())) &&
         weekdays_.test(std::chrono::weekday(date).c_encoding() + 1);
}

std::optional<TimeMicros> Cron::Next(TimeMicros after) const {
  const std::int64_t today = after / kMicrosPerDay;
  for (std::int64_t day = today; day < today + limits::kScheduleDaysMax; ++day) {
    if (!HasDay(day)) continue;
    for (std::size_t minute = 0; minute < 24 * 60; ++minute) {
      if (!hours_.test(minute / 60) || !minutes_.test(minute % 60)) continue;
      const auto time = day * kMicrosPerDay + static_cast<TimeMicros>(minute) * kMicrosPerMinute;
      if (time > after) return time;
    }
  }
  return std::nullopt;
}

// Skips whole months without a matching day. A clock can be turned by centuries, and this bounds
// the search to a few thousand steps.
TimeMicros Cron::Latest(TimeMicros first, TimeMicros until) const {
  constexpr auto kLastDay = sys_days(std::chrono::year(kLastYear) / std::chrono::December / 31);
  auto day = std::min(sys_days(days(until / kMicrosPerDay)), kLastDay);
  while (day.time_since_epoch().count() * kMicrosPerDay > first) {
    const year_month_day calendar(day);
    const auto month = calendar.year() / calendar.month();
    const auto number = day.time_since_epoch().count();
    if (!HasMonth(month)) {
      day = sys_days(month / 1) - days(1);
      continue;
    }
    if (const auto time = HasDay(number) ? LatestOf(number, until) : std::nullopt) return *time;
    day -= days(1);
  }
  return LatestOf(first / kMicrosPerDay, until).value_or(first);
}

std::optional<TimeMicros> Cron::LatestOf(std::int64_t day, TimeMicros until) const {
  for (std::int64_t minute = 24 * 60 - 1; minute >= 0; --minute) {
    const auto place = static_cast<std::size_t>(minute);
    if (!hours_.test(place / 60) || !minutes_.test(place % 60)) continue;
    const auto time = day * kMicrosPerDay + minute * kMicrosPerMinute;
    if (time <= until) return time;
  }
  return std::nullopt;
}

}  // namespace stator::scaling
