#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <string>

// Decimal arithmetic as on paper: a column for every digit in the range, filled, carried and
// borrowed one by one. Slow, and different from the code that it is compared with.
namespace stator::item {

class NaiveDecimal {
 public:
  // `digits` × 10^exponent.
  NaiveDecimal(bool negative, const std::string& digits, int exponent) : negative_(negative) {
    int column = exponent + static_cast<int>(digits.size()) - 1;
    for (const char digit : digits) At(column--) = digit - '0';
  }

  NaiveDecimal operator-() const {
    NaiveDecimal result = *this;
    result.negative_ = !negative_;
    return result;
  }

  NaiveDecimal operator+(const NaiveDecimal& other) const {
    if (negative_ == other.negative_) return Merged(other, 1);
    return CompareMagnitude(other) >= 0 ? Merged(other, -1) : other.Merged(*this, -1);
  }

  bool zero() const { return CompareMagnitude(NaiveDecimal(false, "", 0)) == 0; }
  int significant_digits() const { return zero() ? 0 : highest() - lowest() + 1; }
  // Return the column of the first and of the last digit other than 0. REQUIRES: not zero.
  int highest() const {
    int column = kHighest;
    while (At(column) == 0) --column;
    return column;
  }
  int lowest() const {
    int column = kLowest;
    while (At(column) == 0) ++column;
    return column;
  }

  std::string ToText() const {
    if (zero()) return "0";
    std::string text = negative_ ? "-" : "";
    for (int column = std::max(highest(), 0); column >= std::min(lowest(), 0); --column) {
      if (column == -1) text += '.';
      text += static_cast<char>('0' + At(column));
    }
    return text;
  }

  std::strong_ordering operator<=>(const NaiveDecimal& other) const {
    if (zero() && other.zero()) return std::strong_ordering::equal;
    if (zero()) return other.negative_ ? std::strong_ordering::greater : std::strong_ordering::less;
    if (other.zero()) return negative_ ? std::strong_ordering::less : std::strong_ordering::greater;
    if (negative_ != other.negative_) {
      return negative_ ? std::strong_ordering::less : std::strong_ordering::greater;
    }
    const int order = negative_ ? -CompareMagnitude(other) : CompareMagnitude(other);
    return order <=> 0;
  }
  bool operator==(const NaiveDecimal& other) const { return (*this <=> other) == 0; }

 private:
  // Leaves room for the digits below 10^-130, and for leading zeros before 10^125 in a text.
  static constexpr int kLowest = -170;
  static constexpr int kHighest = 170;

  int& At(int column) { return columns_.at(static_cast<std::size_t>(column - kLowest)); }
  int At(int column) const { return columns_.at(static_cast<std::size_t>(column - kLowest)); }

  int CompareMagnitude(const NaiveDecimal& other) const {
    for (int column = kHighest; column >= kLowest; --column) {
      if (At(column) != other.At(column)) return At(column) < other.At(column) ? -1 : 1;
    }
    return 0;
  }

  // Returns the sum or, with `sign` -1, the difference of the magnitudes.
  NaiveDecimal Merged(const NaiveDecimal& other, int sign) const {
    NaiveDecimal result(negative_, "", 0);
    int carry = 0;
    for (int column = kLowest; column <= kHighest; ++column) {
      const int digit = At(column) + sign * other.At(column) + carry;
      carry = digit < 0 ? -1 : digit / 10;
      result.At(column) = digit - carry * 10;
    }
    return result;
  }

  bool negative_ = false;
  std::array<int, kHighest - kLowest + 1> columns_{};
};

}  // namespace stator::item
