#pragma once

#include <cstddef>
#include <cstdint>

// Bounds of what is observed, beside those in base/limits.h.
namespace stator::limits {

// --- Metrics (facts 9.9) ---
inline constexpr std::int64_t kMetricDays = 15;        // of service time that values are kept
inline constexpr std::size_t kMetricSeriesMax = 8192;  // beyond, the one idle for longest goes
inline constexpr std::uint64_t kMetricBytesMax = 256U * 1024 * 1024;  // beyond, the oldest hours go
inline constexpr std::size_t kMetricUnsavedMax = 262'144;  // values that wait to be stored
inline constexpr std::size_t kMetricSavedMax = 16'384;     // values in one commit, or one minute's
inline constexpr std::size_t kMetricExpiredMax = 1024;     // rows removed in one step
inline constexpr std::int64_t kIdleMinutes = 15;  // a table that was used has samples of nothing
inline constexpr std::size_t kInsightsMax = 100;  // tables and indexes looked at
// A rule holds an hour's and a minute's counters, what is kept of 25 hours, and minutes. With keys
// of 40 bytes the former are 0.5 MB for each rule, of which there are four for each of the above.
inline constexpr std::size_t kInsightKeysMax = 500;        // counted in one hour of a rule
inline constexpr std::size_t kInsightHourKeysKept = 100;   // once it is over
inline constexpr std::size_t kInsightMinuteKeysMax = 512;  // counted and kept in one minute
inline constexpr std::size_t kInsightBytesMax = 256U * 1024 * 1024;  // minutes of all rules
inline constexpr std::size_t kInsightKeyBytesMax = 1024;             // shown of a key
inline constexpr std::int64_t kInsightHours = 24;                    // slices kept of a rule
inline constexpr std::size_t kInsightsListedMax = 100;
inline constexpr std::size_t kContributorsMax = 100;  // of one report
inline constexpr std::size_t kEntitiesMax = 256;      // key prefixes counted by themselves
inline constexpr std::size_t kEntityBytesMax = 64;    // of a prefix
inline constexpr std::size_t kMetricExpressionDepthMax = 64;
inline constexpr std::size_t kMetricsListedMax = 500;      // by one ListMetrics
inline constexpr std::size_t kMetricQueriesMax = 500;      // of one GetMetricData
inline constexpr std::int64_t kMetricPointsMax = 100'800;  // likewise, in one answer
// Likewise: series and values of all results, values that its expressions make on their way to
// them, and minutes of series that are read at once.
inline constexpr std::size_t kMetricResultsMax = 5000;
inline constexpr std::size_t kMetricHeldMax = 1'008'000;
inline constexpr std::size_t kMetricStepsMax = 4'032'000;
inline constexpr std::int64_t kMetricReadMax = 262'144;
inline constexpr std::int64_t kMetricPeriodMax = INT32_MAX;  // seconds
inline constexpr std::int64_t kMetricStatisticsMax = 1440;   // of one GetMetricStatistics
inline constexpr std::size_t kMetricDataMax = 1000;          // of one PutMetricData
inline constexpr std::size_t kMetricValuesMax = 150;         // of one datum
inline constexpr double kMetricValueMax = 0x1p360;           // of a value, whatever its sign

// --- Alarms ---
inline constexpr std::size_t kAlarmsMax = 5000;
inline constexpr std::size_t kAlarmsPerStep = 50;       // evaluated
inline constexpr std::int64_t kAlarmMinutesMax = 30;    // of those passed over: first, and last
inline constexpr std::size_t kAlarmValuesShown = 5;     // in the reason of a state
inline constexpr std::size_t kAlarmTagsMax = 50;        // of an alarm
inline constexpr std::int64_t kAlarmDayMax = 86'400;    // seconds that periods may cover together
inline constexpr std::int64_t kAlarmWeekMax = 604'800;  // likewise, if they are an hour or longer
inline constexpr std::size_t kAlarmsListedMax = 50;  // by one DescribeAlarms that names no number

inline constexpr std::size_t kBucketsMax = 256;  // of one distribution
// Of the series that share a lock: in one minute, and minutes that wait to be taken.
inline constexpr std::size_t kStripeSeriesMax = 1024;
inline constexpr std::size_t kClosedMinutesMax = 16;

}  // namespace stator::limits
