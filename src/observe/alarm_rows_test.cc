#include "observe/alarm_rows.h"

#include <gtest/gtest.h>

#include "support/format_vectors.h"

namespace stator::observe {
namespace {

Alarm Small() {
  return {.name = "n",
          .arn = "a",
          .configured = 1,
          .series = {"s", "m", {}, ""},
          .statistic = "Sum",
          .status = {.state = AlarmState::kOk, .reason = "r", .updated = 2, .changed = 3}};
}

Alarm Whole() {
  Alarm alarm = Small();
  alarm.description = "";
  alarm.actions = {false, {"o", "p"}, {"q"}, {"r"}};
  alarm.tags = {{"k", "v"}, {"l", ""}};
  alarm.series = {"s", "m", {{"d", "1"}, {"e", "2"}}, "Count"};
  alarm.statistic = "p99.9";
  alarm.skip_few = true;
  alarm.period = 300;
  alarm.periods = 5;
  alarm.breaches = 3;
  alarm.breaches_given = true;
  alarm.comparison = Comparison::kLessOrEqual;
  alarm.threshold = -0.1;
  alarm.missing = MissingData::kNotBreaching;
  alarm.status.data = "{}";
  return alarm;
}

TEST(AlarmRows, DocumentedVectorsRoundTrip) {
  const auto rows = stator::testing::FormatTable("alarms.md", "| row | bytes |");
  ASSERT_EQ(rows.size(), 1U);
  const auto bytes = stator::testing::FromHex(stator::testing::Code(rows[0][1]));
  EXPECT_EQ(EncodeAlarm(Small()), bytes);
  EXPECT_EQ(*DecodeAlarm(bytes), Small());
}

TEST(AlarmRows, AlarmsSurviveEncoding) {
  Alarm evaluates = Whole();
  evaluates.skip_few = false;
  EXPECT_EQ(*DecodeAlarm(EncodeAlarm(evaluates)), evaluates);
  EXPECT_EQ(*DecodeAlarm(EncodeAlarm(Whole())), Whole());
  EXPECT_EQ(*DecodeAlarm(EncodeAlarm(Small())), Small());
}

TEST(AlarmRows, DamageIsDetected) {
  const Bytes row = EncodeAlarm(Whole());
  for (std::size_t length = 0; length < row.size(); ++length) {
    EXPECT_FALSE(DecodeAlarm(BytesView(row).substr(0, length)).has_value()) << length;
  }
  for (const auto change :
       {+[](Alarm& alarm) { alarm.period = 61; }, +[](Alarm& alarm) { alarm.breaches = 6; },
        +[](Alarm& alarm) { alarm.breaches = 0; }}) {
    Alarm alarm = Whole();
    change(alarm);
    EXPECT_FALSE(DecodeAlarm(EncodeAlarm(alarm)).has_value());
  }
}

}  // namespace
}  // namespace stator::observe
