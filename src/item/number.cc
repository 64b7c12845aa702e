#include "item/number.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "base/limits.h"
#include "base/text.h"
#include "base/texts.h"

namespace stator::item {
namespace {

constexpr int kDigitsMax = limits::kNumberDigitsMax;
constexpr Coefficient kCoefficientMax = ~Coefficient{0};  // about 3.4 × 10^38

// Added to the exponent in a positive number's first byte; a negative number has the complement.
constexpr int kExponentBias = 64 + 128;
constexpr unsigned kZero = 0x80;
constexpr unsigned kNegativeEnd = 102;
// 38 digits that straddle the pairs: half a pair, 18 whole ones, half a pair.
constexpr std::size_t kPairsMax = kDigitsMax / 2 + 1;

constexpr auto kPowers = [] {
  std::array<Coefficient, kDigitsMax + 1> powers{1};
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * 10;
  return powers;
}();

constexpr Coefficient Power(std::int64_t exponent) {
  return kPowers[static_cast<std::size_t>(exponent)];
}

// The decimal digits of a number. 0 has no digits; more than 38 digits count as 39.
int DigitCount(Coefficient value) {
  return static_cast<int>(std::ranges::upper_bound(kPowers, value) - kPowers.begin());
}

// Far beyond every exponent that matters, yet small enough that adding any text's length does not
// overflow.
constexpr std::int64_t kExponentTextMax = 100'000'000'000'000'000;

// A number's text, taken apart in one pass whatever its length. Positions count the digits of the
// mantissa without the point.
struct Scan {
  bool negative = false;
  Coefficient coefficient = 0;  // without leading and trailing zeros; meaningless if too_long
  bool too_long = false;        // more than 38 digits
  std::int64_t digits = 0;      // all digits of the mantissa
  std::int64_t whole = -1;      // digits before the point; -1 if there is no point
  std::int64_t first = -1;      // position of the first nonzero digit; -1 if there is none
  std::int64_t last = -1;       // position of the last nonzero digit; -1 if there is none
  std::int64_t exponent = 0;

  void Digit(int digit) {
    const std::int64_t at = digits++;
    if (digit == 0) return;
    if (first < 0) first = at;
    if (at - first >= kDigitsMax) {
      too_long = true;
    } else {
      coefficient = coefficient * Power(last < 0 ? 1 : at - last) + static_cast<unsigned>(digit);
    }
    last = at;
  }

