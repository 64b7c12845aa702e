#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "api/cloudwatch/handlers.h"
#include "api/cloudwatch/series.h"
#include "base/limits.h"
#include "observe/texts.h"

namespace stator::cloudwatch {
namespace {

using observe::Seconds;

struct Span {
  Seconds begin;  // a whole minute
  Seconds end;
};

Result<Span> SpanOf(const GetMetricStatisticsRequest& request) {
  const Seconds period = *request.period;
  if (!observe::IsPeriod(period)) {
    return Fail(ErrorCode::kInvalidParameterValueException, texts::kMetricPeriod);
  }
  const Seconds start = SecondsOf(*request.start_time);
  const Span span{start - start % observe::kMinuteSeconds, SecondsOf(*request.end_time)};
  if (start >= span.end) {
    return Fail(ErrorCode::kInvalidParameterValueException, texts::kMetricTimes);
  }
  const auto points = (span.end - start + period - 1) / period;
  if (points > limits::kMetricStatisticsMax) {
    return Fail(ErrorCode::kInvalidParameterCombinationException,
                fmt::format(texts::kMetricPoints, points, limits::kMetricStatisticsMax));
  }
  return span;
}

// Returns the requested statistics by their names in the answer.
Result<std::map<std::string, observe::Statistic>> Extended(
    const GetMetricStatisticsRequest& request) {
  std::map<std::string, observe::Statistic> statistics;
  if (!request.extended_statistics) return statistics;
  for (const auto& name : *request.extended_statistics) {
    statistics.emplace(name, TRY(observe::Statistic::Parse(name)));
  }
  return statistics;
}

void Set(Statistic which, const observe::Statistics& of, Datapoint& point) {
  switch (which) {
    case Statistic::kSampleCount:
      point.sample_count = observe::IfFinite(of.count);
      break;
    case Statistic::kAverage:
      point.average = observe::IfFinite(of.Average());
      break;
    case Statistic::kSum:
      point.sum = observe::IfFinite(of.sum);
      break;
    case Statistic::kMinimum:
      point.minimum = observe::IfFinite(of.minimum);
      break;
    case Statistic::kMaximum:
      point.maximum = observe::IfFinite(of.maximum);
      break;
  }
}

Datapoint PointOf(const GetMetricStatisticsRequest& request,
                  const std::map<std::string, observe::Statistic>& extended, Seconds time,
                  const std::string& unit, const observe::Statistics& of) {
  Datapoint point;
  point.timestamp = static_cast<double>(time);
  point.unit = UnitOf(unit);
  if (request.statistics) {
    for (const auto which : *request.statistics) Set(which, of, point);
  }
  for (const auto& [name, statistic] : extended) {
    if (const auto value = statistic.Of(of)) {
      if (!point.extended_statistics) point.extended_statistics.emplace();
      point.extended_statistics->emplace(name, *value);
    }
  }
  return point;
}

}  // namespace

// Periods begin with the minute of StartTime.
Result<GetMetricStatisticsResponse> GetMetricStatistics(const api::MetricServices& services,
                                                        const GetMetricStatisticsRequest& request) {
  if (!request.statistics && !request.extended_statistics) {
    return Fail(ErrorCode::kMissingRequiredParameterException, texts::kMetricNoStatistic);
  }
  if (request.statistics && request.extended_statistics) {
    return Fail(ErrorCode::kInvalidParameterCombinationException, texts::kMetricTwoStatistics);
  }
  const auto extended = TRY(Extended(request));
  const auto span = TRY(SpanOf(request));
  const auto series =
      SeriesOf(*request.namespace_, *request.metric_name, request.dimensions, request.unit);
  const auto end = observe::MinuteAt(span.end + observe::kMinuteSeconds - 1);
  const auto found = TRY(services.metrics.Read({&series, 1}, observe::MinuteAt(span.begin), end));
  GetMetricStatisticsResponse response;
  response.label = request.metric_name;
  auto& points = response.datapoints.emplace();
  for (const auto& [unit, values] : found.front()) {
    for (const auto& [time, statistics] : ByPeriod(values, span.begin, *request.period)) {
      points.push_back(PointOf(request, extended, time, unit, statistics));
    }
  }
  return response;
}

}  // namespace stator::cloudwatch
