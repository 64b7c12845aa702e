#include "admin/clock.h"

#include <gtest/gtest.h>

#include "base/durations.h"

namespace stator::admin {
namespace {

constexpr TimeMicros kNewYear = 1'798'761'600 * kSecond;  // 2027

TEST(Clock, IsFormattedAsJsonAndAsALine) {
  const auto json = ClockJson({kNewYear, kNewYear - 3 * 86'400 * kSecond, {0, 0, 60'000, true}});
  EXPECT_EQ(json, R"({"time":"2027-01-01T00:00:00Z","machineTime":"2026-12-29T00:00:00Z",)"
                  R"("frozen":true,"scale":60.0})");
  EXPECT_EQ(*ClockLine(json),
            "2027-01-01T00:00:00Z, frozen, scale 60, 3d ahead of the machine's time");
  EXPECT_EQ(*ClockLine(ClockJson({kNewYear, kNewYear, {}})), "2027-01-01T00:00:00Z");
  EXPECT_EQ(*ClockLine(ClockJson({kNewYear, kNewYear + kSecond, {}})),
            "2027-01-01T00:00:00Z, 1s behind the machine's time");
  for (const char* text : {"", "[]", "{}", "<html>", R"({"time":1})"}) {
    EXPECT_FALSE(ClockLine(text).has_value()) << text;
  }
}

TEST(Clock, TheLineRoundsTheDistance) {
  const auto line = [](TimeMicros ahead) {
    const auto text = *ClockLine(ClockJson({kNewYear, kNewYear - ahead, {}}));
    return text.substr(text.find('Z') + 1);
  };
  EXPECT_EQ(line(1), "");
  EXPECT_EQ(line(-499), "");
  EXPECT_EQ(line(500), ", 0.001s ahead of the machine's time");
  EXPECT_EQ(line(-250'040), ", 0.25s behind the machine's time");
  EXPECT_EQ(line(3 * kDay - 2), ", 3d ahead of the machine's time");
  EXPECT_EQ(line(90 * kSecond + 400'000), ", 1m 30s ahead of the machine's time");
}

TEST(Clock, ParsesATurnFromItsBody) {
  const auto turn = ReadClockTurn(R"({"advance":"3d","scale":0.5,"frozen":true})");
  ASSERT_TRUE(turn.has_value());
  EXPECT_EQ(turn->advance, 3 * 86'400 * kSecond);
  EXPECT_EQ(turn->scale, 500);
  EXPECT_EQ(turn->frozen, true);
  EXPECT_FALSE(turn->set.has_value());
  EXPECT_EQ(ReadClockTurn(R"({"advance":1.5})")->advance, 1'500'000);
  EXPECT_EQ(ReadClockTurn(R"({"set":"2027-01-01"})")->set, kNewYear);
}

TEST(Clock, ATurnSurvivesFormatting) {
  const ClockTurn turns[] = {{.advance = 90 * kSecond + 1},
                             {.set = kNewYear + 1},
                             {.scale = 60'000, .frozen = false},
                             {.scale = 1}};
  for (const auto& turn : turns) {
    const auto read = ReadClockTurn(ClockTurnJson(turn));
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(read->advance, turn.advance);
    EXPECT_EQ(read->set, turn.set);
    EXPECT_EQ(read->scale, turn.scale);
    EXPECT_EQ(read->frozen, turn.frozen);
  }
  EXPECT_EQ(ClockTurnJson({}), "{}");
}

TEST(Clock, RefusesInvalidTurnsInASentence) {
  for (const char* body :
       {"", "{", "[]", "{}", R"({"back":"3d"})", R"({"advance":"soon"})", R"({"advance":-1})",
        R"({"advance":1e300})", R"({"advance":true})", R"({"set":5})", R"({"set":"2027"})",
        R"({"scale":"fast"})", R"({"scale":0})", R"({"scale":-1})", R"({"scale":1e9})",
        R"({"frozen":1})", R"({"advance":1,"advance":2})", R"({"advance":1,"set":"2027-01-01"})"}) {
    const auto turn = ReadClockTurn(body);
    ASSERT_FALSE(turn.has_value()) << body;
    EXPECT_EQ(turn.error().code, ErrorCode::kValidationException);
    EXPECT_TRUE(turn.error().message.ends_with('.')) << turn.error().message;
  }
}

}  // namespace
}  // namespace stator::admin
