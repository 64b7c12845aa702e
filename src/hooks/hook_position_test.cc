#include "hooks/hook_position.h"

#include <gtest/gtest.h>

#include "support/format_vectors.h"

namespace stator::hooks {
namespace {

TEST(HookPosition, DocumentedVectorsRoundTrip) {
  const auto rows = stator::testing::FormatTable("hook-positions.md", "| next, finished | bytes |");
  ASSERT_EQ(rows.size(), 2U);
  const HookPosition positions[] = {{{258, 0}, false}, {{1, 3}, true}};
  for (std::size_t i = 0; i < 2; ++i) {
    const auto bytes = stator::testing::FromHex(stator::testing::Code(rows[i][1]));
    EXPECT_EQ(EncodeHookPosition(positions[i]), bytes);
    const auto decoded = DecodeHookPosition(bytes);
    ASSERT_TRUE(decoded.has_value());
    EXPECT_EQ(*decoded, positions[i]);
  }
}

TEST(HookPosition, KeysSurviveEncoding) {
  const auto prefix = HookPrefix("t", "http://localhost/");
  EXPECT_NE(prefix, HookPrefix("t", "http://localhost"));
  const auto place = DecodeHookKey(HookKey(prefix, "arn", 7));
  ASSERT_TRUE(place.has_value());
  EXPECT_EQ(place->prefix, prefix);
  EXPECT_EQ(place->stream_arn, "arn");
  EXPECT_EQ(place->shard, 7U);
}

TEST(HookPosition, DamageIsCorruption) {
  EXPECT_FALSE(DecodeHookKey("short").has_value());
  EXPECT_FALSE(DecodeHookPosition("").has_value());
  EXPECT_FALSE(DecodeHookPosition(Bytes(14, '\2')).has_value());
}

}  // namespace
}  // namespace stator::hooks