  // The power of ten that the digit at `position` stands for.
  std::int64_t PowerAt(std::int64_t position) const {
    return (whole < 0 ? digits : whole) - 1 - position + exponent;
  }
};

bool TakeSign(std::string_view& text) {
  if (text.empty() || (text.front() != '-' && text.front() != '+')) return false;
  const bool negative = text.front() == '-';
  text.remove_prefix(1);
  return negative;
}

bool ScanMantissa(std::string_view& text, Scan& scan) {
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (IsDigit(text[at])) {
      scan.Digit(text[at] - '0');
    } else if (text[at] == '.' && scan.whole < 0) {
      scan.whole = scan.digits;
    } else {
      break;
    }
  }
  text.remove_prefix(at);
  return scan.digits > 0;
}

// Fails also for an exponent beyond 64 bits, as AWS does.
bool ScanExponent(std::string_view text, Scan& scan) {
  const bool negative = TakeSign(text);
  const auto size = AreDigits(text) ? ParseNumber<std::uint64_t>(text) : std::nullopt;
  const std::uint64_t size_max = std::uint64_t{INT64_MAX} + (negative ? 1 : 0);
  if (!size || *size > size_max) return false;
  const auto exponent = static_cast<std::int64_t>(std::min<std::uint64_t>(*size, kExponentTextMax));
  scan.exponent = negative ? -exponent : exponent;
  return true;
}

// Whether the text is a number at all.
bool ScanNumber(std::string_view text, Scan& scan) {
  scan.negative = TakeSign(text);
  if (!ScanMantissa(text, scan)) return false;
  if (text.empty()) return true;
  if (text.front() != 'e' && text.front() != 'E') return false;
  return ScanExponent(text.substr(1), scan);
}

std::unexpected<Error> FailCorruptNumber() {
  return Fail(ErrorCode::kCorruption, "a stored number is not in its canonical form");
}

// The base-100 digits of an encoded number, without its sign.
struct Pairs {
  std::array<unsigned char, kPairsMax> digits;
  std::size_t count = 0;
  int exponent = 0;  // the value is 0.D1D2… × 100^exponent
};

// Writes the base-100 digits of a magnitude to the right end of `digits`. Returns the index of the
// first digit.
std::size_t SplitPairs(Coefficient value, int exponent,
                       std::array<unsigned char, kPairsMax>& digits) {
  std::size_t at = digits.size();
  if (exponent % 2 != 0) {
    digits[--at] = static_cast<unsigned char>(value % 10 * 10);
    value /= 10;
  }
  constexpr std::uint64_t kNinePairs = 1'000'000'000'000'000'000;
  while (value >> 64 != 0) {  // 128-bit division is slow, so each one yields nine pairs
    auto nine = static_cast<std::uint64_t>(value % kNinePairs);
    value /= kNinePairs;
    for (int i = 0; i < 9; ++i, nine /= 100) digits[--at] = static_cast<unsigned char>(nine % 100);
  }
  for (auto rest = static_cast<std::uint64_t>(value); rest != 0; rest /= 100) {
    digits[--at] = static_cast<unsigned char>(rest % 100);
  }
  return at;
}

bool IsNegativeEncoding(BytesView encoded) {
  return static_cast<unsigned char>(encoded.front()) < kZero;
}

// Decodes any encoding but zero's into its pairs. False if the bytes are no canonical encoding.
// Each byte must be a digit, the first and last digit not 0, and the count within what 38 decimal
// digits need.
bool TakePairs(BytesView encoded, bool negative, Pairs& pairs) {
  const unsigned lead = static_cast<unsigned char>(encoded.front());
  pairs.exponent = static_cast<int>(negative ? lead ^ 0xFFU : lead) - kExponentBias;
  encoded.remove_prefix(1);
  if (negative) {
    if (encoded.empty() || static_cast<unsigned char>(encoded.back()) != kNegativeEnd) return false;
    encoded.remove_suffix(1);
  }
  if (encoded.empty() || encoded.size() > kPairsMax) return false;
  for (const char c : encoded) {
    const int byte = static_cast<unsigned char>(c);
    const int digit = negative ? 101 - byte : byte - 1;
    if (digit < 0 || digit > 99) return false;
    pairs.digits[pairs.count++] = static_cast<unsigned char>(digit);
  }
  const unsigned first = pairs.digits[0];
  const unsigned last = pairs.digits[pairs.count - 1];
  if (first == 0 || last == 0) return false;
  // 38 digits fill 20 pairs only with half a pair at either end.
  return pairs.count < kPairsMax || (first < 10 && last % 10 == 0);
}

void AppendPair(unsigned pair, std::string& out) {
  out.push_back(static_cast<char>('0' + pair / 10));
  out.push_back(static_cast<char>('0' + pair % 10));
}

void AppendWhole(const Pairs& pairs, std::string& out) {
  if (pairs.exponent <= 0) {
    out.push_back('0');
    return;
  }
  if (pairs.digits[0] < 10) {
    out.push_back(static_cast<char>('0' + pairs.digits[0]));
  } else {
    AppendPair(pairs.digits[0], out);
  }
  const auto whole = static_cast<std::size_t>(pairs.exponent);
  for (std::size_t i = 1; i < std::min(whole, pairs.count); ++i) AppendPair(pairs.digits[i], out);
  if (whole > pairs.count) out.append(2 * (whole - pairs.count), '0');
}

void AppendFraction(const Pairs& pairs, std::string& out) {
  const auto whole = static_cast<std::size_t>(std::max(pairs.exponent, 0));
  if (pairs.count <= whole) return;
  out.push_back('.');
  if (pairs.exponent < 0) out.append(2 * static_cast<std::size_t>(-pairs.exponent), '0');
  for (std::size_t i = whole; i < pairs.count; ++i) AppendPair(pairs.digits[i], out);
  if (out.back() == '0') out.pop_back();
}

}  // namespace

