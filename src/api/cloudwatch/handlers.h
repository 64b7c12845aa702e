#pragma once

#include "api/cloudwatch/types.h"
#include "api/operation.h"
#include "api/services.h"
#include "base/result.h"

// The handlers of CloudWatch, each in the file with its name. Threads: any.
namespace stator::cloudwatch {

Result<DeleteAlarmsResponse> DeleteAlarms(const api::MetricServices& services,
                                          const DeleteAlarmsRequest& request);
Result<DescribeAlarmsResponse> DescribeAlarms(const api::MetricServices& services,
                                              const DescribeAlarmsRequest& request);
Result<DescribeAlarmsForMetricResponse> DescribeAlarmsForMetric(
    const api::MetricServices& services, const DescribeAlarmsForMetricRequest& request);
Result<DescribeInsightRulesResponse> DescribeInsightRules(
    const api::MetricServices& services, const DescribeInsightRulesRequest& request);
Result<GetInsightRuleReportResponse> GetInsightRuleReport(
    const api::MetricServices& services, const GetInsightRuleReportRequest& request);
Result<GetMetricDataResponse> GetMetricData(const api::MetricServices& services,
                                            const GetMetricDataRequest& request);
Result<GetMetricStatisticsResponse> GetMetricStatistics(const api::MetricServices& services,
                                                        const GetMetricStatisticsRequest& request);
Result<ListMetricsResponse> ListMetrics(const api::MetricServices& services,
                                        const ListMetricsRequest& request);
Result<PutMetricAlarmResponse> PutMetricAlarm(const api::MetricServices& services,
                                              const PutMetricAlarmRequest& request);
Result<PutMetricDataResponse> PutMetricData(const api::MetricServices& services,
                                            const PutMetricDataRequest& request);
Result<SetAlarmStateResponse> SetAlarmState(const api::MetricServices& services,
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
