#pragma once

// Texts of CloudWatch's operations; base/texts.h has the others.
namespace stator::texts {

inline constexpr char kStatisticUnknown[] = "The statistic {} is not supported.";
inline constexpr char kMetricExpression[] = "The value for parameter Expression is not valid: {}.";
inline constexpr char kMetricPeriod[] =
    "The parameter Period must be 1, 5, 10, 20, 30 or a multiple of 60.";
inline constexpr char kMetricTimes[] =
    "The parameter StartTime must be less than the parameter EndTime.";
inline constexpr char kMetricPoints[] =
    "You have requested up to {} datapoints, which exceeds the limit of {}. You may reduce the "
    "datapoints requested by increasing Period, or decreasing the time range.";
inline constexpr char kMetricNoStatistic[] =
    "At least one of the parameters Statistics and ExtendedStatistics must be specified.";
inline constexpr char kMetricTwoStatistics[] =
    "The parameters Statistics and ExtendedStatistics may not be specified together.";
inline constexpr char kMetricToken[] = "The token is not one that this operation has returned.";
inline constexpr char kMetricsNotOurs[] = "The value AWS/ for parameter Namespace is invalid.";
inline constexpr char kMetricDatum[] =
    "The parameters MetricData.member.{} must have exactly one of Value, Values and "
    "StatisticValues, each a number.";
inline constexpr char kMetricDatumRange[] =
    "The parameters MetricData.member.{} must have numbers from -2^360 to 2^360 only.";
inline constexpr char kMetricDatumText[] =
    "The parameters MetricData.member.{} must have no control characters in their names.";
inline constexpr char kMetricDatumTime[] =
    "The parameter MetricData.member.{}.Timestamp must be within the last two weeks and no more "
    "than two hours in the future.";
inline constexpr char kMetricDatumResolution[] =
    "The parameter MetricData.member.{}.StorageResolution must be 1 or 60.";
inline constexpr char kMetricCounts[] =
    "The parameters MetricData.member.{}.Values and Counts must be of the same length.";
inline constexpr char kMetricDataTooMany[] =
    "The collection MetricData must not have a size greater than {}.";
inline constexpr char kMetricQueriesNone[] =
    "The collection MetricDataQueries must not have a size lower than 1.";
inline constexpr char kMetricQueriesTooMany[] =
    "The collection MetricDataQueries must not have a size greater than {}.";
inline constexpr char kMetricResultsTooMany[] =
    "The queries come to {} or more series, which exceeds the limit of {}.";
inline constexpr char kMetricQueryCircle[] = "The expression of the query {} needs its own result.";
inline constexpr char kMetricQueryForm[] =
    "The query {} must have exactly one of MetricStat and Expression.";
inline constexpr char kMetricQueryTwice[] = "The id {} is given to two queries.";
inline constexpr char kMetricQueryId[] =
    "The id {} must begin with a lowercase letter and have letters, digits and underscores only.";
inline constexpr char kInsightRuleUnknown[] = "The rule {} does not exist.";
inline constexpr char kInsightMetric[] = "The value {} for parameter Metrics is not supported.";
inline constexpr char kInsightsListed[] = "MaxResults must be between 1 and {}.";
inline constexpr char kInsightContributors[] =
    "The parameter MaxContributorCount must be between 1 and {}.";
inline constexpr char kInsightOrder[] =
    "The value for parameter OrderBy must be one of Sum, Maximum.";
inline constexpr char kInsightsTooMany[] =
    "Contributor Insights is enabled for {} tables and indexes already.";
inline constexpr char kAlarmUnchecked[] = "Unchecked: Initial alarm creation";
inline constexpr char kAlarmUnknown[] = "The alarm {} does not exist.";
inline constexpr char kAlarmsTooMany[] = "There are {} alarms already.";
inline constexpr char kAlarmNeeds[] = "The parameter {} is required for an alarm on a metric.";
inline constexpr char kAlarmOneMetric[] =
    "The parameter {} is not supported: an alarm here watches one metric and a fixed threshold.";
inline constexpr char kAlarmComparison[] =
    "The value {} for parameter ComparisonOperator is not supported: there is no anomaly "
    "detection.";
inline constexpr char kAlarmStatistic[] =
    "Exactly one of the parameters Statistic and ExtendedStatistic must be specified.";
inline constexpr char kAlarmPeriod[] =
    "The parameter Period must be a multiple of 60: metrics are kept by the minute.";
inline constexpr char kAlarmCovers[] =
    "Metrics cannot be checked across more than a day (EvaluationPeriods * Period must be <= {}), "
    "or a week if Period is an hour or more (<= {}).";
inline constexpr char kAlarmBreaches[] =
    "The parameter DatapointsToAlarm must not be greater than EvaluationPeriods.";
inline constexpr char kAlarmThreshold[] = "The parameter Threshold must be a number.";
inline constexpr char kAlarmMissing[] =
    "The value {} for parameter TreatMissingData must be one of breaching, notBreaching, ignore, "
    "missing.";
inline constexpr char kAlarmFew[] =
    "The parameter EvaluateLowSampleCountPercentile must be evaluate or ignore, and belongs to a "
    "percentile.";
inline constexpr char kAlarmTags[] = "An alarm may have {} tags at most.";
inline constexpr char kAlarmOfPolicy[] =
    "The alarm {} belongs to a scaling policy, which is changed with Application Auto Scaling.";
inline constexpr char kAlarmNames[] =
    "The parameters AlarmNames and AlarmNamePrefix may not be specified together.";
inline constexpr char kMetricsTooMany[] = "Rate exceeded";
inline constexpr char kCustomSeriesTooMany[] =
    "There may be {} custom metrics (each combination of namespace, name, dimensions and unit is "
    "one), and these would be more. A metric makes room when it had no values for {} days.";

}  // namespace stator::texts
