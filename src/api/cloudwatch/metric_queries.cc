#include "api/cloudwatch/metric_queries.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "api/cloudwatch/series.h"
#include "observe/limits.h"
#include "observe/texts.h"

namespace stator::cloudwatch {
namespace {

using observe::NamedSeries;
using observe::Seconds;

bool IsId(const std::string& id) {
  return std::islower(static_cast<unsigned char>(id.front())) != 0 &&
         std::ranges::all_of(id, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

Result<> CheckQueries(const std::vector<MetricDataQuery>& queries) {
  if (queries.size() > limits::kMetricQueriesMax) {
    return FailInvalid(fmt::format(texts::kMetricQueriesTooMany, limits::kMetricQueriesMax));
  }
  std::set<std::string> ids;
  for (const auto& query : queries) {
    if (!IsId(*query.id)) return FailInvalid(fmt::format(texts::kMetricQueryId, *query.id));
    if (!ids.insert(*query.id).second) {
      return FailInvalid(fmt::format(texts::kMetricQueryTwice, *query.id));
    }
    if (query.metric_stat.has_value() == query.expression.has_value()) {
      return FailInvalid(fmt::format(texts::kMetricQueryForm, *query.id));
    }
    const auto period = query.metric_stat ? query.metric_stat->period : query.period;
    if (period && !observe::IsPeriod(*period)) return FailInvalid(texts::kMetricPeriod);
  }
  return {};
}

// The metrics that queries name, and what expressions make of them.
class Run {
 public:
  Run(api::Context& context, const std::vector<MetricDataQuery>& queries, Seconds start,
      Seconds end)
      : context_(context), queries_(queries), start_(start), end_(end) {}

  Result<> ReadMetrics();
  Result<> EvaluateAll();
  std::vector<QueryResult> Take();

 private:
  Result<bool> EvaluateReady(std::set<std::size_t>& pending, Error& problem);
  observe::Grid GridOf(const MetricDataQuery& query) const;
  NamedSeries SeriesOf(const MetricDataQuery& query, const observe::Statistic& statistic,
                       const observe::MetricStore::ByUnit& found) const;

  api::Context& context_;
  const std::vector<MetricDataQuery>& queries_;
  const Seconds start_;
  const Seconds end_;
  Seconds longest_ = observe::kMinuteSeconds;  // period of the metrics
  std::vector<NamedSeries> metrics_;
  std::map<std::string, NamedSeries> known_;
  std::map<std::size_t, std::vector<NamedSeries>> results_;  // by the place of the query
};

NamedSeries Run::SeriesOf(const MetricDataQuery& query, const observe::Statistic& statistic,
                          const observe::MetricStore::ByUnit& found) const {
  const Seconds period = *query.metric_stat->period;
  const auto all = observe::AllUnits(found);
  NamedSeries series{
      .id = *query.id,
      .label = query.label.value_or(query.metric_stat->metric->metric_name.value_or("")),
      .period = period};
  for (const auto& [time, statistics] : observe::ByPeriod(all, 0, period)) {
    if (const auto value = statistic.Of(statistics)) series.values.emplace(time, *value);
  }
  return series;
}

Result<> Run::ReadMetrics() {
  for (std::size_t i = 0; i < queries_.size(); ++i) {
    if (!queries_[i].metric_stat) continue;
    const auto& stat = *queries_[i].metric_stat;
    const auto statistic = TRY(observe::Statistic::Parse(*stat.stat));
    const Seconds period = *stat.period;
    const auto wanted = cloudwatch::SeriesOf(stat.metric->namespace_.value_or(""),
                                             stat.metric->metric_name.value_or(""),
                                             stat.metric->dimensions, stat.unit);
    const auto begin = start_ - start_ % period;
    const auto end = observe::MinuteAt(end_ + observe::kMinuteSeconds - 1);
    const auto found = TRY(context_.metrics.Read({&wanted, 1}, observe::MinuteAt(begin), end));
    auto series = SeriesOf(queries_[i], statistic, found.front());
    longest_ = std::max(longest_, period);
    known_[series.id] = series;
    metrics_.push_back(series);
    results_[i] = {std::move(series)};
  }
  return {};
}

observe::Grid Run::GridOf(const MetricDataQuery& query) const {
  const Seconds period = query.period.value_or(longest_);
  return {.begin = start_ - start_ % period, .end = end_, .period = period};
}

// Expressions may name one another in any order.
Result<> Run::EvaluateAll() {
  std::set<std::size_t> pending;
  for (std::size_t i = 0; i < queries_.size(); ++i) {
    if (queries_[i].expression) pending.insert(i);
  }
  while (!pending.empty()) {
    Error problem(ErrorCode::kInternalServerError, "");
    if (!TRY(EvaluateReady(pending, problem))) return Fail(std::move(problem));
  }
  return {};
}

Result<bool> Run::EvaluateReady(std::set<std::size_t>& pending, Error& problem) {
  bool progress = false;
  for (auto at = pending.begin(); at != pending.end();) {
    const auto place = *at;
    const auto& query = queries_[place];
    auto result = observe::Evaluate(*query.expression, GridOf(query), metrics_, known_);
    if (!result) {
      problem = std::move(result.error());
      ++at;
      continue;
    }
    for (auto& series : *result) {
      series.label = query.label.value_or(series.label.empty() ? *query.id : series.label);
    }
    if (result->size() == 1) {
      result->front().id = *query.id;
      known_[*query.id] = result->front();
    }
    results_[place] = *std::move(result);
    at = pending.erase(at);
    progress = true;
  }
  return progress;
}

std::vector<QueryResult> Run::Take() {
  std::vector<QueryResult> out;
  for (auto& [place, several] : results_) {
    for (auto& series : several) {
      out.push_back({*queries_[place].id, std::move(series.label), std::move(series.values),
                     queries_[place].return_data.value_or(true)});
    }
  }
  return out;
}

}  // namespace

Result<std::vector<QueryResult>> RunQueries(api::Context& context,
                                            const std::vector<MetricDataQuery>& queries,
                                            Seconds start, Seconds end) {
  TRY(CheckQueries(queries));
  Run run(context, queries, start, end);
  TRY(run.ReadMetrics());
  TRY(run.EvaluateAll());
  return run.Take();
}

}  // namespace stator::cloudwatch
