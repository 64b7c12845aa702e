#include "base/varint.h"

#include <limits>

#include <gtest/gtest.h>

namespace stator {
namespace {

Bytes Varint(std::uint64_t value) {
  Bytes out;
  AppendVarint(value, out);
  return out;
}

TEST(Varint, IsLeb128) {
  EXPECT_EQ(Varint(0), Bytes(1, '\0'));
  EXPECT_EQ(Varint(127), "\x7F");
  EXPECT_EQ(Varint(128), "\x80\x01");
  EXPECT_EQ(Varint(300), "\xAC\x02");
  EXPECT_EQ(Varint(std::numeric_limits<std::uint64_t>::max()), Bytes(9, '\xFF') + "\x01");
}

TEST(Varint, RoundTripsAroundEveryPowerOfTwo) {
  for (int bit = 0; bit < 64; ++bit) {
    for (const std::uint64_t value : {(std::uint64_t{1} << bit) - 1, std::uint64_t{1} << bit}) {
      const Bytes bytes = Varint(value) + "rest";
      BytesView trusted = bytes;
      EXPECT_EQ(TakeVarint(trusted), value);
      EXPECT_EQ(trusted, "rest");
      BytesView checked = bytes;
      EXPECT_EQ(ReadVarint(checked), value);
      EXPECT_EQ(checked, "rest");
    }
  }
}

TEST(Varint, ReadRefusesFormsThatAppendNeverWrites) {
  const Bytes refused[] = {
      "",
      "\x80",                     // truncated
      Bytes("\x80\x00", 2),       // 0 in two bytes
      Bytes("\xFF\x80\x00", 3),   // 127 in three
      Bytes(9, '\xFF') + "\x02",  // 65 bits
      Bytes(10, '\xFF') + "\x01",
      Bytes(9, '\x80') + Bytes(1, '\0'),
  };
  for (const Bytes& bytes : refused) {
    BytesView in = bytes;
    EXPECT_EQ(ReadVarint(in), std::nullopt);
    EXPECT_EQ(in, bytes);
  }
}

}  // namespace
}  // namespace stator
