#pragma once

#include <optional>
#include <vector>

#include "observe/alarm.h"
#include "observe/metric_rows.h"

// What alarms make of values: pure rules, as CloudWatch documents them.
namespace stator::observe {

// How many minutes before the end of the last one an alarm looks at: its periods, and two more for
// where values are missing.
Minute RangeOf(const Alarm& alarm);

// The state after the minutes before `end`, given the values of at least RangeOf(alarm) of them;
// nullopt: it stays what it is.
//
// Periods end with `end`. The newest values count, as many as the alarm has periods; where there
// are fewer in the range, missing ones count as the alarm says. Where missing values are neither
// good nor bad and all there are breach, that is an alarm only once the oldest is so old that the
// periods after it would have made one: a single value does not raise what wants several.
std::optional<AlarmStatus> Evaluate(const Alarm& alarm, const Points& values, Minute end);

}  // namespace stator::observe
