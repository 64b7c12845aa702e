// DescribeInsightRules and GetInsightRuleReport, for the rules of Contributor Insights.

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "api/cloudwatch/handlers.h"
#include "api/cloudwatch/series.h"
#include "base/limits.h"
#include "base/stable_order.h"
#include "observe/texts.h"

namespace stator::cloudwatch {
namespace {

using observe::InsightSlice;
using observe::Seconds;
using Keys = std::vector<std::string>;

bool IsThrottled(const observe::NamedRule& rule) {
  return rule.rule == observe::InsightRule::kThrottled ||
         rule.rule == observe::InsightRule::kThrottledItems;
}

bool IsItems(const observe::NamedRule& rule) {
  return rule.rule == observe::InsightRule::kAccessedItems ||
         rule.rule == observe::InsightRule::kThrottledItems;
}

Keys LabelsOf(const observe::NamedRule& rule) {
  if (IsItems(rule)) return {"PartitionKey", "SortKey"};
  return {"PartitionKey"};
}

std::string DefinitionOf(const observe::NamedRule& rule) {
  return fmt::format(
      R"({{"Schema":{{"Name":"CloudWatchLogRule","Version":1}},"Contribution":{{"Keys":[{}],)"
      R"("ValueOf":"{}"}},"AggregateOn":"Sum"}})",
      IsItems(rule) ? R"("PartitionKey","SortKey")" : R"("PartitionKey")",
      IsThrottled(rule) ? "ThrottleCount" : "ConsumedThroughputUnits");
}

// The sums of a rule, by the requested periods.
class Tally {
 public:
  explicit Tally(Seconds period) : period_(period) {}

  void Add(const InsightSlice& slice) {
    const Seconds begin = slice.begin * observe::kMinuteSeconds;
    auto& sums = periods_[begin - begin % period_];
    sums.total += slice.total;
    for (const auto& each : slice.contributors) {
      sums.keys[each.keys] += each.sum;
      totals_[each.keys] += each.sum;
    }
  }

  double total() const {
    double sum = 0;
    for (const auto& [begin, sums] : periods_) sum += sums.total;
    return sum;
  }
  std::size_t unique() const { return totals_.size(); }

  std::vector<InsightRuleContributor> Top(std::size_t count, bool by_maximum) const {
    std::vector<std::pair<double, Keys>> order;
    for (const auto& [keys, rank] : by_maximum ? Maxima() : totals_) order.emplace_back(rank, keys);
    StableSort(order, [](const auto& left, const auto& right) { return left.first > right.first; });
    if (order.size() > count) order.resize(count);
    std::vector<InsightRuleContributor> out;
    for (const auto& [rank, keys] : order) out.push_back(ContributorOf(keys));
    return out;
  }

  std::vector<InsightRuleMetricDatapoint> Points(const std::set<std::string>& metrics) const {
    std::vector<InsightRuleMetricDatapoint> out;
    for (const auto& [begin, sums] : periods_) {
      InsightRuleMetricDatapoint point;
      point.timestamp = static_cast<double>(begin);
      double most = 0;
      for (const auto& [keys, sum] : sums.keys) most = std::max(most, sum);
      const auto set = [&](const char* name, std::optional<double>& member, double value) {
        if (metrics.contains(name)) member = value;
      };
      const auto count = static_cast<double>(sums.keys.size());
      set("UniqueContributors", point.unique_contributors, count);
      set("MaxContributorValue", point.max_contributor_value, most);
      set("SampleCount", point.sample_count, count);
      set("Sum", point.sum, sums.total);
      set("Maximum", point.maximum, most);
      out.push_back(point);
    }
    return out;
  }

 private:
  struct Sums {
    double total = 0;
    std::map<Keys, double> keys;
  };

  // Returns each key's sum in its largest period.
  std::map<Keys, double> Maxima() const {
    std::map<Keys, double> maxima;
    for (const auto& [begin, sums] : periods_) {
      for (const auto& [keys, sum] : sums.keys) {
        auto& most = maxima[keys];
        most = std::max(most, sum);
      }
    }
    return maxima;
  }

  InsightRuleContributor ContributorOf(const Keys& keys) const {
    InsightRuleContributor out;
    out.keys = keys;
    out.approximate_aggregate_value = totals_.at(keys);
    auto& points = out.datapoints.emplace();
    for (const auto& [begin, sums] : periods_) {
      const auto found = sums.keys.find(keys);
      if (found == sums.keys.end()) continue;
      points.push_back(
          {.approximate_value = found->second, .timestamp = static_cast<double>(begin)});
    }
    return out;
  }

