#include "price/money.h"

#include <gtest/gtest.h>

namespace stator::price {
namespace {

TEST(Money, ThousandsAreGrouped) {
  EXPECT_EQ(MoneyText(0), "$0.00");
  EXPECT_EQ(MoneyText(999.994), "$999.99");
  EXPECT_EQ(MoneyText(999.995001), "$1,000.00");
  EXPECT_EQ(MoneyText(3240), "$3,240.00");
  EXPECT_EQ(MoneyText(1'234'567.891), "$1,234,567.89");
  EXPECT_EQ(MoneyText(100'000), "$100,000.00");
}

TEST(Money, TinyAmountsAreNotShownAsZero) {
  EXPECT_EQ(MoneyText(0.01), "$0.01");
  EXPECT_EQ(MoneyText(0.0099999), "$0.01");
  EXPECT_EQ(MoneyText(0.0042), "$0.0042");
  EXPECT_EQ(MoneyText(0.001), "$0.001");
  EXPECT_EQ(MoneyText(0.00001234), "$0.000012");
  EXPECT_EQ(MoneyText(0.00000099999), "$0.000001");
  EXPECT_EQ(MoneyText(1e-10), "$0.0000000001");
  EXPECT_EQ(MoneyText(1e-12), "$0.00");
  EXPECT_EQ(AmountText(0.001), "0.001");
  EXPECT_EQ(AmountText(0.00001234), "0.000012");
  EXPECT_EQ(AmountText(1e-12), "0");
}

TEST(Money, PricesKeepTheirDigits) {
  EXPECT_EQ(PriceText(0.00065), "$0.00065");
  EXPECT_EQ(PriceText(0.000025), "$0.000025");
  EXPECT_EQ(PriceText(1.25), "$1.25");
  EXPECT_EQ(PriceText(12.5), "$12.50");
  EXPECT_EQ(PriceText(180), "$180.00");
  EXPECT_EQ(PriceText(1500), "$1,500.00");
}

TEST(Money, AmountsShowAtMostThreeDigitsBehindThePoint) {
  EXPECT_EQ(AmountText(0), "0");
  EXPECT_EQ(AmountText(0.5), "0.5");
  EXPECT_EQ(AmountText(2592), "2,592");
  EXPECT_EQ(AmountText(1000.0 / 0.7), "1,428.571");
  EXPECT_EQ(AmountText(1e12), "1,000,000,000,000");
}

TEST(Money, LowRatesAreShownByTheDay) {
  EXPECT_EQ(RateText(500), "500/s");
  EXPECT_EQ(RateText(0.1), "0.1/s");
  EXPECT_EQ(RateText(2.0 / 86400), "2/day");
}

}  // namespace
}  // namespace stator::price
