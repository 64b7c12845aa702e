#pragma once

#include "api/cloudwatch/types.h"
#include "api/context.h"
#include "api/operation.h"
#include "base/result.h"

// What each operation of CloudWatch means: one function, in the file of its name. All may be
// called from any thread.
namespace stator::cloudwatch {

Result<DeleteAlarmsResponse> DeleteAlarms(api::Context& context,
                                          const DeleteAlarmsRequest& request);
Result<DescribeAlarmsResponse> DescribeAlarms(api::Context& context,
                                              const DescribeAlarmsRequest& request);
Result<DescribeAlarmsForMetricResponse> DescribeAlarmsForMetric(
    api::Context& context, const DescribeAlarmsForMetricRequest& request);
Result<DescribeInsightRulesResponse> DescribeInsightRules(
    api::Context& context, const DescribeInsightRulesRequest& request);
Result<GetInsightRuleReportResponse> GetInsightRuleReport(
    api::Context& context, const GetInsightRuleReportRequest& request);
Result<GetMetricDataResponse> GetMetricData(api::Context& context,
                                            const GetMetricDataRequest& request);
Result<GetMetricStatisticsResponse> GetMetricStatistics(api::Context& context,
                                                        const GetMetricStatisticsRequest& request);
Result<ListMetricsResponse> ListMetrics(api::Context& context, const ListMetricsRequest& request);
Result<PutMetricAlarmResponse> PutMetricAlarm(api::Context& context,
                                              const PutMetricAlarmRequest& request);
Result<PutMetricDataResponse> PutMetricData(api::Context& context,
                                            const PutMetricDataRequest& request);
Result<SetAlarmStateResponse> SetAlarmState(api::Context& context,
                                            const SetAlarmStateRequest& request);

}  // namespace stator::cloudwatch

namespace stator::api {

#define BUILT_OPERATION(name, kind)                     \
  template <>                                           \
  struct OperationOf<cloudwatch::name##Request> {       \
    static constexpr Kind kKind = Kind::kind;           \
    static constexpr auto kHandler = &cloudwatch::name; \
  };
#include "api/cloudwatch/built_operations.inc"
#undef BUILT_OPERATION

}  // namespace stator::api
