#pragma once

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <rapidcheck.h>

#include "item/encoder.h"
#include "item/number.h"
#include "item/tree.h"

// Random values for the properties of items. Odd values are intended: zeros, quotation marks, long
// runs of one digit and shared prefixes are where encodings break.
namespace stator::item {

// A number within DynamoDB's range: ± digits × 10^exponent.
struct Decimal {
  bool negative = false;
  std::string digits;  // 1 to 38
  int exponent = 0;

  std::string ToText() const {
    return (negative ? "-" : "") + digits + "e" + std::to_string(exponent);
  }
  Number ToNumber() const { return Number::Parse(ToText()).value(); }
};

inline std::ostream& operator<<(std::ostream& out, const Decimal& decimal) {
  return out << decimal.ToText();
}

namespace generate {

inline int Between(int low, int high) { return *rc::gen::inRange(low, high + 1); }
inline bool OneIn(int n) { return Between(1, n) == 1; }

inline std::string Digits() {
  const int count = OneIn(4) ? 38 : Between(1, OneIn(2) ? 38 : 5);
  const int style = Between(0, 3);
  std::string digits;
  for (int i = 0; i < count; ++i) {
    int digit = Between(0, 9);
    if (style == 1 && !OneIn(6)) digit = 9;
    if (style == 2 && !OneIn(6)) digit = 0;
    digits.push_back(static_cast<char>('0' + digit));
  }
  return digits;
}

inline Decimal AnyDecimal() {
  Decimal decimal{.negative = OneIn(2), .digits = Digits(), .exponent = 0};
  // The first digit that is not 0 must lie between 10^-130 and 10^125.
  const auto first = std::min(decimal.digits.find_first_not_of('0'), decimal.digits.size() - 1);
  const int below = static_cast<int>(decimal.digits.size() - first) - 1;
  const int magnitude = OneIn(2) ? Between(-3, 40) : Between(-130, 125);
  decimal.exponent = magnitude - below;
  return decimal;
}

inline void AppendCharacter(std::uint32_t code, std::string& out) {
  const auto byte = [&out](std::uint32_t value) { out.push_back(static_cast<char>(value)); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xC0U | code >> 6);
    byte(0x80U | (code & 0x3FU));
  } else if (code < 0x10000) {
    byte(0xE0U | code >> 12);
    byte(0x80U | (code >> 6 & 0x3FU));
    byte(0x80U | (code & 0x3FU));
  } else {
    byte(0xF0U | code >> 18);
    byte(0x80U | (code >> 12 & 0x3FU));
    byte(0x80U | (code >> 6 & 0x3FU));
    byte(0x80U | (code & 0x3FU));
  }
}

inline std::string Text() {
  std::string text;
  const int count = OneIn(20) ? 200 : Between(0, 12);
  for (int i = 0; i < count; ++i) {
    switch (Between(0, 7)) {
      case 0:
        AppendCharacter(static_cast<std::uint32_t>(Between(0, 0x1F)), text);
        break;
      case 1:
        text.push_back(OneIn(2) ? '"' : '\\');
        break;
      case 2:
        AppendCharacter(static_cast<std::uint32_t>(Between(0x80, 0x7FF)), text);
        break;
      case 3:
        AppendCharacter(static_cast<std::uint32_t>(Between(0xE000, 0xFFFF)), text);
        break;
      case 4:
        AppendCharacter(static_cast<std::uint32_t>(Between(0x10000, 0x10FFFF)), text);
        break;
      default:
        text.push_back(static_cast<char>(Between('a', 'd')));
        break;
    }
  }
  return text;
}

inline Bytes RawBytes() {
  Bytes bytes;
  const int count = OneIn(20) ? 300 : Between(0, 8);
  for (int i = 0; i < count; ++i) {
    const int kind = Between(0, 3);
    bytes.push_back(static_cast<char>(kind == 0   ? 0
                                      : kind == 1 ? 0xFF
                                      : kind == 2 ? 1
                                                  : Between(0, 255)));
  }
  return bytes;
}

inline Bytes EncodedNumber() {
  Bytes bytes;
  AnyDecimal().ToNumber().AppendEncoded(bytes);
  return bytes;
}

inline Tree AnySet() {
  const int kind = Between(0, 2);
  std::set<Bytes> members;
  const int count = Between(1, OneIn(10) ? 150 : 5);
  for (int i = 0; i < count; ++i) {
    members.insert(kind == 0 ? Text() : kind == 1 ? EncodedNumber() : RawBytes());
  }
  const Type type = kind == 0 ? Type::kStringSet : kind == 1 ? Type::kNumberSet : Type::kBinarySet;
  return {Tree::Set{type, {members.begin(), members.end()}}};
}

Tree AnyTree(int depth_max);

inline Tree::Map AnyMap(int depth_max) {
  Tree::Map map;
  const int count = Between(0, 5);
  for (int i = 0; i < count; ++i) map.insert_or_assign(Text(), AnyTree(depth_max));
  return map;
}

inline Tree AnyTree(int depth_max) {
  switch (Between(0, depth_max > 0 ? 8 : 5)) {
    case 0:
      return {Tree::Null()};
    case 1:
      return {OneIn(2)};
    case 2:
      return {Text()};
    case 3:
      return {AnyDecimal().ToNumber()};
    case 4:
      return {Tree::Binary{RawBytes()}};
    case 5:
      return AnySet();
    case 6:
      return {AnyMap(depth_max - 1)};
    default: {
      Tree::List list;
      const int count = Between(0, 4);
      for (int i = 0; i < count; ++i) list.push_back(AnyTree(depth_max - 1));
      return {std::move(list)};
    }
  }
}

}  // namespace generate

// The attributes of an item. RapidCheck needs a type of its own to generate them.
struct RandomItem {
  Tree::Map attributes;
};

inline std::ostream& operator<<(std::ostream& out, const RandomItem& item) {
  const Item encoded = EncodeItem(item.attributes);
  out << "item ";
  for (const char c : encoded.bytes()) {
    const auto byte = static_cast<unsigned char>(c);
    out << "0123456789abcdef"[byte >> 4] << "0123456789abcdef"[byte & 15U];
  }
  return out;
}

}  // namespace stator::item

namespace rc {

template <>
struct Arbitrary<stator::item::Decimal> {
  static Gen<stator::item::Decimal> arbitrary() {
    return gen::exec([] { return stator::item::generate::AnyDecimal(); });
  }
};

template <>
struct Arbitrary<stator::item::RandomItem> {
  static Gen<stator::item::RandomItem> arbitrary() {
    return gen::exec([] { return stator::item::RandomItem{stator::item::generate::AnyMap(4)}; });
  }
};

}  // namespace rc
