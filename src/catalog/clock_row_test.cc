#include "catalog/clock_row.h"

#include <gtest/gtest.h>

#include "support/format_vectors.h"

namespace stator::catalog {
namespace {

using stator::testing::Code;
using stator::testing::FromHex;
using stator::testing::ToHex;

TEST(ClockRow, DocumentedVectorsRoundTrip) {
  const auto rows =
      stator::testing::FormatTable("catalog.md", "| machine, service, scale, frozen | bytes |");
  const ClockRule rules[] = {{1, 2, kClockScaleOne, false}, {258, 1'000'000, 60'000, true}};
  ASSERT_EQ(rows.size(), std::size(rules));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(ToHex(EncodeClockRule(rules[i])), Code(rows[i][1]));
    const auto decoded = DecodeClockRule(FromHex(Code(rows[i][1])));
    ASSERT_TRUE(decoded.has_value());
    EXPECT_EQ(*decoded, rules[i]);
  }
}

TEST(ClockRow, DamageIsCorruption) {
  const auto bytes = EncodeClockRule({1, 2, 3, true});
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(DecodeClockRule(BytesView(bytes).substr(0, size)).has_value());
  }
  EXPECT_FALSE(DecodeClockRule(bytes + 'x').has_value());
  EXPECT_FALSE(DecodeClockRule(EncodeClockRule({1, 2, 0, true})).has_value());
  EXPECT_FALSE(DecodeClockRule(EncodeClockRule({1, -2, 1, true})).has_value());
  EXPECT_FALSE(DecodeClockRule(EncodeClockRule({1, 2, kClockScaleMax + 1, true})).has_value());
  auto flags = bytes;
  flags[1] = 2;
  EXPECT_FALSE(DecodeClockRule(flags).has_value());
}

}  // namespace
}  // namespace stator::catalog
