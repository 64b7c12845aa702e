#include "price/money.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/quantity.h"

namespace stator::price {
namespace {

constexpr std::size_t kGroupDigits = 3;
constexpr int kMoneyDigits = 2;
constexpr int kPriceDigits = 10;
constexpr int kAmountDigits = 3;

// Returns the number of digits behind the point: `usual`, or for smaller numbers enough for two
// digits that are not zero.
int DigitsOf(double number, int usual) {
  if (number <= 0 || number >= std::pow(10.0, -usual)) return usual;
  const int zeros = static_cast<int>(std::ceil(-std::log10(number)));
  return std::min(zeros + 1, kPriceDigits);
}

std::string Grouped(double number, int digits) {
  auto text = fmt::format("{:.{}f}", number, digits);
  for (auto at = std::min(text.find('.'), text.size()); at > kGroupDigits;) {
    at -= kGroupDigits;
    text.insert(at, 1, ',');
  }
  return text;
}

// Removes zeros at the end. Keeps `kept` digits behind the point.
std::string WithoutZeros(std::string text, std::size_t kept) {
  const auto point = text.find('.');
  text.erase(std::max(text.find_last_not_of('0') + 1, point + 1 + kept));
  if (text.ends_with('.')) text.pop_back();
  return text;
}

}  // namespace

std::string MoneyText(double dollars) {
  return "$" + WithoutZeros(Grouped(dollars, DigitsOf(dollars, kMoneyDigits)), kMoneyDigits);
}

std::string PriceText(double dollars) {
  return "$" + WithoutZeros(Grouped(dollars, kPriceDigits), kMoneyDigits);
}

std::string AmountText(double amount) {
  return WithoutZeros(Grouped(amount, DigitsOf(amount, kAmountDigits)), 0);
}

std::string RateText(double per_second) {
  constexpr double kRareRate = 0.01;
  if (per_second >= kRareRate) return AmountText(per_second) + "/s";
  return AmountText(per_second * kSecondsPerDay) + "/day";
}

}  // namespace stator::price
