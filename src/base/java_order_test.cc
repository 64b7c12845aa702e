#include "base/java_order.h"

#include <gtest/gtest.h>

namespace stator {
namespace {

using Texts = std::vector<std::string_view>;

// All but the last order were seen on AWS.
TEST(JavaOrder, EqualsTheOrderOfJavasHashSet) {
  EXPECT_EQ(JavaSetOrder({"PK", "unused", "a", "h"}, 1), (Texts{"h", "a", "unused", "PK"}));
  EXPECT_EQ(JavaSetOrder({"PK", "h", "a"}, 16), (Texts{"a", "h", "PK"}));
  EXPECT_EQ(JavaSetOrder({"ProductId", "ProductName", "CreatedTime", "ProductDescription"}, 1),
            (Texts{"ProductId", "CreatedTime", "ProductDescription", "ProductName"}));
  EXPECT_EQ(JavaSetOrder({"ProductId", "ProductName", "CreatedTime"}, 16),
            (Texts{"CreatedTime", "ProductName", "ProductId"}));
  EXPECT_EQ(JavaSetOrder({"my-string", "my-hash", "my-int"}, 1),
            (Texts{"my-string", "my-int", "my-hash"}));
  EXPECT_EQ(JavaSetOrder({}, 16), Texts());
}

// Both texts have the hash 31 * first unit + second unit, so they share a bucket.
TEST(JavaOrder, KeepsInsertionOrderInABucket) {
  EXPECT_EQ(JavaSetOrder({"Aa", "BB"}, 16), (Texts{"Aa", "BB"}));
  EXPECT_EQ(JavaSetOrder({"BB", "Aa"}, 16), (Texts{"BB", "Aa"}));
}

// U+1F600 is D83D DE00 in UTF-16: hash 31 * 0xD83D + 0xDE00 = 0x1B0D63, bucket 8 of 16 with its
// upper half folded in. "\xC3\xA9" is U+00E9: bucket 9.
TEST(JavaOrder, HashesUtf16CodeUnits) {
  EXPECT_EQ(JavaSetOrder({"\xC3\xA9", "\xF0\x9F\x98\x80"}, 16),
            (Texts{"\xF0\x9F\x98\x80", "\xC3\xA9"}));
}

}  // namespace
}  // namespace stator
