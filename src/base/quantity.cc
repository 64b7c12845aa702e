#include "base/quantity.h"

#include <charconv>
#include <cmath>
#include <iterator>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "base/text.h"
#include "base/utf8.h"

namespace stator {
namespace {

constexpr std::size_t kQuotedBytesMax = 64;  // of an invalid text

struct Unit {
  std::string_view name;
  double factor;
};
constexpr Unit kMultiples[] = {{"", 1}, {"k", 1e3}, {"M", 1e6}, {"G", 1e9}};
constexpr Unit kSizes[] = {{"B", 1},
                           {"KB", 1024.0},
                           {"MB", 1024.0 * 1024},
                           {"GB", 1024.0 * 1024 * 1024},
                           {"TB", 1024.0 * 1024 * 1024 * 1024}};
constexpr Unit kPeriods[] = {
    {"s", 1}, {"min", 60}, {"h", kSecondsPerHour}, {"day", 24 * kSecondsPerHour}};

std::optional<double> FactorOf(std::span<const Unit> units, std::string_view name) {
  for (const Unit& unit : units) {
    if (unit.name == name) return unit.factor;
  }
  return std::nullopt;
}

// Parses a number, with digits on both sides of its point if it has one, and its unit.
std::optional<double> ParseWithUnit(std::string_view text, std::span<const Unit> units) {
  if (text.empty() || !IsDigit(text.front())) return std::nullopt;
  double number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (error != std::errc() || !IsDigit(*std::prev(end))) return std::nullopt;
  const auto factor = FactorOf(units, text.substr(static_cast<std::size_t>(end - text.data())));
  if (!factor) return std::nullopt;
  return number * *factor;
}

std::unexpected<Error> Refuse(std::string_view text, std::string_view form) {
  // Words of a command line may contain any bytes.
  const auto quoted = ValidUtf8(text) ? CutUtf8(text, kQuotedBytesMax) : "?";
  return FailInvalid(fmt::format("'{}' is not {}.", quoted, form));
}

}  // namespace

Result<std::uint64_t> ParseCount(std::string_view text) {
  const auto count = ParseWithUnit(text, kMultiples);
  if (!count || *count > static_cast<double>(kCountMax) || *count != std::floor(*count)) {
    return Refuse(text, "a whole number such as 3000, 20k, 1.5M or 50G");
  }
  return static_cast<std::uint64_t>(*count);
}

Result<std::uint64_t> ParseSize(std::string_view text) {
  const auto size = ParseWithUnit(text, kSizes);
  if (!size || *size > static_cast<double>(kSizeBytesMax)) {
    return Refuse(text, "a size such as 600B, 1KB, 2MB, 100GB or 1.5TB");
  }
  return static_cast<std::uint64_t>(std::ceil(*size));
}

Result<double> ParseRate(std::string_view text) {
  constexpr std::string_view kForm = "a rate such as 1000/s, 20k/s, 6/min, 3/h or 10/day";
  const auto slash = text.find('/');
  if (slash == std::string_view::npos) return Refuse(text, kForm);
  const auto count = ParseWithUnit(text.substr(0, slash), kMultiples);
  const auto seconds = FactorOf(kPeriods, text.substr(slash + 1));
  if (!count || !seconds || *count / *seconds > kRateMax) return Refuse(text, kForm);
  return *count / *seconds;
}

Result<double> ParseMonthlyDollars(std::string_view text) {
  constexpr Unit kUnits[] = {{"usd/month", 1}, {" usd/month", 1}};
  const auto dollars = ParseWithUnit(text, kUnits);
  if (!dollars || *dollars > kRateMax) return Refuse(text, "an amount such as 12.50usd/month");
  return *dollars;
}

std::string SizeText(std::uint64_t bytes) {
  std::uint64_t whole = bytes;
  std::size_t unit = 0;
  while (whole != 0 && whole % 1024 == 0 && unit + 1 < std::size(kSizes)) {
    whole /= 1024;
    ++unit;
  }
  return fmt::format("{}{}", whole, kSizes[unit].name);
}

}  // namespace stator
