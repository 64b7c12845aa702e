#include "item/key.h"

#include <gtest/gtest.h>

#include "item/encoder.h"

namespace stator::item {
namespace {

Bytes String(std::string_view text) {
  Bytes bytes;
  Encoder(bytes).String(text);
  return bytes;
}

Bytes Component(const Bytes& value) {
  Bytes key;
  AppendKeyComponent(ValueView(value), key);
  return key;
}

TEST(Key, ConcatenatedComponentsDecodeAgain) {
  Bytes key;
  Bytes number;
  Encoder(number).Number(Number(-7));
  Bytes binary;
  Encoder(binary).Binary(Bytes("\0\x01\xFF", 3));
  for (const Bytes& value : {String("a"), number, binary}) {
    AppendKeyComponent(ValueView(value), key);
  }
  BytesView rest = key;
  Bytes decoded;
  ASSERT_TRUE(DecodeKeyComponent(Type::kString, rest, decoded).has_value());
  ASSERT_TRUE(DecodeKeyComponent(Type::kNumber, rest, decoded).has_value());
  ASSERT_TRUE(DecodeKeyComponent(Type::kBinary, rest, decoded).has_value());
  EXPECT_EQ(rest, "");
  EXPECT_EQ(decoded, String("a") + number + binary);
}

TEST(Key, DecodeRefusesInvalidComponentsAndTakesNothing) {
  const std::pair<Type, BytesView> refused[] = {
      {Type::kString, ""},
      {Type::kString, "abc"},                       // no terminator
      {Type::kString, BytesView("a\0", 2)},         // half a terminator
      {Type::kString, BytesView("a\0\x02", 3)},     // unknown escape
      {Type::kString, BytesView("\xC3\0\x01", 3)},  // not UTF-8
      {Type::kNumber, ""},
      {Type::kNumber, "\xC1\x02"},                      // no terminator
      {Type::kNumber, "\x3E\x64"},                      // no end
      {Type::kNumber, BytesView("\xC1\x02\x01\0", 4)},  // not canonical
      {Type::kNumber, BytesView("\x00\x66", 2)},        // no digits
  };
  for (const auto& [type, bytes] : refused) {
    BytesView in = bytes;
    Bytes out = "before";
    const Result<> result = DecodeKeyComponent(type, in, out);
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().code, ErrorCode::kCorruption);
    EXPECT_EQ(in, bytes);
    EXPECT_EQ(out, "before");
  }
}

TEST(Key, PrefixIsSharedByExactlyTheValuesThatBeginWithIt) {
  const Bytes texts[] = {"", "a", Bytes("a\0", 2), Bytes("a\0b", 3), "a\x01", "ab", "b", "\x7F"};
  for (const Bytes& prefix : texts) {
    Bytes begin;
    const Bytes value = String(prefix);
    AppendKeyPrefix(ValueView(value), begin);
    const std::optional<Bytes> end = PrefixEnd(begin);
    for (const Bytes& text : texts) {
      const Bytes component = Component(String(text));
      const bool inside = component >= begin && (!end || component < *end);
      EXPECT_EQ(inside, text.starts_with(prefix)) << prefix << " " << text;
    }
  }
}

TEST(Key, RoutesSpreadSeveralValuesByTheirComponents) {
  const Bytes a = String("a");
  const Bytes b = String("b");
  const Bytes ab = String("ab");
  const ValueView split[] = {ValueView(a), ValueView(b)};
  const ValueView swapped[] = {ValueView(b), ValueView(a)};
  const ValueView joined[] = {ValueView(ab)};
  EXPECT_NE(RouteOf(split), RouteOf(swapped));
  EXPECT_NE(RouteOf(split), RouteOf(joined));
}

}  // namespace
}  // namespace stator::item
