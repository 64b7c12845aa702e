// DescribeAlarms and DescribeAlarmsForMetric, for clients' alarms and those of auto scaling.

#include <algorithm>
#include <set>
#include <utility>

#include "api/cloudwatch/alarm_words.h"
#include "api/cloudwatch/handlers.h"
#include "api/cloudwatch/scaling_alarms.h"
#include "api/cloudwatch/series.h"
#include "base/limits.h"
#include "observe/texts.h"

namespace stator::cloudwatch {
namespace {

using observe::Alarm;

// Returns the alarms that `takes` accepts, by name and with their status.
template <class Takes>
Result<std::vector<Alarm>> Choose(const api::MetricServices& services, Takes takes) {
  auto chosen = ScalingAlarms(services);
  std::erase_if(chosen, [&](const Alarm& alarm) { return !takes(alarm); });
  TRY(EvaluateNow(services, chosen));
  for (const auto& alarm : services.alarms.List()) {
    if (takes(*alarm)) chosen.push_back(*alarm);
  }
  std::ranges::sort(chosen, {}, &Alarm::name);
  return chosen;
}

// The conditions of a description, except the state.
class Filter {
 public:
  explicit Filter(const DescribeAlarmsRequest& request) : request_(request) {
    if (request.alarm_names)
      names_.insert(request.alarm_names->begin(), request.alarm_names->end());
  }

  bool operator()(const Alarm& alarm) const {
    if (request_.alarm_names && !names_.contains(alarm.name)) return false;
    if (!alarm.name.starts_with(request_.alarm_name_prefix.value_or(""))) return false;
    return !request_.action_prefix || HasAction(alarm.actions, *request_.action_prefix);
  }

 private:
  static bool HasAction(const observe::AlarmActions& actions, const std::string& prefix) {
    const auto begins = [&](const std::string& action) { return action.starts_with(prefix); };
    return std::ranges::any_of(actions.ok, begins) || std::ranges::any_of(actions.alarm, begins) ||
           std::ranges::any_of(actions.insufficient_data, begins);
  }

  const DescribeAlarmsRequest& request_;
  std::set<std::string> names_;
};

// There are no composite alarms, so no alarm has parents or children.
bool WantsMetricAlarms(const DescribeAlarmsRequest& request) {
  if (request.children_of_alarm_name || request.parents_of_alarm_name) return false;
  return !request.alarm_types || request.alarm_types->empty() ||
         std::ranges::find(*request.alarm_types, AlarmType::kMetricAlarm) !=
             request.alarm_types->end();
}

bool Watches(const Alarm& alarm, const DescribeAlarmsForMetricRequest& request) {
  if (alarm.series.space != *request.namespace_ || alarm.series.metric != *request.metric_name ||
      alarm.series.dimensions != DimensionsOf(request.dimensions)) {
    return false;
  }
  if (request.statistic && alarm.statistic != ToString(*request.statistic)) return false;
  if (request.extended_statistic && alarm.statistic != *request.extended_statistic) return false;
  if (request.period && alarm.period != *request.period) return false;
  return !request.unit || alarm.series.unit == ToString(*request.unit);
}

}  // namespace

Result<DescribeAlarmsResponse> DescribeAlarms(const api::MetricServices& services,
                                              const DescribeAlarmsRequest& request) {
  if (request.alarm_names && request.alarm_name_prefix) {
    return Fail(ErrorCode::kInvalidParameterCombinationException, texts::kAlarmNames);
  }
  const auto skip = TRY(PlaceOf(request.next_token));
  const auto most = request.max_records ? static_cast<std::size_t>(*request.max_records)
                                        : limits::kAlarmsListedMax;
  DescribeAlarmsResponse response;
  response.composite_alarms.emplace();
  auto& shown = response.metric_alarms.emplace();
  if (!WantsMetricAlarms(request)) return response;
  auto chosen = TRY(Choose(services, Filter(request)));
  if (request.state_value) {
    const auto state = static_cast<observe::AlarmState>(*request.state_value);
    std::erase_if(chosen, [&](const Alarm& alarm) { return alarm.status.state != state; });
  }
  for (auto place = skip; place < chosen.size() && shown.size() < most; ++place) {
    shown.push_back(DescriptionOf(chosen[place]));
  }
  if (skip + shown.size() < chosen.size()) response.next_token = TokenOf(skip + shown.size());
  return response;
}

Result<DescribeAlarmsForMetricResponse> DescribeAlarmsForMetric(
    const api::MetricServices& services, const DescribeAlarmsForMetricRequest& request) {
  DescribeAlarmsForMetricResponse response;
  auto& shown = response.metric_alarms.emplace();
  const auto chosen =
      TRY(Choose(services, [&](const Alarm& alarm) { return Watches(alarm, request); }));
  for (const auto& alarm : chosen) shown.push_back(DescriptionOf(alarm));
  return response;
}

}  // namespace stator::cloudwatch