Number::Number(std::int64_t value)
    : Number(Trimmed(value < 0,
                     value < 0 ? -static_cast<Coefficient>(value) : static_cast<Coefficient>(value),
                     0)) {}

Number Number::Trimmed(bool negative, Coefficient coefficient, int exponent) {
  if (coefficient == 0) return {};
  while (coefficient >> 64 != 0 && coefficient % 10 == 0) {
    coefficient /= 10;
    ++exponent;
  }
  if (coefficient >> 64 == 0) {
    auto low = static_cast<std::uint64_t>(coefficient);
    for (; low % 10 == 0; low /= 10) ++exponent;
    coefficient = low;
  }
  Number number;
  number.negative_ = negative;
  number.coefficient_ = coefficient;
  number.exponent_ = exponent;
  return number;
}

Result<Number> Number::Parse(std::string_view text) {
  if (text.empty()) return FailInvalid(texts::kNotNumeric);
  Scan scan;
  if (!ScanNumber(text, scan)) return FailInvalid(fmt::format(texts::kNotNumericText, text));
  // AWS checks the range of a zero as if its last digit were 1.
  const std::int64_t magnitude = scan.PowerAt(scan.first < 0 ? scan.digits - 1 : scan.first);
  if (magnitude > limits::kNumberExponentMax) return FailInvalid(texts::kNumberOverflow);
  if (magnitude < limits::kNumberExponentMin) return FailInvalid(texts::kNumberUnderflow);
  if (scan.first < 0) return Number();
  if (scan.too_long) return FailInvalid(texts::kNumberDigits);
  Number number;
  number.negative_ = scan.negative;
  number.coefficient_ = scan.coefficient;
  number.exponent_ = static_cast<int>(scan.PowerAt(scan.last));
  return number;
}

Result<Number> Number::Decode(BytesView encoded) {
  if (encoded.empty()) return FailCorruptNumber();
  if (encoded.size() == 1) {
    if (static_cast<unsigned char>(encoded.front()) != kZero) return FailCorruptNumber();
    return Number();
  }
  const bool negative = IsNegativeEncoding(encoded);
  Pairs pairs;
  if (!TakePairs(encoded, negative, pairs)) return FailCorruptNumber();
  Coefficient coefficient = 0;
  for (std::size_t i = 0; i + 1 < pairs.count; ++i) {
    coefficient = coefficient * 100 + pairs.digits[i];
  }
  Number number;
  number.negative_ = negative;
  number.exponent_ = 2 * (pairs.exponent - static_cast<int>(pairs.count));
  const unsigned last = pairs.digits[pairs.count - 1];
  if (last % 10 == 0) {  // half a pair: multiplying by 100 might overflow
    number.coefficient_ = coefficient * 10 + last / 10;
    ++number.exponent_;
  } else {
    number.coefficient_ = coefficient * 100 + last;
  }
  return number;
}

void Number::AppendEncoded(Bytes& out) const {
  if (coefficient_ == 0) {
    out.push_back(static_cast<char>(kZero));
    return;
  }
  std::array<unsigned char, kPairsMax> digits;
  const std::size_t begin = SplitPairs(coefficient_, exponent_, digits);
  const int lowest = exponent_ / 2 - (exponent_ % 2 < 0 ? 1 : 0);  // power of 100 of the last pair
  const int exponent = lowest + static_cast<int>(digits.size() - begin);
  const unsigned flip = negative_ ? 0xFF : 0;
  out.push_back(static_cast<char>(static_cast<unsigned>(exponent + kExponentBias) ^ flip));
  for (std::size_t i = begin; i < digits.size(); ++i) {
    out.push_back(static_cast<char>(negative_ ? 101 - digits[i] : digits[i] + 1));
  }
  if (negative_) out.push_back(static_cast<char>(kNegativeEnd));
}

