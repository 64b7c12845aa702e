#pragma once

#include <optional>
#include <vector>

#include "observe/alarm.h"
#include "observe/metric_rows.h"

// Evaluates alarms: pure rules, as CloudWatch documents them.
namespace stator::observe {

// The evaluation range in minutes, back from the evaluation's end: the alarm's periods, and two
// extra periods to replace missing values.
Minute RangeOf(const Alarm& alarm);

// Returns the alarm's state after the minutes before `end`; nullopt if it does not change.
// REQUIRES: `values` covers at least RangeOf(alarm) minutes.
//
// Periods end with `end`. The newest values count, as many as the alarm has periods. If the range
// has fewer values, missing ones count as the alarm configures.
// Suppose missing values count neither way, and all existing values breach. Then the alarm is
// raised only if the oldest value is at least `breaches` periods old. So a single value cannot
// raise an alarm that needs several.
std::optional<AlarmStatus> Evaluate(const Alarm& alarm, const Points& values, Minute end);

}  // namespace stator::observe
