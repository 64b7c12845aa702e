#include "scaling/alarms.h"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace stator::scaling {
namespace {

constexpr std::array kKinds = {AlarmKind::kHigh, AlarmKind::kLow, AlarmKind::kProvisionedHigh,
                               AlarmKind::kProvisionedLow};
constexpr double kSeconds = kMinute / 1'000'000;

std::string_view NameOf(AlarmKind kind) {
  switch (kind) {
    case AlarmKind::kHigh:
      return "AlarmHigh";
    case AlarmKind::kLow:
      return "AlarmLow";
    case AlarmKind::kProvisionedHigh:
      return "ProvisionedCapacityHigh";
    case AlarmKind::kProvisionedLow:
      return "ProvisionedCapacityLow";
  }
  std::unreachable();
}

Alarm MakeAlarm(const Target& target, const Policy& policy, AlarmKind kind,
                std::int64_t provisioned) {
  const bool consumed = kind == AlarmKind::kHigh || kind == AlarmKind::kLow;
  const bool read = AccessOf(target.id.dimension) == capacity::Access::kRead;
  Alarm alarm{.kind = kind,
              .name = AlarmName(target.id, policy, kind),
              .metric = fmt::format("{}{}CapacityUnits", consumed ? "Consumed" : "Provisioned",
                                    read ? "Read" : "Write"),
              .resource = *ParseResource(target.id.resource, target.id.dimension),
              .above = kind == AlarmKind::kHigh || kind == AlarmKind::kProvisionedHigh,
              .policy_arn = policy.arn};
  if (consumed) {
    const bool high = kind == AlarmKind::kHigh;
    alarm.threshold = kSeconds * (high ? HighThreshold(policy.target, provisioned)
                                       : LowThreshold(policy.target, provisioned));
    alarm.periods = high ? kScaleOutPoints : kScaleInPoints;
    alarm.period = kMinute;
  } else {
    constexpr std::size_t kPeriods = 3;
    alarm.threshold = static_cast<double>(provisioned);
    alarm.periods = kPeriods;
    alarm.period = 5 * kMinute;
  }
  return alarm;
}

}  // namespace

std::string AlarmName(const TargetId& target, const Policy& policy, AlarmKind kind) {
  return fmt::format("TargetTracking-{}-{}-{}", target.resource, NameOf(kind),
                     policy.alarm_ids[static_cast<std::size_t>(kind)]);
}

std::string AlarmArn(std::string_view region, std::string_view account, std::string_view name) {
  return fmt::format("arn:aws:cloudwatch:{}:{}:alarm:{}", region, account, name);
}

std::vector<Alarm> AlarmsOf(const Target& target, std::int64_t provisioned) {
  std::vector<Alarm> alarms;
  for (const auto& policy : target.policies) {
    for (const auto kind : kKinds) alarms.push_back(MakeAlarm(target, policy, kind, provisioned));
  }
  return alarms;
}

}  // namespace stator::scaling
