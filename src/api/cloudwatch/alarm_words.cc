#include "api/cloudwatch/alarm_words.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "api/cloudwatch/series.h"

namespace stator::cloudwatch {
namespace {

using observe::Comparison;
using observe::MissingData;

constexpr std::array<std::pair<ComparisonOperator, Comparison>, 4> kComparisons = {{
    {ComparisonOperator::kGreaterThanOrEqualToThreshold, Comparison::kGreaterOrEqual},
    {ComparisonOperator::kGreaterThanThreshold, Comparison::kGreater},
    {ComparisonOperator::kLessThanThreshold, Comparison::kLess},
    {ComparisonOperator::kLessThanOrEqualToThreshold, Comparison::kLessOrEqual},
}};

constexpr std::array<std::pair<std::string_view, MissingData>, 4> kMissingWords = {{
    {"missing", MissingData::kMissing},
    {"ignore", MissingData::kIgnore},
    {"breaching", MissingData::kBreaching},
    {"notBreaching", MissingData::kNotBreaching},
}};

double ApiTime(TimeMicros time) {
  constexpr TimeMicros kMillis = 1000;
  const TimeMicros millis = time / kMillis;
  return static_cast<double>(millis) / static_cast<double>(kMillis);
}

void SetStatistic(const observe::Alarm& alarm, MetricAlarm& shown) {
  using enum Statistic;
  for (const auto statistic : {kSampleCount, kAverage, kSum, kMinimum, kMaximum}) {
    if (ToString(statistic) == alarm.statistic) {
      shown.statistic = statistic;
      return;
    }
  }
  shown.extended_statistic = alarm.statistic;
  if (!alarm.skip_few) return;
  shown.evaluate_low_sample_count_percentile =
      std::string(*alarm.skip_few ? kIgnoreFew : kEvaluateFew);
}

void SetStatus(const observe::AlarmStatus& status, MetricAlarm& shown) {
  shown.state_value = static_cast<StateValue>(status.state);
  shown.state_reason = status.reason;
  if (!status.data.empty()) shown.state_reason_data = status.data;
  shown.state_updated_timestamp = ApiTime(status.updated);
  shown.state_transitioned_timestamp = ApiTime(status.changed);
}

void SetRule(const observe::Alarm& alarm, MetricAlarm& shown) {
  auto metric = MetricOf(alarm.series);
  shown.metric_name = std::move(metric.metric_name);
  shown.namespace_ = std::move(metric.namespace_);
  shown.dimensions = std::move(metric.dimensions);
  if (!alarm.series.unit.empty()) shown.unit = UnitOf(alarm.series.unit);
  SetStatistic(alarm, shown);
  shown.period = alarm.period;
  shown.evaluation_periods = static_cast<std::int64_t>(alarm.periods);
  if (alarm.breaches_given) shown.datapoints_to_alarm = static_cast<std::int64_t>(alarm.breaches);
  shown.threshold = alarm.threshold;
  shown.comparison_operator = ApiComparison(alarm.comparison);
  if (!alarm.missing) return;
  for (const auto& [word, missing] : kMissingWords) {
    if (missing == *alarm.missing) shown.treat_missing_data = std::string(word);
  }
}

}  // namespace

static_assert(static_cast<int>(StateValue::kOk) == static_cast<int>(observe::AlarmState::kOk));
static_assert(static_cast<int>(StateValue::kAlarm) ==
              static_cast<int>(observe::AlarmState::kAlarm));
static_assert(static_cast<int>(StateValue::kInsufficientData) ==
              static_cast<int>(observe::AlarmState::kInsufficientData));

std::optional<Comparison> ComparisonOf(ComparisonOperator comparison) {
  for (const auto& [api, own] : kComparisons) {
    if (api == comparison) return own;
  }
  return std::nullopt;
}

ComparisonOperator ApiComparison(Comparison comparison) {
  for (const auto& [api, own] : kComparisons) {
    if (own == comparison) return api;
  }
  std::unreachable();
}

std::optional<MissingData> MissingDataOf(std::string_view word) {
  for (const auto& [known, missing] : kMissingWords) {
    if (known == word) return missing;
  }
  return std::nullopt;
}

MetricAlarm DescriptionOf(const observe::Alarm& alarm) {
  MetricAlarm shown;
  shown.alarm_name = alarm.name;
  shown.alarm_arn = alarm.arn;
  shown.alarm_description = alarm.description;
  shown.alarm_configuration_updated_timestamp = ApiTime(alarm.configured);
  shown.actions_enabled = alarm.actions.enabled;
  shown.ok_actions = alarm.actions.ok;
  shown.alarm_actions = alarm.actions.alarm;
  shown.insufficient_data_actions = alarm.actions.insufficient_data;
  SetRule(alarm, shown);
  SetStatus(alarm.status, shown);
  return shown;
}

}  // namespace stator::cloudwatch
