#include "observe/alarm_evaluation.h"

#include <string_view>

#include <gtest/gtest.h>

#include "base/durations.h"

namespace stator::observe {
namespace {

using enum AlarmState;

constexpr Minute kEnd = 29'000'000;  // 2025-02-19T21:20:00Z

Alarm Of(std::size_t breaches, std::size_t periods,
         std::optional<MissingData> missing = std::nullopt) {
  return {.name = "a",
          .series = {"App", "Jobs", {}, ""},
          .statistic = "Sum",
          .periods = periods,
          .breaches = breaches,
          .missing = missing};
}

// Draws one character a minute, the newest last: 1 breaches a threshold of 0, 0 does not, and - is
// missing.
Points Minutes(std::string_view drawn) {
  Points points;
  Minute minute = kEnd - static_cast<Minute>(drawn.size());
  for (const char each : drawn) {
    if (each != '-') points[minute].AddDistributed(each == '1' ? 1 : 0);
    ++minute;
  }
  return points;
}

std::optional<AlarmState> State(const Alarm& alarm, std::string_view drawn) {
  const auto status = Evaluate(alarm, Minutes(drawn), kEnd);
  if (!status) return std::nullopt;
  return status->state;
}

struct Row {
  std::string_view drawn;
  std::optional<AlarmState> missing;
  std::optional<AlarmState> ignore;
  std::optional<AlarmState> breaching;
  std::optional<AlarmState> not_breaching;
};

void ExpectRows(std::size_t breaches, std::initializer_list<Row> rows) {
  for (const auto& row : rows) {
    EXPECT_EQ(State(Of(breaches, 3, MissingData::kMissing), row.drawn), row.missing) << row.drawn;
    EXPECT_EQ(State(Of(breaches, 3, MissingData::kIgnore), row.drawn), row.ignore) << row.drawn;
    EXPECT_EQ(State(Of(breaches, 3, MissingData::kBreaching), row.drawn), row.breaching)
        << row.drawn;
    EXPECT_EQ(State(Of(breaches, 3, MissingData::kNotBreaching), row.drawn), row.not_breaching)
        << row.drawn;
  }
}

// These are the tables of the CloudWatch User Guide, "Configuring how alarms treat missing data".
TEST(AlarmEvaluation, ThreeOfThree) {
  ExpectRows(3, {{"0-1-1", kOk, kOk, kOk, kOk},
                 {"----0", kOk, kOk, kOk, kOk},
                 {"-----", kInsufficientData, std::nullopt, kAlarm, kOk},
                 {"011-1", kAlarm, kAlarm, kAlarm, kAlarm},
                 {"--1--", kAlarm, std::nullopt, kAlarm, kOk},
                 {"----1", std::nullopt, std::nullopt, kAlarm, kOk}});
}

TEST(AlarmEvaluation, TwoOfThree) {
  ExpectRows(2, {{"0-1-1", kAlarm, kAlarm, kAlarm, kAlarm},
                 {"00101", kAlarm, kAlarm, kAlarm, kAlarm},
                 {"0-1--", kOk, kOk, kAlarm, kOk},
                 {"----0", kOk, kOk, kAlarm, kOk},
                 {"---1-", kAlarm, std::nullopt, kAlarm, kOk}});
}

TEST(AlarmEvaluation, ValuesBeforeTheRangeDoNotCount) {
  EXPECT_EQ(State(Of(1, 1), "1--"), kAlarm);
  EXPECT_EQ(State(Of(1, 1), "1---"), kInsufficientData);
}

TEST(AlarmEvaluation, DynamoDBsMetricsIgnoreMissingValues) {
  auto alarm = Of(1, 1);
  alarm.series.space = kDynamoSpace;
  EXPECT_EQ(State(alarm, "----"), std::nullopt);
  alarm.missing = MissingData::kNotBreaching;
  EXPECT_EQ(State(alarm, "----"), kOk);
}

TEST(AlarmEvaluation, Comparisons) {
  using enum Comparison;
  const auto state = [](Comparison comparison, double threshold) {
    auto alarm = Of(1, 1);
    alarm.comparison = comparison;
    alarm.threshold = threshold;
    return State(alarm, "1");
  };
  EXPECT_EQ(state(kGreater, 1), kOk);
  EXPECT_EQ(state(kGreaterOrEqual, 1), kAlarm);
  EXPECT_EQ(state(kLess, 1), kOk);
  EXPECT_EQ(state(kLessOrEqual, 1), kAlarm);
  EXPECT_EQ(state(kGreater, 0.5), kAlarm);
  EXPECT_EQ(state(kLess, 1.5), kAlarm);
  EXPECT_EQ(state(kGreaterOrEqual, 1.5), kOk);
  EXPECT_EQ(state(kLessOrEqual, 0.5), kOk);
}

TEST(AlarmEvaluation, PeriodsEndWithTheMinute) {
  auto alarm = Of(1, 1);
  alarm.period = 5 * kMinuteSeconds;
  alarm.threshold = 2;
  EXPECT_EQ(RangeOf(alarm), 15);
  EXPECT_EQ(State(alarm, "10000111"), kAlarm);  // three in the last five
  EXPECT_EQ(State(alarm, "1110000"), kOk);
}

TEST(AlarmEvaluation, PercentilesOfTooFewValuesChangeNothing) {
  auto alarm = Of(1, 1);
  alarm.statistic = "p90";
  EXPECT_EQ(State(alarm, "1"), kAlarm);
  alarm.skip_few = true;
  EXPECT_EQ(State(alarm, "1"), std::nullopt);
  Points many;
  many[kEnd - 1].AddDistributed(1, 100);
  EXPECT_EQ(Evaluate(alarm, many, kEnd)->state, kAlarm);
}

TEST(AlarmEvaluation, ReasonsEqualCloudWatchs) {
  const auto reason = [](const Alarm& alarm, std::string_view drawn) {
    return Evaluate(alarm, Minutes(drawn), kEnd)->reason;
  };
  EXPECT_EQ(reason(Of(1, 1), "1"),
            "Threshold Crossed: 1 datapoint [1.0 (19/02/25 21:19:00)] was greater than the "
            "threshold (0.0).");
  EXPECT_EQ(reason(Of(2, 2), "00"),
            "Threshold Crossed: 2 datapoints [0.0 (19/02/25 21:19:00), 0.0 (19/02/25 21:18:00)] "
            "were not greater than the threshold (0.0).");
  EXPECT_EQ(reason(Of(1, 3), "010"),
            "Threshold Crossed: 1 out of the last 3 datapoints [1.0 (19/02/25 21:18:00)] was "
            "greater than the threshold (0.0) (minimum 1 datapoint for OK -> ALARM transition).");
  EXPECT_EQ(reason(Of(2, 2, MissingData::kNotBreaching), "-"),
            "Threshold Crossed: no datapoints were received for 2 periods and 2 missing "
            "datapoints were treated as [NonBreaching].");
  EXPECT_EQ(reason(Of(1, 1), "-"), "Insufficient Data: 1 datapoint was unknown.");
  EXPECT_NE(reason(Of(6, 6), "111111").find(", ...] were"), std::string::npos);
}

TEST(AlarmEvaluation, ReasonDataIsJson) {
  const auto status = *Evaluate(Of(1, 1), Minutes("1"), kEnd);
  EXPECT_EQ(status.data,
            R"({"version":"1.0","queryDate":"2025-02-19T21:20:00.000+0000",)"
            R"("startDate":"2025-02-19T21:19:00.000+0000","statistic":"Sum","period":60,)"
            R"("recentDatapoints":[1.0],"threshold":0.0,"evaluatedDatapoints":[)"
            R"({"timestamp":"2025-02-19T21:19:00.000+0000","sampleCount":1.0,"value":1.0}]})");
  EXPECT_EQ(status.updated, kEnd * kMinute);
}

}  // namespace
}  // namespace stator::observe
