#pragma once

#include <optional>
#include <string_view>

#include "api/cloudwatch/types.h"
#include "observe/alarm.h"

// What CloudWatch calls what alarms have.
namespace stator::cloudwatch {

inline constexpr std::string_view kEvaluateFew = "evaluate";
inline constexpr std::string_view kIgnoreFew = "ignore";

// nullopt: it compares with a band.
std::optional<observe::Comparison> ComparisonOf(ComparisonOperator comparison);
ComparisonOperator ApiComparison(observe::Comparison comparison);

// nullopt: there is no such word.
std::optional<observe::MissingData> MissingDataOf(std::string_view word);

// As a description shows it.
MetricAlarm DescriptionOf(const observe::Alarm& alarm);

}  // namespace stator::cloudwatch
