#pragma once

#include <optional>
#include <string_view>

#include "api/cloudwatch/types.h"
#include "observe/alarm.h"

// Converts between CloudWatch's words and those of observe/ for alarms.
namespace stator::cloudwatch {

inline constexpr std::string_view kEvaluateFew = "evaluate";
inline constexpr std::string_view kIgnoreFew = "ignore";

// nullopt: the comparison is with a band.
std::optional<observe::Comparison> ComparisonOf(ComparisonOperator comparison);
// The reverse of ComparisonOf.
ComparisonOperator ApiComparison(observe::Comparison comparison);

// nullopt: the word is unknown.
std::optional<observe::MissingData> MissingDataOf(std::string_view word);

// Returns the alarm as a description shows it.
MetricAlarm DescriptionOf(const observe::Alarm& alarm);

}  // namespace stator::cloudwatch