  const Seconds period_;
  std::map<Seconds, Sums> periods_;
  std::map<Keys, double> totals_;
};

Result<std::set<std::string>> MetricsOf(const GetInsightRuleReportRequest& request) {
  const std::set<std::string> known = {"UniqueContributors", "MaxContributorValue", "SampleCount",
                                       "Sum", "Maximum"};
  std::set<std::string> wanted;
  for (const auto& name : request.metrics.value_or(std::vector<std::string>())) {
    if (!known.contains(name)) {
      return Fail(ErrorCode::kInvalidParameterValueException,
                  fmt::format(texts::kInsightMetric, name));
    }
    wanted.insert(name);
  }
  return wanted;
}

Result<std::size_t> ContributorsOf(const GetInsightRuleReportRequest& request) {
  const auto count = request.max_contributor_count.value_or(10);
  if (count < 1 || count > static_cast<std::int64_t>(limits::kContributorsMax)) {
    return Fail(ErrorCode::kInvalidParameterValueException,
                fmt::format(texts::kInsightContributors, limits::kContributorsMax));
  }
  return static_cast<std::size_t>(count);
}

// Whether contributors are ordered by their largest period; false: by their sums.
Result<bool> ByMaximum(const GetInsightRuleReportRequest& request) {
  const auto order = request.order_by.value_or("Sum");
  if (order == "Maximum") return true;
  if (order == "Sum") return false;
  return Fail(ErrorCode::kInvalidParameterValueException, texts::kInsightOrder);
}

}  // namespace

Result<DescribeInsightRulesResponse> DescribeInsightRules(
    const api::MetricServices& services, const DescribeInsightRulesRequest& request) {
  const auto skip = TRY(PlaceOf(request.next_token));
  const auto most = static_cast<std::size_t>(request.max_results.value_or(500));
  const auto rules = services.insights.Rules();
  DescribeInsightRulesResponse response;
  auto& shown = response.insight_rules.emplace();
  for (auto place = skip; place < rules.size() && shown.size() < most; ++place) {
    InsightRule rule;
    rule.name = rules[place].name;
    rule.state = "ENABLED";
    rule.schema = R"({"Name":"CloudWatchLogRule","Version":1})";
    rule.definition = DefinitionOf(rules[place]);
    rule.managed_rule = true;
    shown.push_back(std::move(rule));
  }
  if (skip + shown.size() < rules.size()) response.next_token = TokenOf(skip + shown.size());
  return response;
}

Result<GetInsightRuleReportResponse> GetInsightRuleReport(
    const api::MetricServices& services, const GetInsightRuleReportRequest& request) {
  const auto start = SecondsOf(*request.start_time);
  const auto end = SecondsOf(*request.end_time);
  if (start >= end) return Fail(ErrorCode::kInvalidParameterValueException, texts::kMetricTimes);
  if (!observe::IsPeriod(*request.period)) {
    return Fail(ErrorCode::kInvalidParameterValueException, texts::kMetricPeriod);
  }
  const auto metrics = TRY(MetricsOf(request));
  const auto count = TRY(ContributorsOf(request));
  const bool by_maximum = TRY(ByMaximum(request));
  const auto rules = services.insights.Rules();
  const auto rule = std::ranges::find(rules, *request.rule_name, &observe::NamedRule::name);
  const auto slices = services.insights.Report(*request.rule_name, observe::MinuteAt(start),
                                               observe::MinuteAt(end + observe::kMinuteSeconds - 1),
                                               observe::MinuteOf(services.clock.Now()));
  if (!slices || rule == rules.end()) {
    return Fail(ErrorCode::kResourceNotFoundException,
                fmt::format(texts::kInsightRuleUnknown, *request.rule_name));
  }
  Tally tally(*request.period);
  for (const auto& slice : *slices) tally.Add(slice);
  GetInsightRuleReportResponse response;
  response.key_labels = LabelsOf(*rule);
  response.aggregation_statistic = "Sum";
  response.aggregate_value = tally.total();
  response.approximate_unique_count = static_cast<std::int64_t>(tally.unique());
  response.contributors = tally.Top(count, by_maximum);
  response.metric_datapoints = tally.Points(metrics);
  return response;
}

}  // namespace stator::cloudwatch
