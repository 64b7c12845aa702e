#include "observe/metric_math.h"

#include <gtest/gtest.h>

namespace stator::observe {
namespace {

const std::vector<NamedSeries> kMetrics = {
    {.id = "m1", .values = {{0, 1}, {60, 2}, {120, 3}}},
    {.id = "m2", .values = {{0, 10}, {120, 0}}},
    {.id = "reads", .period = 300, .values = {{0, 5}}},
};

Result<std::vector<NamedSeries>> Of(std::string_view expression, Seconds end = 240,
                                    std::size_t most = 1000) {
  std::map<std::string, NamedSeries> known;
  for (const auto& each : kMetrics) known[each.id] = each;
  Budget budget(most);
  return Evaluate(expression, {.begin = 0, .end = end, .period = 60}, kMetrics, known, budget);
}

TimeSeries One(std::string_view expression) {
  const auto result = Of(expression);
  EXPECT_TRUE(result) << expression << ": " << result.error().message;
  EXPECT_EQ(result->size(), 1);
  return result->front().values;
}

TEST(MetricMathTest, EvaluatesMinuteByMinute) {
  EXPECT_EQ(One("m1 + m2"), (TimeSeries{{0, 11}, {120, 3}}));
  EXPECT_EQ(One("m1*2 - 1"), (TimeSeries{{0, 1}, {60, 3}, {120, 5}}));
  EXPECT_EQ(One("(m1 + 1) * (2 - m1)"), (TimeSeries{{0, 2}, {60, 0}, {120, -4}}));
  EXPECT_EQ(One("m1 / m2"), (TimeSeries{{0, 0.1}}));  // no value for a division by zero
  EXPECT_EQ(One("-m2"), (TimeSeries{{0, -10}, {120, 0}}));
  EXPECT_EQ(One("12 / PERIOD(reads) * m2"), (TimeSeries{{0, 0.4}, {120, 0}}));
}

TEST(MetricMathTest, FunctionsCombineSeries) {
  EXPECT_EQ(One("SUM([m1, m2])"), (TimeSeries{{0, 11}, {60, 2}, {120, 3}}));
  EXPECT_EQ(One("MAX(METRICS())"), (TimeSeries{{0, 10}, {60, 2}, {120, 3}}));
  EXPECT_EQ(One("AVG(METRICS('m'))"), (TimeSeries{{0, 5.5}, {60, 2}, {120, 1.5}}));
  EXPECT_EQ(One("m1 / SUM(m1)").at(60), 2.0 / 6);
  EXPECT_EQ(One("MIN(m1)"), (TimeSeries{{0, 1}, {60, 1}, {120, 1}, {180, 1}}));
}

TEST(MetricMathTest, FillsAndDifferences) {
  EXPECT_EQ(One("FILL(m2, 0)"), (TimeSeries{{0, 10}, {60, 0}, {120, 0}, {180, 0}}));
  EXPECT_EQ(One("FILL(m1, REPEAT)").at(180), 3);
  EXPECT_EQ(One("RATE(m2)"), (TimeSeries{{120, -10.0 / 120}}));
  EXPECT_EQ(One("RUNNING_SUM(m1)").at(120), 6);
  EXPECT_EQ(One("ABS(DIFF(m2))"), (TimeSeries{{120, 10}}));
}

TEST(MetricMathTest, InfiniteValuesAreLeftOut) {
  const NamedSeries large{.id = "large", .values = {{0, 1e308}, {60, 1.5e308}, {120, -1.5e308}}};
  const auto of = [&large](std::string_view expression) {
    Budget budget(1000);
    const auto result = Evaluate(expression, {.begin = 0, .end = 240, .period = 60}, {large},
                                 {{"large", large}}, budget);
    EXPECT_TRUE(result) << expression;
    return result ? result->front().values : TimeSeries();
  };
  EXPECT_EQ(of("large + large"), TimeSeries());
  EXPECT_EQ(of("large * 10"), TimeSeries());
  EXPECT_EQ(of("large * 1.5"), (TimeSeries{{0, 1e308 * 1.5}}));
  EXPECT_EQ(of("large - large * 10"), TimeSeries());
  EXPECT_EQ(of("SUM([large, large])"), TimeSeries());
  EXPECT_EQ(of("AVG(large * 1.1)"), TimeSeries());
  EXPECT_EQ(of("DIFF(large)"), (TimeSeries{{60, 1.5e308 - 1e308}}));
  EXPECT_EQ(of("RUNNING_SUM(large)"), (TimeSeries{{0, 1e308}}));
  EXPECT_FALSE(Of("1e308*1e308"));
  EXPECT_FALSE(Of("m1 * (1e308 + 1e308)"));
}

TEST(MetricMathTest, SeveralSeriesStaySeveral) {
  const auto result = Of("METRICS('m') * 2");
  ASSERT_TRUE(result);
  ASSERT_EQ(result->size(), 2);
  EXPECT_EQ((*result)[1].values.at(0), 20);
}

TEST(MetricMathTest, TooLargeResultsAreRefused) {
  constexpr Seconds kLong = 60LL * 1'000'000'000'000;
  for (const std::string_view large : {"FILL(m1, 0)", "FILL(METRICS(), REPEAT)", "SUM(m1)"}) {
    EXPECT_TRUE(Of(large)) << large;
    const auto refused = Of(large, kLong);
    ASSERT_FALSE(refused) << large;
    EXPECT_EQ(refused.error().code, ErrorCode::kValidationException);
    EXPECT_NE(refused.error().message.find("exceeds the limit of"), std::string::npos);
    EXPECT_FALSE(Of(large, 60 * 1001)) << large;
  }
  std::string steps = "m1";
  for (int i = 0; i < 100; ++i) steps += "+m1";
  EXPECT_TRUE(Of(steps, 240, 2000));
  EXPECT_FALSE(Of(steps, 240, 100));
  EXPECT_FALSE(Of("METRICS() * 2", 240, 10));
}

TEST(MetricMathTest, FindsNames) {
  EXPECT_EQ(NamesIn("SUM([m1, m_2])*e3/1.5"),
            (std::set<std::string>{"SUM", "m1", "m_2", "e3", "1", "5"}));
  EXPECT_EQ(NamesIn("METRICS('a') + METRICS(\"b\")"), (std::set<std::string>{"METRICS"}));
  EXPECT_EQ(NamesIn("'open"), std::set<std::string>());
}

TEST(MetricMathTest, UnknownFunctionsAreNamed) {
  for (const std::string_view call : {"SEARCH('{AWS/DynamoDB,TableName} a', 'Sum', 60)",
                                      "IF(m1 > 2, m1)", "MONTH()", "LOG(m1)"}) {
    const auto result = Of(call);
    ASSERT_FALSE(result) << call;
    const std::string name(call.substr(0, call.find('(')));
    EXPECT_NE(result.error().message.find("the function " + name + " is not supported"),
              std::string::npos)
        << result.error().message;
  }
}

TEST(MetricMathTest, InvalidExpressionsAreErrors) {
  const std::string deep(5000, '(');
  for (const std::string_view bad : std::initializer_list<std::string_view>{
           "", "m1 +", "m9", "(m1", "ANOMALY_DETECTION_BAND(m1, 2)", "m1 m2", "SUM(1)", "'text'",
           "FILL(m1, LINEAR)", "METRICS() + METRICS()", "[m1", "1 / 0", "m1 + 'x'", "PERIOD(3)",
           deep}) {
    const auto result = Of(bad);
    ASSERT_FALSE(result) << bad;
    EXPECT_EQ(result.error().code, ErrorCode::kValidationException) << bad;
  }
}

}  // namespace
}  // namespace stator::observe
