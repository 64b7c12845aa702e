#include <compare>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "item/key.h"
#include "item_generators.h"
#include "naive_decimal.h"

namespace stator::item {
namespace {

// A key attribute, and the value to compare its encoding with.
struct KeyValue {
  Type type = Type::kString;
  Bytes bytes;      // S and B
  Decimal decimal;  // N

  Bytes Encoded() const {
    Bytes out;
    Encoder encoder(out);
    if (type == Type::kString) encoder.String(bytes);
    if (type == Type::kBinary) encoder.Binary(bytes);
    if (type == Type::kNumber) encoder.Number(decimal.ToNumber());
    return out;
  }
};

std::ostream& operator<<(std::ostream& out, const KeyValue& value) {
  if (value.type == Type::kNumber) return out << "N " << value.decimal;
  out << TypeName(value.type);
  for (const char c : value.bytes) out << ' ' << static_cast<int>(static_cast<unsigned char>(c));
  return out;
}

std::strong_ordering Compare(const KeyValue& a, const KeyValue& b) {
  if (a.type == Type::kNumber) {
    return NaiveDecimal(a.decimal.negative, a.decimal.digits, a.decimal.exponent) <=>
           NaiveDecimal(b.decimal.negative, b.decimal.digits, b.decimal.exponent);
  }
  const auto unsigned_byte = [](char x, char y) {
    return static_cast<unsigned char>(x) <=> static_cast<unsigned char>(y);
  };
  return std::lexicographical_compare_three_way(a.bytes.begin(), a.bytes.end(), b.bytes.begin(),
                                                b.bytes.end(), unsigned_byte);
}

KeyValue AnyValue(Type type) {
  KeyValue value{.type = type, .bytes = {}, .decimal = {}};
  if (type == Type::kNumber) value.decimal = generate::AnyDecimal();
  if (type == Type::kString) value.bytes = generate::Text();
  if (type == Type::kBinary) value.bytes = generate::RawBytes();
  return value;
}

// Returns the same value, one with the same beginning, or another.
KeyValue Relative(const KeyValue& value) {
  if (generate::OneIn(3)) return AnyValue(value.type);
  KeyValue relative = value;
  if (generate::OneIn(2)) return relative;
  if (value.type == Type::kNumber) {
    relative.decimal.negative = !value.decimal.negative;
  } else {
    relative.bytes += AnyValue(value.type).bytes;
  }
  return relative;
}

using Tuple = std::vector<KeyValue>;

struct TuplePair {
  Tuple first;
  Tuple second;  // of the same types
};

std::ostream& operator<<(std::ostream& out, const TuplePair& pair) {
  for (const KeyValue& value : pair.first) out << value << "; ";
  out << "and ";
  for (const KeyValue& value : pair.second) out << value << "; ";
  return out;
}

TuplePair AnyTuplePair() {
  TuplePair pair;
  const int count = generate::Between(1, 4);
  for (int i = 0; i < count; ++i) {
    const int kind = generate::Between(0, 2);
    const Type type = kind == 0 ? Type::kString : kind == 1 ? Type::kNumber : Type::kBinary;
    pair.first.push_back(AnyValue(type));
    pair.second.push_back(Relative(pair.first.back()));
  }
  return pair;
}

Bytes KeyOf(const Tuple& tuple) {
  Bytes key;
  for (const KeyValue& value : tuple) {
    const Bytes encoded = value.Encoded();
    AppendKeyComponent(ValueView(encoded), key);
  }
  return key;
}

std::strong_ordering Compare(const Tuple& a, const Tuple& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::strong_ordering order = Compare(a[i], b[i]);
    if (order != 0) return order;
  }
  return std::strong_ordering::equal;
}

}  // namespace
}  // namespace stator::item

namespace rc {

template <>
struct Arbitrary<stator::item::TuplePair> {
  static Gen<stator::item::TuplePair> arbitrary() {
    return gen::exec([] { return stator::item::AnyTuplePair(); });
  }
};

}  // namespace rc

namespace stator::item {
namespace {

RC_GTEST_PROP(KeyProperty, BytesOrderAsTuplesDo, (const TuplePair& pair)) {
  RC_ASSERT((KeyOf(pair.first) <=> KeyOf(pair.second)) == Compare(pair.first, pair.second));
}

RC_GTEST_PROP(KeyProperty, BytesOrderAsSingleValuesDo, (const TuplePair& pair)) {
  for (std::size_t i = 0; i < pair.first.size(); ++i) {
    RC_ASSERT((KeyOf({pair.first[i]}) <=> KeyOf({pair.second[i]})) ==
              Compare(pair.first[i], pair.second[i]));
  }
}

RC_GTEST_PROP(KeyProperty, ValuesSurviveEncoding, (const TuplePair& pair)) {
  const Bytes key = KeyOf(pair.first) + "behind";
  BytesView rest = key;
  for (const KeyValue& value : pair.first) {
    Bytes decoded;
    RC_ASSERT(DecodeKeyComponent(value.type, rest, decoded).has_value());
    RC_ASSERT(decoded == value.Encoded());
  }
  RC_ASSERT(rest == "behind");
}

RC_GTEST_PROP(KeyProperty, PrefixRangeHoldsExactlyTheKeysWithThePrefix, (const TuplePair& pair)) {
  for (std::size_t i = 0; i < pair.first.size(); ++i) {
    if (pair.first[i].type == Type::kNumber) continue;
    const Bytes prefix_value = pair.first[i].Encoded();
    Bytes begin;
    AppendKeyPrefix(ValueView(prefix_value), begin);
    const std::optional<Bytes> end = PrefixEnd(begin);
    const Bytes key = KeyOf({pair.second[i]});
    const bool inside = key >= begin && (!end || key < *end);
    RC_ASSERT(inside == pair.second[i].bytes.starts_with(pair.first[i].bytes));
  }
}

RC_GTEST_PROP(KeyProperty, PrefixEndIsTheSmallestBytesAbove, ()) {
  const Bytes prefix = generate::RawBytes();
  const std::optional<Bytes> end = PrefixEnd(prefix);
  const Bytes longest = prefix + Bytes(40, '\xFF');
  if (!end) {
    RC_ASSERT(prefix.find_first_not_of('\xFF') == Bytes::npos);
    return;
  }
  RC_ASSERT(longest < *end);
  // With a smaller last byte, no continuation is above any more.
  Bytes below = *end;
  below.back() = static_cast<char>(static_cast<unsigned char>(below.back()) - 1);
  RC_ASSERT(prefix.starts_with(below));
}

}  // namespace
}  // namespace stator::item
