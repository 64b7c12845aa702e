#include "base/time_text.h"

#include <charconv>
#include <chrono>
#include <cstdint>
#include <iterator>

#include <fmt/format.h>

#include "base/durations.h"
#include "base/text.h"

namespace stator {
namespace {

using std::chrono::days;
using std::chrono::microseconds;
using std::chrono::sys_days;

constexpr TimeMicros kDurationMax = 3'653'000 * kDay;
constexpr int kFractionDigits = 6;

struct TimeUnit {
  std::string_view name;
  TimeMicros micros;
};
// "ms" comes before "m", because "m" is its prefix.
constexpr TimeUnit kUnits[] = {{"w", 7 * kDay}, {"d", kDay},    {"h", kHour},
                               {"ms", 1000},    {"m", kMinute}, {"s", kSecond}};

// Removes a number of exactly `count` digits from the front, and the character `after` ('\0':
// none).
std::optional<int> TakeDigits(std::string_view& text, std::size_t count, char after) {
  const std::size_t taken = count + (after == '\0' ? 0 : 1);
  if (text.size() < taken || (after != '\0' && text[count] != after)) return std::nullopt;
  int value = 0;
  for (const char each : text.substr(0, count)) {
    if (each < '0' || each > '9') return std::nullopt;
    value = value * 10 + (each - '0');
  }
  text.remove_prefix(taken);
  return value;
}

std::optional<TimeMicros> TakeDate(std::string_view& text) {
  const auto year = TakeDigits(text, 4, '-');
  const auto month = year ? TakeDigits(text, 2, '-') : std::nullopt;
  const auto day = month ? TakeDigits(text, 2, '\0') : std::nullopt;
  if (!day || *year < 1970) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  return sys_days(date).time_since_epoch().count() * kDay;
}

// Parses ".5" and the like as microseconds.
std::optional<TimeMicros> TakeFraction(std::string_view& text) {
  if (!text.starts_with('.')) return 0;
  text.remove_prefix(1);
  TimeMicros value = 0;
  int digits = 0;
  while (!text.empty() && IsDigit(text.front())) {
    if (++digits > kFractionDigits) return std::nullopt;
    value = value * 10 + (text.front() - '0');
    text.remove_prefix(1);
  }
  if (digits == 0) return std::nullopt;
  for (; digits < kFractionDigits; ++digits) value *= 10;
  return value;
}

std::optional<TimeMicros> TakeTimeOfDay(std::string_view& text) {
  const auto hour = TakeDigits(text, 2, ':');
  const auto minute = hour ? TakeDigits(text, 2, ':') : std::nullopt;
  const auto second = minute ? TakeDigits(text, 2, '\0') : std::nullopt;
  if (!second || *hour > 23 || *minute > 59 || *second > 59) return std::nullopt;
  const auto fraction = TakeFraction(text);
  if (!fraction) return std::nullopt;
  return *hour * kHour + *minute * kMinute + *second * kSecond + *fraction;
}

std::string SecondsText(TimeMicros micros) {
  auto text = fmt::format("{}.{:06}", micros / kSecond, micros % kSecond);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text + "s";
}

}  // namespace

std::string TimeText(TimeMicros time) {
  const std::chrono::sys_time<microseconds> moment{microseconds(time)};
  const auto day = std::chrono::floor<days>(moment);
  const std::chrono::year_month_day date(day);
  const TimeMicros rest = (moment - day).count();
  auto text = fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", static_cast<int>(date.year()),
                          static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                          rest / kHour, rest % kHour / kMinute, rest % kMinute / kSecond);
  if (rest % kSecond != 0) fmt::format_to(std::back_inserter(text), ".{:06}", rest % kSecond);
  return text + "Z";
}

std::optional<TimeMicros> ParseTime(std::string_view text) {
  const auto date = TakeDate(text);
  if (!date || text.empty()) return date;
  if (text.front() != 'T') return std::nullopt;
  text.remove_prefix(1);
  const auto time = TakeTimeOfDay(text);
  if (!time || text != "Z") return std::nullopt;
  return *date + *time;
}

std::optional<TimeMicros> ParseDuration(std::string_view text) {
  if (text.empty()) return std::nullopt;
  TimeMicros sum = 0;
  while (!text.empty()) {
    std::uint32_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc()) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    const TimeUnit* unit = nullptr;
    for (const TimeUnit& each : kUnits) {
      if (unit == nullptr && text.starts_with(each.name)) unit = &each;
    }
    if (unit == nullptr || count > (kDurationMax - sum) / unit->micros) return std::nullopt;
    sum += count * unit->micros;
    text.remove_prefix(unit->name.size());
  }
  return sum;
}

std::string DurationText(TimeMicros duration) {
  std::string text;
  const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : " ") + part; };
  if (duration >= kDay) add(fmt::format("{}d", duration / kDay));
  if (duration % kDay >= kHour) add(fmt::format("{}h", duration % kDay / kHour));
  if (duration % kHour >= kMinute) add(fmt::format("{}m", duration % kHour / kMinute));
  if (duration % kMinute != 0 || text.empty()) add(SecondsText(duration % kMinute));
  return text;
}

}  // namespace stator
