#include "api/cloudwatch/metric_queries.h"

#include <string>
#include <utility>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/cloudwatch/handlers.h"
#include "base/limits.h"
#include "database/database.h"

namespace stator::cloudwatch {
namespace {

using testing::HasSubstr;

constexpr observe::Seconds kNow = 1'800'000'000;  // the start of a minute
constexpr observe::Seconds kEnd = kNow + 60;

class MetricQueriesTest : public testing::Test {
 protected:
  MetricQueriesTest() {
    database::DatabaseOptions options;
    options.clock = &clock_;
    database_ = *database::Database::Open(options);
  }

  const api::Services& services() { return database_->services(); }

  void Put(const std::string& metric, double value, observe::Seconds time = kNow) {
    PutMetricDataRequest request;
    request.namespace_ = "App";
    MetricDatum datum;
    datum.metric_name = metric;
    datum.value = value;
    datum.timestamp = static_cast<double>(time);
    request.metric_data = {datum};
    ASSERT_TRUE(PutMetricData(services(), request));
  }

  static MetricDataQuery Metric(std::string id, const std::string& name,
                                observe::Seconds period = 60, const std::string& stat = "Sum") {
    MetricDataQuery query;
    query.id = std::move(id);
    auto& wanted = query.metric_stat.emplace();
    wanted.metric.emplace().namespace_ = "App";
    wanted.metric->metric_name = name;
    wanted.period = period;
    wanted.stat = stat;
    return query;
  }

  static MetricDataQuery Expression(std::string id, std::string expression) {
    MetricDataQuery query;
    query.id = std::move(id);
    query.expression = std::move(expression);
    return query;
  }

  Result<std::vector<QueryResult>> Results(const std::vector<MetricDataQuery>& queries,
                                           observe::Seconds start = kNow - 600,
                                           observe::Seconds end = kEnd) {
    return RunQueries(services(), queries, start, end);
  }

  std::string Refusal(const std::vector<MetricDataQuery>& queries, observe::Seconds start = kNow,
                      observe::Seconds end = kEnd) {
    const auto results = Results(queries, start, end);
    return results ? "none" : results.error().message;
  }

