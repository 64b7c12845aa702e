#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "scaling/target.h"

namespace stator::scaling {

// The four alarms that a policy of target tracking keeps in CloudWatch. The first two have the
// policy scale; the others notice that the capacity was changed by somebody else.
enum class AlarmKind : std::uint8_t { kHigh, kLow, kProvisionedHigh, kProvisionedLow };

// An alarm as CloudWatch describes it.
struct Alarm {
  AlarmKind kind = AlarmKind::kHigh;
  std::string name;      // "TargetTracking-table/NAME-AlarmHigh-ID"
  std::string metric;    // "ConsumedReadCapacityUnits" and the like, of AWS/DynamoDB
  Resource resource;     // its dimensions
  bool above = true;     // it goes off above its threshold, else below
  double threshold = 0;  // of the sum of a minute; of the average where units are provisioned
  std::size_t periods = 0;
  TimeMicros period = 0;
  std::string policy_arn;  // what it triggers
};

std::string AlarmName(const TargetId& target, const Policy& policy, AlarmKind kind);
// `region` and `account` as in all ARNs.
std::string AlarmArn(std::string_view region, std::string_view account, std::string_view name);

// All alarms of a target's policies, given what it has provisioned.
std::vector<Alarm> AlarmsOf(const Target& target, std::int64_t provisioned);

}  // namespace stator::scaling
