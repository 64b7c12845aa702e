#include "table/row_walk.h"

#include <gtest/gtest.h>

namespace stator::table {
namespace {

using namespace std::string_literals;

TEST(RowWalk, BetweenTwoKeysIsAboutHalfWay) {
  EXPECT_EQ(Between("", "\x80"s + Bytes(7, '\0')), "\x40"s + Bytes(7, '\0'));
  EXPECT_EQ(Between("ab", "ad"), "ac"s + Bytes(7, '\0'));
  EXPECT_EQ(Between("a\x10", "b"), "a\x88"s + Bytes(6, '\0'));
  EXPECT_EQ(Between("x", "x\0\0\0\0\0\0\0\x04"s), "x\0\0\0\0\0\0\0\x02"s);
}

TEST(RowWalk, BetweenNeighboursIsAfterTheLatter) {
  EXPECT_EQ(Between("a", "a\0"s), "a\0\0"s);
  EXPECT_EQ(Between("a\xFF\xFF\xFF\xFF\xFF\xFF\xFF", "b"), "b\0"s);
}

TEST(RowWalk, BetweenLiesInTheIntervalOrRightAfterIt) {
  const std::vector<Bytes> keys = {"",   "\0"s,    "\0\0"s, "a",       "a\0"s,
                                   "aa", "ab\xFF", "b",     "\xFF\xFF"};
  for (std::size_t i = 0; i < keys.size(); ++i) {
    for (std::size_t j = i + 1; j < keys.size(); ++j) {
      const auto between = Between(keys[i], keys[j]);
      EXPECT_GT(between, keys[i]);
      EXPECT_LE(between, keys[j] + '\0');
    }
  }
}

}  // namespace
}  // namespace stator::table
