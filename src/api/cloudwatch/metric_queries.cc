#include "api/cloudwatch/metric_queries.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "api/cloudwatch/series.h"
#include "base/limits.h"
#include "base/text.h"
#include "observe/texts.h"

namespace stator::cloudwatch {
namespace {

using observe::NamedSeries;
using observe::Seconds;

// The time for which values are stored.
constexpr Seconds kKept = limits::kMetricDays * 24 * 3600;

bool IsId(const std::string& id) {
  return std::islower(static_cast<unsigned char>(id.front())) != 0 &&
         std::ranges::all_of(id, [](char c) { return IsLetterOrDigit(c) || c == '_'; });
}

Result<> CheckQueries(const std::vector<MetricDataQuery>& queries) {
  if (queries.empty()) return FailInvalid(texts::kMetricQueriesNone);
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

// Evaluates one request: the metrics that queries name, and expressions over them.
class Run {
 public:
  Run(const api::MetricServices& services, const std::vector<MetricDataQuery>& queries,
      Seconds start, Seconds end)
      : services_(services),
        queries_(queries),
        start_(start),
        end_(end),
        now_(services.clock.Now() / 1'000'000) {}

  Result<> ReadMetrics();
  Result<> EvaluateAll();
  std::vector<QueryResult> Take();

 private:
  // The indices of the queries for each series.
  using Asked = std::map<observe::Series, std::vector<std::size_t>>;

  Result<Asked> Collect();
  std::size_t SeriesReadAtOnce(observe::Minute from) const;
  Result<> Evaluate(std::size_t place);
  Result<> Keep(std::size_t place, std::vector<NamedSeries> several);
  observe::Grid GridOf(const MetricDataQuery& query) const;
  Seconds BeginOf(Seconds period) const { return start_ - start_ % period; }
  Result<NamedSeries> SeriesOf(const MetricDataQuery& query,
                               const observe::MetricStore::ByUnit& found) const;

  const api::MetricServices& services_;
  const std::vector<MetricDataQuery>& queries_;
  const Seconds start_;
  const Seconds end_;
  const Seconds now_;
  Seconds longest_ = observe::kMinuteSeconds;  // longest period of the metrics
  std::vector<NamedSeries> metrics_;
  std::map<std::string, NamedSeries> known_;
  std::map<std::size_t, std::vector<NamedSeries>> results_;  // by the index of the query
  std::size_t series_ = 0;                                   // in all results
  std::size_t held_ = 0;                                     // values in all results
  observe::Budget budget_{limits::kMetricStepsMax};
};

Result<NamedSeries> Run::SeriesOf(const MetricDataQuery& query,
                                  const observe::MetricStore::ByUnit& found) const {
  const auto& stat = *query.metric_stat;
  const auto statistic = TRY(observe::Statistic::Parse(*stat.stat));
  const auto begin = observe::MinuteAt(BeginOf(*stat.period));
  observe::Points all;
  for (const auto& [unit, points] : found) {
    for (auto at = points.lower_bound(begin); at != points.end(); ++at) {
      all[at->first].Merge(at->second);
    }
  }
  NamedSeries series{.id = *query.id,
                     .label = query.label.value_or(stat.metric->metric_name.value_or("")),
                     .period = *stat.period};
  for (const auto& [time, statistics] : observe::ByPeriod(all, 0, *stat.period)) {
    if (const auto value = statistic.Of(statistics)) series.values.emplace(time, *value);
  }
  return series;
}

Result<Run::Asked> Run::Collect() {
  Asked asked;
  for (std::size_t i = 0; i < queries_.size(); ++i) {
    if (!queries_[i].metric_stat) continue;
    const auto& stat = *queries_[i].metric_stat;
    TRY(observe::Statistic::Parse(*stat.stat));
    longest_ = std::max<Seconds>(longest_, *stat.period);
    asked[cloudwatch::SeriesOf(stat.metric->namespace_.value_or(""),
                               stat.metric->metric_name.value_or(""), stat.metric->dimensions,
                               stat.unit)]
        .push_back(i);
  }
  return asked;
}

std::size_t Run::SeriesReadAtOnce(observe::Minute from) const {
  const auto now = observe::MinuteAt(now_);
  const auto first = std::max(from, now - observe::MinuteAt(kKept));
  const auto end = std::min(observe::MinuteAt(end_), now + observe::MinuteAt(kFutureMax)) + 1;
  const auto minutes = std::max<observe::Minute>(end - first, 1);
  return static_cast<std::size_t>(std::max<std::int64_t>(limits::kMetricReadMax / minutes, 1));
}

// Each read scans all stored values of its minutes. So there are few reads, each with as many
// series as may be in memory together.
Result<> Run::ReadMetrics() {
  const auto asked = TRY(Collect());
  auto begin = start_;
  for (const auto& query : queries_) {
    if (query.metric_stat) begin = std::min(begin, BeginOf(*query.metric_stat->period));
  }
  const auto from = observe::MinuteAt(begin);
  const auto end = observe::MinuteAt(end_ + observe::kMinuteSeconds - 1);
  const auto most = SeriesReadAtOnce(from);
  for (auto at = asked.begin(); at != asked.end();) {
    std::vector<observe::Series> wanted;
    auto next = at;
    for (; next != asked.end() && wanted.size() < most; ++next) wanted.push_back(next->first);
    const auto found = TRY(services_.metrics.Read(wanted, from, end));
    for (const auto& each : found) {
      for (const auto place : (at++)->second) {
        TRY(Keep(place, {TRY(SeriesOf(queries_[place], each))}));
      }
    }
  }
  for (const auto& [place, several] : results_) metrics_.push_back(several.front());
  return {};
}

// No values are stored outside of these times.
observe::Grid Run::GridOf(const MetricDataQuery& query) const {
  const Seconds period = query.period.value_or(longest_);
  const Seconds begin = std::max(start_, now_ - kKept);
  return {
      .begin = begin - begin % period, .end = std::min(end_, now_ + kFutureMax), .period = period};
}

// Expressions may refer to one another in any order. Each is evaluated after all that it refers to.
Result<> Run::EvaluateAll() {
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < queries_.size(); ++i) {
    if (queries_[i].expression) places.emplace(*queries_[i].id, i);
  }
  std::vector<std::size_t> missing(queries_.size());
  std::vector<std::vector<std::size_t>> waiting(queries_.size());
  std::deque<std::size_t> ready;
  for (const auto& [id, place] : places) {
    for (const auto& name : observe::NamesIn(*queries_[place].expression)) {
      const auto found = places.find(name);
      if (found == places.end()) continue;
      ++missing[place];
      waiting[found->second].push_back(place);
    }
    if (missing[place] == 0) ready.push_back(place);
  }
  for (; !ready.empty(); ready.pop_front()) {
    TRY(Evaluate(ready.front()));
    for (const auto place : waiting[ready.front()]) {
      if (--missing[place] == 0) ready.push_back(place);
    }
  }
  for (const auto& [id, place] : places) {
    if (missing[place] > 0) return FailInvalid(fmt::format(texts::kMetricQueryCircle, id));
  }
  return {};
}

Result<> Run::Evaluate(std::size_t place) {
  const auto& query = queries_[place];
  auto result = TRY(observe::Evaluate(*query.expression, GridOf(query), metrics_, known_, budget_));
  for (auto& series : result) {
    series.label = query.label.value_or(series.label.empty() ? *query.id : series.label);
  }
  if (result.size() == 1) result.front().id = *query.id;
  return Keep(place, std::move(result));
}

Result<> Run::Keep(std::size_t place, std::vector<NamedSeries> several) {
  series_ += several.size();
  for (const auto& each : several) held_ += each.values.size();
  if (series_ > limits::kMetricResultsMax) {
    return FailInvalid(
        fmt::format(texts::kMetricResultsTooMany, series_, limits::kMetricResultsMax));
  }
  if (held_ > limits::kMetricHeldMax) {
    return FailInvalid(fmt::format(texts::kMetricPoints, held_, limits::kMetricHeldMax));
  }
  if (several.size() == 1) known_[*queries_[place].id] = several.front();
  results_[place] = std::move(several);
  return {};
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

Result<std::vector<QueryResult>> RunQueries(const api::MetricServices& services,
                                            const std::vector<MetricDataQuery>& queries,
                                            Seconds start, Seconds end) {
  TRY(CheckQueries(queries));
  Run run(services, queries, start, end);
  TRY(run.ReadMetrics());
  TRY(run.EvaluateAll());
  return run.Take();
}

}  // namespace stator::cloudwatch
