#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "api/cloudwatch/alarm_words.h"
#include "api/cloudwatch/handlers.h"
#include "api/cloudwatch/scaling_alarms.h"
#include "api/cloudwatch/series.h"
#include "base/limits.h"
#include "observe/texts.h"
#include "scaling/alarms.h"

namespace stator::cloudwatch {
namespace {

std::unexpected<Error> BadAlarm(std::string text) {
  return Fail(ErrorCode::kInvalidParameterValueException, std::move(text));
}

std::unexpected<Error> BadTogether(std::string text) {
  return Fail(ErrorCode::kInvalidParameterCombinationException, std::move(text));
}

// Refuses the parameters of alarms on expressions, queries and bands.
Result<> CheckKind(const PutMetricAlarmRequest& request) {
  const std::array<std::pair<bool, std::string_view>, 4> others = {{
      {request.metrics.has_value(), "Metrics"},
      {request.threshold_metric_id.has_value(), "ThresholdMetricId"},
      {request.evaluation_criteria.has_value(), "EvaluationCriteria"},
      {request.evaluation_interval.has_value(), "EvaluationInterval"},
  }};
  for (const auto& [given, name] : others) {
    if (given) return FailInvalid(fmt::format(texts::kAlarmOneMetric, name));
  }
  return {};
}

Result<> CheckRequired(const PutMetricAlarmRequest& request) {
  const std::array<std::pair<bool, std::string_view>, 6> required = {{
      {request.metric_name.has_value(), "MetricName"},
      {request.namespace_.has_value(), "Namespace"},
      {request.period.has_value(), "Period"},
      {request.evaluation_periods.has_value(), "EvaluationPeriods"},
      {request.threshold.has_value(), "Threshold"},
      {request.comparison_operator.has_value(), "ComparisonOperator"},
  }};
  for (const auto& [given, name] : required) {
    if (!given) {
      return Fail(ErrorCode::kMissingRequiredParameterException,
                  fmt::format(texts::kAlarmNeeds, name));
    }
  }
  return {};
}

Result<> SetPeriods(const PutMetricAlarmRequest& request, observe::Alarm& alarm) {
  constexpr observe::Seconds kHour = 3600;
  const auto period = *request.period;
  const auto periods = *request.evaluation_periods;
  if (period % observe::kMinuteSeconds != 0) return BadAlarm(texts::kAlarmPeriod);
  const auto most = period < kHour ? limits::kAlarmDayMax : limits::kAlarmWeekMax;
  if (period > most || periods > most / period) {
    return BadAlarm(fmt::format(texts::kAlarmCovers, limits::kAlarmDayMax, limits::kAlarmWeekMax));
  }
  const auto breaches = request.datapoints_to_alarm.value_or(periods);
  if (breaches > periods) return BadAlarm(texts::kAlarmBreaches);
  alarm.period = period;
  alarm.periods = static_cast<std::size_t>(periods);
  alarm.breaches = static_cast<std::size_t>(breaches);
  alarm.breaches_given = request.datapoints_to_alarm.has_value();
  return {};
}

Result<> SetStatistic(const PutMetricAlarmRequest& request, observe::Alarm& alarm) {
  if (request.statistic.has_value() == request.extended_statistic.has_value()) {
    return BadTogether(texts::kAlarmStatistic);
  }
  alarm.statistic =
      request.statistic ? std::string(ToString(*request.statistic)) : *request.extended_statistic;
  TRY(observe::Statistic::Parse(alarm.statistic));
  if (!request.evaluate_low_sample_count_percentile) return {};
  const auto& few = *request.evaluate_low_sample_count_percentile;
  if ((few != kEvaluateFew && few != kIgnoreFew) || request.statistic) {
    return BadAlarm(texts::kAlarmFew);
  }
  alarm.skip_few = few == kIgnoreFew;
  return {};
}

Result<> SetThreshold(const PutMetricAlarmRequest& request, observe::Alarm& alarm) {
  const auto comparison = ComparisonOf(*request.comparison_operator);
  if (!comparison) {
    return BadAlarm(fmt::format(texts::kAlarmComparison, ToString(*request.comparison_operator)));
  }
  if (!std::isfinite(*request.threshold)) return BadAlarm(texts::kAlarmThreshold);
  alarm.comparison = *comparison;
  alarm.threshold = *request.threshold;
  if (!request.treat_missing_data) return {};
  alarm.missing = MissingDataOf(*request.treat_missing_data);
  if (!alarm.missing)
    return BadAlarm(fmt::format(texts::kAlarmMissing, *request.treat_missing_data));
  return {};
}

Result<> SetTags(const PutMetricAlarmRequest& request, observe::Alarm& alarm) {
  if (!request.tags) return {};
  for (const auto& tag : *request.tags) alarm.tags[*tag.key] = *tag.value;
  if (alarm.tags.size() > limits::kAlarmTagsMax) {
    return BadAlarm(fmt::format(texts::kAlarmTags, limits::kAlarmTagsMax));
  }
  return {};
}

observe::AlarmActions ActionsOf(const PutMetricAlarmRequest& request) {
  const std::vector<std::string> none;
  return {.enabled = request.actions_enabled.value_or(true),
          .ok = request.ok_actions.value_or(none),
          .alarm = request.alarm_actions.value_or(none),
          .insufficient_data = request.insufficient_data_actions.value_or(none)};
}

}  // namespace

Result<PutMetricAlarmResponse> PutMetricAlarm(const api::MetricServices& services,
                                              const PutMetricAlarmRequest& request) {
  TRY(CheckKind(request));
  TRY(CheckRequired(request));
  observe::Alarm alarm{
      .name = *request.alarm_name,
      .arn = scaling::AlarmArn(services.account.region, services.account.id, *request.alarm_name),
      .description = request.alarm_description,
      .actions = ActionsOf(request),
      .series =
          SeriesOf(*request.namespace_, *request.metric_name, request.dimensions, request.unit)};
  TRY(SetPeriods(request, alarm));
  TRY(SetStatistic(request, alarm));
  TRY(SetThreshold(request, alarm));
  TRY(SetTags(request, alarm));
  TRY(CheckNotOfPolicy(services, {&alarm.name, 1}));
  TRY(services.alarms.Put(std::move(alarm)));
  services.background.Wake();
  return PutMetricAlarmResponse{};
}

}  // namespace stator::cloudwatch