  ManualServiceClock clock_{kNow * 1'000'000};
  std::unique_ptr<database::Database> database_;
};

TEST_F(MetricQueriesTest, QueriesOfOneSeriesHaveTheirOwnPeriods) {
  Put("a", 1, kNow - 300);
  Put("a", 2, kNow - 60);
  Put("a", 4);
  Put("b", 8);
  const auto results = *Results({Metric("m1", "a"), Metric("m2", "b"), Metric("m3", "a", 3600),
                                 Metric("m4", "a", 60, "SampleCount"), Metric("m5", "none")},
                                kNow - 60);
  ASSERT_EQ(results.size(), 5);
  EXPECT_EQ(results[0].values, (observe::TimeSeries{{kNow - 60, 2}, {kNow, 4}}));
  EXPECT_EQ(results[1].values, (observe::TimeSeries{{kNow, 8}}));
  const observe::Seconds hour = kNow - kNow % 3600;
  const observe::Seconds before = hour - 3600;
  EXPECT_EQ(results[2].values, hour == kNow ? (observe::TimeSeries{{before, 3}, {hour, 4}})
                                            : (observe::TimeSeries{{hour, 7}}));
  EXPECT_EQ(results[3].values, (observe::TimeSeries{{kNow - 60, 1}, {kNow, 1}}));
  EXPECT_TRUE(results[4].values.empty());
}

TEST_F(MetricQueriesTest, ExpressionsMayComeInAnyOrder) {
  Put("a", 3);
  std::vector<MetricDataQuery> queries;
  constexpr int kLength = 400;
  for (int i = 1; i < kLength; ++i) {
    queries.push_back(Expression(fmt::format("e{}", i), fmt::format("e{} + 1", i + 1)));
  }
  queries.push_back(Expression(fmt::format("e{}", kLength), "SUM(METRICS())"));
  queries.push_back(Metric("m", "a"));
  const auto results = Results(queries);
  ASSERT_TRUE(results) << results.error().message;
  EXPECT_EQ(results->front().values, (observe::TimeSeries{{kNow, 3 + kLength - 1}}));
}

TEST_F(MetricQueriesTest, EachResultIsListedOnce) {
  for (int i = 0; i < 3; ++i) {
    Put("a", i, kNow - 60 * i);
    Put("b", i, kNow - 60 * i);
  }
  GetMetricDataRequest request;
  request.start_time = static_cast<double>(kNow - 600);
  request.end_time = static_cast<double>(kEnd);
  request.metric_data_queries = {Metric("n1", "none"), Metric("a", "a"), Metric("n2", "none"),
                                 Metric("b", "b"), Metric("n3", "none")};
  const auto pages = [&](std::int64_t most) {
    request.max_datapoints = most;
    request.next_token = std::nullopt;
    std::string text;
    do {
      const auto page = GetMetricData(services(), request);
      EXPECT_TRUE(page);
      for (const auto& each : *page->metric_data_results) {
        text += fmt::format("{}{}{} ", *each.id, each.values->size(),
                            *each.status_code == StatusCode::kComplete ? "" : "+");
      }
      text += "| ";
      request.next_token = page->next_token;
    } while (request.next_token);
    return text;
  };
  EXPECT_EQ(pages(6), "n10 a3 n20 b3 n30 | ");
  EXPECT_EQ(pages(4), "n10 a3 n20 b1+ | b2 n30 | ");
  EXPECT_EQ(pages(3), "n10 a3 n20 | b3 n30 | ");
  EXPECT_EQ(pages(2), "n10 a2+ | a1 n20 b1+ | b2 n30 | ");
}

TEST_F(MetricQueriesTest, CircularExpressionsAreRefused) {
  EXPECT_THAT(Refusal({Metric("m", "a"), Expression("x", "y + m"), Expression("y", "x + m")}),
              HasSubstr("the query x needs its own result"));
  EXPECT_THAT(Refusal({Metric("m", "a"), Expression("x", "x")}), HasSubstr("its own result"));
}

TEST_F(MetricQueriesTest, ExpressionsCoverAllStorableTimes) {
  Put("a", 3);
  constexpr observe::Seconds kLast = 253'402'300'799;
  const auto results =
      Results({Metric("m", "a"), Expression("filled", "FILL(m, 0)"), Expression("one", "SUM(m)")},
              0, kLast);
  ASSERT_TRUE(results) << results.error().message;
  EXPECT_EQ((*results)[1].values.size(), limits::kMetricDays * 1440 + 120);
  EXPECT_EQ((*results)[2].values.size(), (*results)[1].values.size());
  auto fine = Expression("fine", "FILL(m, 0)");
  fine.period = 1;
  EXPECT_THAT(Refusal({Metric("m", "a"), fine}, 0, kLast), HasSubstr("exceeds the limit"));
}

TEST_F(MetricQueriesTest, TooLargeQueriesAreRefused) {
  std::vector<MetricDataQuery> queries;
  for (int i = 0; i < 250; ++i) queries.push_back(Metric(fmt::format("m{}", i), "a"));
  for (int i = 0; i < 250; ++i) queries.push_back(Expression(fmt::format("e{}", i), "METRICS()"));
  EXPECT_THAT(Refusal(queries), HasSubstr("exceeds the limit of 5000"));
  queries.resize(250);
  queries.push_back(Expression("all", "FILL(METRICS(), 0)"));
  EXPECT_THAT(Refusal(queries, 0), HasSubstr("exceeds the limit"));
  queries.pop_back();
  // Each expression is within its bound, but all together are not.
  for (int i = 0; i < 60; ++i) {
    queries.push_back(Expression(fmt::format("f{}", i), "FILL(m1, 0)"));
  }
  EXPECT_THAT(Refusal(queries, 0), HasSubstr("exceeds the limit of 1008000"));
}

}  // namespace
}  // namespace stator::cloudwatch
