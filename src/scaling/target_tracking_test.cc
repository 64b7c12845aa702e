#include "scaling/target_tracking.h"

#include <vector>

#include <gtest/gtest.h>

namespace stator::scaling {
namespace {

using Points = std::vector<std::optional<double>>;

constexpr TimeMicros kNow = 1000 * kMinute;

TrackingDecision DecideOn(const Points& points, const TrackingRule& rule, std::int64_t provisioned,
                          const TrackingState& state = {}) {
  return Decide(rule, state, {.consumed = points, .provisioned = provisioned, .now = kNow});
}

constexpr TrackingRule kRule{.target = 70, .min = 5, .max = 100};

TEST(TargetTracking, TwoMinutesAboveTheTargetScaleOut) {
  EXPECT_FALSE(DecideOn({10.0}, kRule, 10).capacity.has_value());
  EXPECT_FALSE(DecideOn({10.0, std::nullopt, 10.0}, kRule, 10).capacity.has_value());
  EXPECT_FALSE(DecideOn({10.0, 7.0}, kRule, 10).capacity.has_value());
  const auto decision = DecideOn({10.0, 14.0}, kRule, 10);
  EXPECT_EQ(decision.alarm, TrackingAlarm::kHigh);
  EXPECT_EQ(decision.capacity, 20);  // 14 of 20 are 70 %
  EXPECT_EQ(DecideOn({10.0, 14.1}, kRule, 10).capacity, 21);
}

TEST(TargetTracking, ASpikeOfOneMinuteDoesNotScale) {
  Points points(10, 3.0);
  points.push_back(500.0);
  EXPECT_FALSE(DecideOn(points, kRule, 10).capacity.has_value());
  points.push_back(3.0);
  EXPECT_FALSE(DecideOn(points, kRule, 10).capacity.has_value());
}

TEST(TargetTracking, TheCapacityStaysBelowTheMaximum) {
  EXPECT_EQ(DecideOn({900.0, 900.0}, kRule, 10).capacity, 100);
  const auto at_max = DecideOn({900.0, 900.0}, kRule, 100);
  EXPECT_FALSE(at_max.capacity.has_value());
  EXPECT_EQ(at_max.not_scaled, NotScaled::kAtMax);
}

TEST(TargetTracking, FifteenMinutesFarBelowTheTargetScaleIn) {
  EXPECT_FALSE(DecideOn(Points(14, 7.0), kRule, 20).capacity.has_value());
  const auto decision = DecideOn(Points(15, 7.0), kRule, 20);  // 35 %, less than 70 - 20
  EXPECT_EQ(decision.alarm, TrackingAlarm::kLow);
  EXPECT_EQ(decision.capacity, 10);
  EXPECT_FALSE(DecideOn(Points(15, 10.0), kRule, 20).capacity.has_value());  // 50 %
  Points gap(15, 7.0);
  gap[3] = std::nullopt;
  EXPECT_FALSE(DecideOn(gap, kRule, 20).capacity.has_value());
}

TEST(TargetTracking, WithoutTrafficNothingScalesIn) {
  EXPECT_FALSE(DecideOn(Points(15, std::nullopt), kRule, 20).capacity.has_value());
  EXPECT_FALSE(DecideOn({}, kRule, 20).capacity.has_value());
}

TEST(TargetTracking, TheCapacityStaysAboveTheMinimum) {
  EXPECT_EQ(DecideOn(Points(15, 0.5), kRule, 20).capacity, 5);
  const auto at_min = DecideOn(Points(15, 0.5), kRule, 5);
  EXPECT_FALSE(at_min.capacity.has_value());
  EXPECT_EQ(at_min.not_scaled, NotScaled::kAtMin);
}

TEST(TargetTracking, ScalingInCanBeDisabled) {
  TrackingRule rule = kRule;
  rule.scale_in = false;
  EXPECT_FALSE(DecideOn(Points(15, 0.5), rule, 20).capacity.has_value());
  EXPECT_EQ(DecideOn({50.0, 50.0}, rule, 20).capacity, 72);
}

TEST(TargetTracking, DuringTheCooldownAfterScalingOutOnlyALargerIncreaseFollows) {
  TrackingRule rule = kRule;
  rule.out_cooldown = 10 * kMinute;
  const TrackingState state{.last_out = kNow - 5 * kMinute, .last_out_capacity = 40};
  EXPECT_EQ(DecideOn({35.0, 35.0}, rule, 40, state).capacity, 50);
  EXPECT_FALSE(DecideOn({28.0, 28.0}, rule, 30, state).capacity.has_value());
  EXPECT_FALSE(DecideOn(Points(15, 1.0), rule, 40, state).capacity.has_value());
  const TrackingState long_ago{.last_out = kNow - 10 * kMinute, .last_out_capacity = 40};
  EXPECT_EQ(DecideOn({28.0, 28.0}, rule, 30, long_ago).capacity, 40);
}

TEST(TargetTracking, DuringTheCooldownAfterScalingInNothingScalesIn) {
  TrackingRule rule = kRule;
  rule.in_cooldown = 10 * kMinute;
  EXPECT_FALSE(
      DecideOn(Points(15, 1.0), rule, 40, {.last_in = kNow - kMinute}).capacity.has_value());
  EXPECT_EQ(DecideOn(Points(15, 1.0), rule, 40, {.last_in = kNow - 10 * kMinute}).capacity, 5);
  EXPECT_EQ(DecideOn({50.0, 50.0}, rule, 40, {.last_in = kNow - kMinute}).capacity, 72);
}

TEST(TargetTracking, StateAfterADecision) {
  const auto out = After({.last_in = 7}, {TrackingAlarm::kHigh, 40, NotScaled::kNone}, kNow);
  EXPECT_EQ(out, (TrackingState{.last_out = kNow, .last_in = 0, .last_out_capacity = 40}));
  const auto in = After(out, {TrackingAlarm::kLow, 10, NotScaled::kNone}, kNow + 1);
  EXPECT_EQ(in.last_in, kNow + 1);
  EXPECT_EQ(in.last_out, kNow);
}

TEST(TargetTracking, OnDemandTablesAreNotScaled) {
  EXPECT_EQ(DecideOn({900.0, 900.0}, kRule, 0).alarm, TrackingAlarm::kNone);
}

}  // namespace
}  // namespace stator::scaling
