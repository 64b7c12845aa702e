#include "api/cloudwatch/scaling_alarms.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "api/autoscaling/provisioned.h"
#include "base/durations.h"
#include "observe/alarm_evaluation.h"
#include "observe/texts.h"
#include "scaling/alarms.h"

namespace stator::cloudwatch {
namespace {

constexpr std::string_view kPrefix = "TargetTracking-";

observe::Series SeriesOf(const scaling::Alarm& alarm) {
  observe::Series series{std::string(observe::kDynamoSpace), alarm.metric, {}, ""};
  // Dimensions are in the order of their names.
  if (!alarm.resource.index.empty()) {
    series.dimensions.push_back({"GlobalSecondaryIndexName", alarm.resource.index});
  }
  series.dimensions.push_back({"TableName", alarm.resource.table});
  return series;
}

observe::Alarm Shown(const api::MetricServices& services, const scaling::Target& target,
                     const scaling::Alarm& alarm) {
  using enum scaling::AlarmKind;
  const bool consumed = alarm.kind == kHigh || alarm.kind == kLow;
  observe::Alarm shown{
      .name = alarm.name,
      .arn = scaling::AlarmArn(services.account.region, services.account.id, alarm.name),
      .configured = target.created,
      .series = SeriesOf(alarm),
      .statistic = consumed ? "Sum" : "Average",
      .period = alarm.period / kSecond,
      .periods = alarm.periods,
      .breaches = alarm.periods,
      .comparison = alarm.above ? observe::Comparison::kGreater : observe::Comparison::kLess,
      .threshold = alarm.threshold};
  shown.description =
      fmt::format("DO NOT EDIT OR DELETE. For TargetTrackingScaling policy {}.", alarm.policy_arn);
  shown.actions.alarm = {alarm.policy_arn};
  shown.status = {
      .reason = texts::kAlarmUnchecked, .updated = target.created, .changed = target.created};
  return shown;
}

}  // namespace

std::vector<observe::Alarm> ScalingAlarms(const api::MetricServices& services) {
  std::vector<observe::Alarm> all;
  for (const auto& target : services.scaling.Targets()) {
    if (target->policies.empty()) continue;
    const auto provisioned =
        autoscaling::ProvisionedOf(services.catalog, services.clock, target->id).value_or(0);
    for (const auto& alarm : scaling::AlarmsOf(*target, provisioned)) {
      all.push_back(Shown(services, *target, alarm));
    }
  }
  return all;
}

Result<> EvaluateNow(const api::MetricServices& services, std::span<observe::Alarm> alarms) {
  if (alarms.empty()) return {};
  const auto end = observe::MinuteOf(services.clock.Now());
  std::vector<observe::Series> wanted;
  observe::Minute range = 0;
  for (const auto& alarm : alarms) {
    wanted.push_back(alarm.series);
    range = std::max(range, observe::RangeOf(alarm));
  }
  const auto found = TRY(services.metrics.Read(wanted, end - range, end));
  for (std::size_t i = 0; i < alarms.size(); ++i) {
    const auto values = observe::AllUnits(found[i]);
    // These alarms have no stored state, so missing data cannot keep the last one.
    auto asked = alarms[i];
    asked.missing = observe::MissingData::kMissing;
    if (auto status = observe::Evaluate(asked, values, end)) alarms[i].status = *std::move(status);
  }
  return {};
}

Result<> CheckNotOfPolicy(const api::MetricServices& services, std::span<const std::string> names) {
  const auto suspect = [](const std::string& name) { return name.starts_with(kPrefix); };
  if (std::ranges::none_of(names, suspect)) return {};
  std::set<std::string> theirs;
  for (auto& alarm : ScalingAlarms(services)) theirs.insert(std::move(alarm.name));
  for (const auto& name : names) {
    if (theirs.contains(name)) return FailInvalid(fmt::format(texts::kAlarmOfPolicy, name));
  }
  return {};
}

}  // namespace stator::cloudwatch
