#pragma once

#include "api/cloudwatch/types.h"
#include "api/context.h"
#include "base/result.h"

// What each operation of CloudWatch means: one function, in the file of its name. All may be
// called from any thread.
namespace stator::cloudwatch {

Result<DescribeInsightRulesResponse> DescribeInsightRules(
    api::Context& context, const DescribeInsightRulesRequest& request);
Result<GetInsightRuleReportResponse> GetInsightRuleReport(
    api::Context& context, const GetInsightRuleReportRequest& request);
Result<GetMetricDataResponse> GetMetricData(api::Context& context,
                                            const GetMetricDataRequest& request);
Result<GetMetricStatisticsResponse> GetMetricStatistics(api::Context& context,
                                                        const GetMetricStatisticsRequest& request);
Result<ListMetricsResponse> ListMetrics(api::Context& context, const ListMetricsRequest& request);
Result<PutMetricDataResponse> PutMetricData(api::Context& context,
                                            const PutMetricDataRequest& request);

}  // namespace stator::cloudwatch
