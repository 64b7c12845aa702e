#pragma once

#include <span>
#include <string>
#include <vector>

#include "api/services.h"
#include "base/result.h"
#include "observe/alarm.h"

// The alarms of target-tracking policies. Auto scaling has its own points and state, so these
// alarms are not stored. They exist only in descriptions.
namespace stator::cloudwatch {

// Returns the alarms by target, without their status.
std::vector<observe::Alarm> ScalingAlarms(const api::MetricServices& services);

// Sets each alarm's status from the minutes before now.
Result<> EvaluateNow(const api::MetricServices& services, std::span<observe::Alarm> alarms);

// Refuses names that belong to such alarms. Errors: ValidationException.
Result<> CheckNotOfPolicy(const api::MetricServices& services, std::span<const std::string> names);

}  // namespace stator::cloudwatch
