#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "scaling/target.h"

namespace stator::scaling {

// The four alarms that a target-tracking policy keeps in CloudWatch. kHigh and kLow trigger the
// policy. The other two report that the capacity was changed by another party.
enum class AlarmKind : std::uint8_t { kHigh, kLow, kProvisionedHigh, kProvisionedLow };

// An alarm as CloudWatch describes it.
struct Alarm {
  AlarmKind kind = AlarmKind::kHigh;
  std::string name;      // "TargetTracking-table/NAME-AlarmHigh-ID"
  std::string metric;    // "ConsumedReadCapacityUnits" and the like, of AWS/DynamoDB
  Resource resource;     // its dimensions
  bool above = true;     // the alarm is raised above its threshold, else below
  double threshold = 0;  // of the sum per minute; for provisioned units of the average
  std::size_t periods = 0;
  TimeMicros period = 0;
  std::string policy_arn;  // the policy that the alarm triggers
};

// Returns an alarm's name, as in Alarm::name.
std::string AlarmName(const TargetId& target, const Policy& policy, AlarmKind kind);
// Returns an alarm's ARN. `region` and `account` are those of all ARNs.
std::string AlarmArn(std::string_view region, std::string_view account, std::string_view name);

// Returns all alarms of a target's policies. `provisioned` is the target's current capacity.
std::vector<Alarm> AlarmsOf(const Target& target, std::int64_t provisioned);

}  // namespace stator::scaling