void Number::AppendText(std::string& out) const {
  Bytes encoded;
  AppendEncoded(encoded);
  AppendNumberText(encoded, out);
}

std::string Number::ToText() const {
  std::string text;
  AppendText(text);
  return text;
}

Result<Number> Number::Plus(const Number& other) const {
  if (coefficient_ == 0) return other;
  if (other.coefficient_ == 0) return *this;
  return exponent_ >= other.exponent_ ? Sum(*this, other) : Sum(other, *this);
}

Result<Number> Number::Minus(const Number& other) const {
  Number negated = other;
  negated.negative_ = other.coefficient_ != 0 && !other.negative_;
  return Plus(negated);
}

// The last digit of `low` is not 0. If the exponents differ, that digit is also the last digit of
// the sum. So trimming cannot shorten a longer sum to 38 digits.
Result<Number> Number::Sum(const Number& high, const Number& low) {
  const int shift = high.exponent_ - low.exponent_;
  const bool subtract = high.negative_ != low.negative_;
  if (shift > kDigitsMax || high.coefficient_ > kCoefficientMax / Power(shift)) {
    return FailInvalid(texts::kNumberOverflow);
  }
  const Coefficient large = high.coefficient_ * Power(shift);
  const Coefficient small = low.coefficient_;
  if (!subtract) {
    if (large > kCoefficientMax - small) return FailInvalid(texts::kNumberOverflow);
    return InRange(Trimmed(high.negative_, large + small, low.exponent_));
  }
  if (large < small) return InRange(Trimmed(low.negative_, small - large, low.exponent_));
  return InRange(Trimmed(high.negative_, large - small, low.exponent_));
}

Result<Number> Number::InRange(const Number& number) {
  if (number.coefficient_ == 0) return number;
  const int digits = DigitCount(number.coefficient_);
  const int magnitude = number.exponent_ + digits - 1;
  if (digits > kDigitsMax || magnitude > limits::kNumberExponentMax) {
    return FailInvalid(texts::kNumberOverflow);
  }
  if (magnitude < limits::kNumberExponentMin) return FailInvalid(texts::kNumberUnderflow);
  return number;
}

void AppendNumberText(BytesView encoded, std::string& out) {
  if (encoded.size() == 1) {
    out.push_back('0');
    return;
  }
  const bool negative = IsNegativeEncoding(encoded);
  Pairs pairs;
  CHECK(TakePairs(encoded, negative, pairs));
  if (negative) out.push_back('-');
  AppendWhole(pairs, out);
  AppendFraction(pairs, out);
}

std::size_t NumberSize(BytesView encoded) {
  if (encoded.size() == 1) return 1;  // zero
  const bool negative = IsNegativeEncoding(encoded);
  const int sign = negative ? 1 : 0;
  const int pairs = static_cast<int>(encoded.size()) - 1 - sign;
  const auto pair = [&](char stored) {
    const int byte = static_cast<unsigned char>(stored);
    return negative ? 101 - byte : byte - 1;
  };
  const int first = static_cast<unsigned char>(encoded[0]);
  const int exponent = (negative ? 255 - first : first) - 192;
  // Significant decimal digits: a pair below 10 begins with a zero, a multiple of 10 ends with one.
  const int leading = pair(encoded[1]) < 10 ? 1 : 0;
  const int trailing = pair(encoded[encoded.size() - (negative ? 2 : 1)]) % 10 == 0 ? 1 : 0;
  const int digits = 2 * pairs - leading - trailing;
  const int whole = std::clamp(2 * exponent - leading, 0, digits);
  const int fraction = digits - whole;
  const int bytes = 1 + (whole + 1) / 2 + (fraction + 1) / 2 + sign;
  return static_cast<std::size_t>(bytes);
}

}  // namespace stator::item
