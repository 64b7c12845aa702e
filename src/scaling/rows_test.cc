#include "scaling/rows.h"

#include <gtest/gtest.h>

#include "support/format_vectors.h"

namespace stator::scaling {
namespace {

Target Whole() {
  return {.id = {"table/t/index/i", Dimension::kIndexWrite},
          .arn = "a",
          .role_arn = "r",
          .created = 1,
          .min = 2,
          .max = 3,
          .suspended = {.scale_in = true, .scheduled = true},
          .bounds_changed = true,
          .tags = {{"k", "v"}, {"l", ""}},
          .policies = {{.name = "p",
                        .arn = "pa",
                        .created = 4,
                        .target = 70.5,
                        .disable_scale_in = false,
                        .out_cooldown = 0,
                        .in_cooldown = 60,
                        .alarm_ids = {"1", "2", "3", "4"},
                        .state = {.last_out = 5, .last_in = 6, .last_out_capacity = 7}}},
          .actions = {{.name = "s",
                       .arn = "sa",
                       .created = 8,
                       .schedule = "rate(1 day)",
                       .timezone = "UTC",
                       .start = 9,
                       .end = 10,
                       .min = 11,
                       .max = 12,
                       .next = 13}}};
}

TEST(ScalingRows, DocumentedVectorsRoundTrip) {
  const auto rows = stator::testing::FormatTable("scaling.md", "| row | bytes |");
  ASSERT_EQ(rows.size(), 2U);
  const Target target{.id = {"table/t", Dimension::kTableRead},
                      .arn = "a",
                      .created = 1,
                      .min = 5,
                      .max = 9,
                      .tags = {{"k", "v"}}};
  const auto target_bytes = stator::testing::FromHex(stator::testing::Code(rows[0][1]));
  EXPECT_EQ(EncodeTarget(target), target_bytes);
  EXPECT_EQ(*DecodeTarget(target_bytes), target);
  const Activity activity{.number = 1,
                          .id = "i",
                          .target = {"table/t", Dimension::kTableWrite},
                          .cause = "c",
                          .start = 1,
                          .end = 2,
                          .status = Activity::Status::kFailed};
  const auto activity_bytes = stator::testing::FromHex(stator::testing::Code(rows[1][1]));
  EXPECT_EQ(EncodeActivity(activity), activity_bytes);
  EXPECT_EQ(*DecodeActivity(ActivityKey(1), activity_bytes), activity);
}

TEST(ScalingRows, TargetsRoundTrip) {
  EXPECT_EQ(*DecodeTarget(EncodeTarget(Whole())), Whole());
  const Target small{.id = {"table/t", Dimension::kTableRead}, .arn = "a", .created = 1};
  EXPECT_EQ(*DecodeTarget(EncodeTarget(small)), small);
}

TEST(ScalingRows, ActivitiesRoundTrip) {
  const Activity activity{.number = 258,
                          .id = "i",
                          .target = {"table/t", Dimension::kTableWrite},
                          .description = "d",
                          .cause = "c",
                          .start = 1,
                          .end = 2,
                          .status = Activity::Status::kUnfulfilled,
                          .message = "m",
                          .not_scaled = NotScaled::kAtMax,
                          .capacity = 9};
  EXPECT_EQ(*DecodeActivity(ActivityKey(258), EncodeActivity(activity)), activity);
}

TEST(ScalingRows, DamageIsCorruption) {
  const Bytes target = EncodeTarget(Whole());
  for (std::size_t length = 0; length < target.size(); ++length) {
    EXPECT_FALSE(DecodeTarget(BytesView(target).substr(0, length)).has_value()) << length;
  }
  Target no_index = Whole();
  no_index.id.resource = "table/t";
  EXPECT_FALSE(DecodeTarget(EncodeTarget(no_index)).has_value());
  EXPECT_FALSE(DecodeActivity(ActivityKey(1), target).has_value());
  EXPECT_FALSE(DecodeActivity("a1", EncodeActivity({.id = "i"})).has_value());
}

TEST(ScalingRows, Keys) {
  EXPECT_EQ(TargetKey({"table/t", Dimension::kIndexWrite}), "t\3table/t");
  EXPECT_TRUE(IsTargetKey(TargetKey({"table/t", Dimension::kIndexWrite})));
  EXPECT_FALSE(IsTargetKey(ActivityKey(1)));
}

}  // namespace
}  // namespace stator::scaling
