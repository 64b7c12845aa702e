#include "store/compare.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace stator::store {
namespace {

using client::Value;

TEST(Compare, NumbersByTheirExactValue) {
  const std::vector<std::string> ascending{"-1e30",
                                           "-9007199254740993",
                                           "-9007199254740992",
                                           "-2.5",
                                           "-1e-130",
                                           "0",
                                           "0.1",
                                           "0.10000000000000000001",
                                           "9",
                                           "1e2",
                                           "1e30"};
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    for (std::size_t j = 0; j < ascending.size(); ++j) {
      const int order = Compare(Value::Number(ascending[i]), Value::Number(ascending[j]));
      EXPECT_EQ(order < 0, i < j) << ascending[i] << " " << ascending[j];
      EXPECT_EQ(order == 0, i == j) << ascending[i] << " " << ascending[j];
    }
  }
  EXPECT_TRUE(IsSame(Value::Number("100"), Value::Number("1e2")));
}

TEST(Compare, TextsByTheirBytesAndOtherTypesNotAtAll) {
  EXPECT_LT(Compare(Value::String("z"), Value::String("é")), 0);
  EXPECT_EQ(Compare(Value::Bool(true), Value::Bool(false)), 0);
  EXPECT_EQ(Compare(Value::String("1"), Value::Number(2)), 0);
  EXPECT_FALSE(IsSame(Value::String("1"), Value::Number(1)));
}

TEST(PlainNumber, HasNoExponentAndNoNeedlessZeros) {
  EXPECT_EQ(PlainNumber("1e5"), "100000");
  EXPECT_EQ(PlainNumber("9.90"), "9.9");
  EXPECT_EQ(PlainNumber("-0"), "0");
  EXPECT_EQ(PlainNumber("many"), "many");
}

}  // namespace
}  // namespace stator::store
