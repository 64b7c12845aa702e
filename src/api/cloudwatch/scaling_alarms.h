#pragma once

#include <span>
#include <string>
#include <vector>

#include "api/services.h"
#include "base/result.h"
#include "observe/alarm.h"

// The alarms that policies of target tracking keep. Auto scaling has points and a memory of its
// own, so these are not stored: they are what a description shows.
namespace stator::cloudwatch {

// By target; without their status.
std::vector<observe::Alarm> ScalingAlarms(const api::MetricServices& services);

// Gives each the status that the minutes before now call for.
Result<> EvaluateNow(const api::MetricServices& services, std::span<observe::Alarm> alarms);

// ValidationException, if one of the names is that of such an alarm.
Result<> CheckNotOfPolicy(const api::MetricServices& services, std::span<const std::string> names);

}  // namespace stator::cloudwatch
