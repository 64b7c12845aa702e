#include "base/metrics.h"

#include <fstream>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stator::metrics {
namespace {

using std::chrono::microseconds;
using testing::HasSubstr;

TEST(Metrics, AreIndexedById) {
  for (std::size_t i = 0; i < Descriptions().size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(Descriptions()[i].id), i);
    EXPECT_FALSE(Descriptions()[i].help.empty());
  }
}

TEST(Metrics, CounterNamesEndInTotal) {
  for (const Description& metric : Descriptions()) {
    EXPECT_EQ(metric.name.ends_with("_total"), metric.type == Type::kCounter) << metric.name;
  }
}

TEST(Metrics, DocumentationIsCurrent) {
  std::ifstream file(STATOR_SOURCE_DIR "/docs/metrics.md");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), Markdown());
}

TEST(Histogram, AnUpperBoundBelongsToItsBucket) {
  Histogram histogram;
  histogram.Observe(microseconds(50));
  histogram.Observe(microseconds(51));
  histogram.Observe(std::chrono::seconds(60));
  histogram.Observe(microseconds(-5));  // a clock that ran backwards
  HistogramSum sum;
  histogram.AddTo(sum);
  histogram.AddTo(sum);
  EXPECT_EQ(sum.counts.front(), 4U);
  EXPECT_EQ(sum.counts[1], 2U);
  EXPECT_EQ(sum.counts.back(), 2U);
  EXPECT_EQ(sum.nanoseconds, 2U * (50'000U + 51'000U + 60'000'000'000U));
}

TEST(Exposition, WritesEachHeadOnce) {
  Exposition text;
  text.Sample(Id::kRequests, {{"operation", "GetItem"}}, std::uint64_t{3});
  text.Sample(Id::kRequests, {{"operation", "PutItem"}}, std::uint64_t{4});
  text.Sample(Id::kConnectionsOpen, {}, std::uint64_t{2});
  EXPECT_EQ(text.Take(),
            "# HELP stator_requests_total Requests answered, errors included. Operations of other "
            "services have the service's name as a prefix (AutoScaling:TagResource).\n"
            "# TYPE stator_requests_total counter\n"
            "stator_requests_total{operation=\"GetItem\"} 3\n"
            "stator_requests_total{operation=\"PutItem\"} 4\n"
            "# HELP stator_connections_open Connections open now.\n"
            "# TYPE stator_connections_open gauge\n"
            "stator_connections_open 2\n");
}

TEST(Exposition, BucketsAreCumulative) {
  Histogram histogram;
  histogram.Observe(microseconds(60));
  histogram.Observe(microseconds(60));
  histogram.Observe(microseconds(700));
  HistogramSum sum;
  histogram.AddTo(sum);
  Exposition exposition;
  exposition.Sample(Id::kRequestSeconds, {{"operation", "GetItem"}}, sum);
  const std::string text = exposition.Take();
  EXPECT_THAT(text,
              HasSubstr("stator_request_seconds_bucket{operation=\"GetItem\",le=\"5e-05\"} 0\n"));
  EXPECT_THAT(text,
              HasSubstr("stator_request_seconds_bucket{operation=\"GetItem\",le=\"0.0001\"} 2\n"));
  EXPECT_THAT(text,
              HasSubstr("stator_request_seconds_bucket{operation=\"GetItem\",le=\"0.001\"} 3\n"));
  EXPECT_THAT(text,
              HasSubstr("stator_request_seconds_bucket{operation=\"GetItem\",le=\"+Inf\"} 3\n"));
  EXPECT_THAT(text, HasSubstr("stator_request_seconds_sum{operation=\"GetItem\"} 0.00082\n"));
  EXPECT_THAT(text, HasSubstr("stator_request_seconds_count{operation=\"GetItem\"} 3\n"));
}

TEST(Exposition, EscapesLabels) {
  Exposition text;
  text.Sample(Id::kOtherReplies, {{"status", "a\"b\\c\nd"}}, std::uint64_t{1});
  EXPECT_THAT(text.Take(), HasSubstr(R"({status="a\"b\\c\nd"} 1)"));
}

}  // namespace
}  // namespace stator::metrics
