#include "wire/query_protocol.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/limits.h"

namespace stator::wire {
namespace {

const OperationSchema& Of(std::string_view operation) {
  return *FindSchema(CloudwatchSchemas(), operation);
}

std::string Json(std::string_view operation, std::string_view form) {
  const auto json = JsonOfForm(form, *Of(operation).request);
  return json ? *json : "refused";
}

TEST(QueryProtocolTest, AFormBecomesTheRequest) {
  EXPECT_EQ(FormValue("Version=2010-08-01&Action=List%4Detrics", "Action"), "ListMetrics");
  EXPECT_EQ(FormValue("Version=1", "Action"), "");
  EXPECT_EQ(Json("ListMetrics",
                 "Action=ListMetrics&Version=2010-08-01&Namespace=AWS%2FDynamoDB&"
                 "Dimensions.member.2.Name=Operation&Dimensions.member.1.Name=TableName&"
                 "Dimensions.member.1.Value=My+Table"),
            R"({"Dimensions":[{"Name":"TableName","Value":"My Table"},{"Name":"Operation"}],)"
            R"("Namespace":"AWS/DynamoDB"})");
  EXPECT_EQ(Json("GetMetricStatistics",
                 "Period=60&StartTime=2026-01-01T00%3A00%3A00Z&EndTime=1767225660.5&"
                 "Statistics.member.1=Sum"),
            R"({"EndTime":1767225660.5,"Period":60,"StartTime":1767225600.0,)"
            R"("Statistics":["Sum"]})");
  EXPECT_EQ(Json("GetMetricData",
                 "MetricDataQueries.member.10.ReturnData=false&"
                 "MetricDataQueries.member.9.MetricStat.Metric.MetricName=M"),
            R"({"MetricDataQueries":[{"MetricStat":{"Metric":{"MetricName":"M"}}},)"
            R"({"ReturnData":false}]})");
}

TEST(QueryProtocolTest, TheLargestPutMetricDataIsRead) {
  std::string form;
  std::size_t number = 0;
  for (int datum = 1; form.size() < limits::kMetricRequestBytesMax - 100; ++datum) {
    for (int value = 1; value <= 150; ++value, ++number) {
      form += fmt::format("MetricData.member.{}.Values.member.{}=1&", datum, value);
    }
  }
  EXPECT_LT(number, kFormPartsMax);
  EXPECT_NE(Json("PutMetricData", form), "refused");
}

TEST(QueryProtocolTest, RefusesTooManyParts) {
  const auto form = [](std::size_t parts) {
    std::string out;
    for (std::size_t i = 0; i < parts; ++i) out += fmt::format("a{}&a{}&", i, i);
    return out;
  };
  EXPECT_EQ(Json("ListMetrics", form(kFormPartsMax)), "{}");
  EXPECT_EQ(Json("ListMetrics", form(kFormPartsMax + 1)), "refused");
}

TEST(QueryProtocolTest, RefusesFormsThatAreNoRequest) {
  EXPECT_EQ(Json("GetMetricStatistics", "Period=often"), "refused");
  EXPECT_EQ(Json("GetMetricStatistics", "Period=1.5"), "refused");
  EXPECT_EQ(Json("GetMetricStatistics", "Period=1e300"), "refused");
  EXPECT_EQ(Json("GetMetricStatistics", "StartTime=nan"), "refused");
  EXPECT_EQ(Json("GetMetricData", "MetricDataQueries.member.x.Id=a"), "refused");
  EXPECT_EQ(Json("GetMetricData", "MetricDataQueries.member.1.ReturnData=yes"), "refused");
  EXPECT_EQ(Json("ListMetrics", "Namespace=%FF"), "refused");
  std::string deep = "A";
  for (int i = 0; i < 1000; ++i) deep += ".A";
  EXPECT_EQ(Json("ListMetrics", deep), "refused");
  EXPECT_EQ(Json("ListMetrics", "&&=&Other.member.1=2&%4"), "{}");
}

TEST(QueryProtocolTest, AnAnswerBecomesXml) {
  Response response;
  response.body = R"({"Datapoints":[{"Timestamp":1767225600.0,"Sum":1.5,"Unit":"Count",)"
                  R"("ExtendedStatistics":{"p99":2.0}}],"Label":"a<b"})";
  EXPECT_EQ(XmlOf(response, "GetMetricStatistics", Of("GetMetricStatistics").response, "id-1"),
            "<GetMetricStatisticsResponse "
            "xmlns=\"http://monitoring.amazonaws.com/doc/2010-08-01/\">"
            "<GetMetricStatisticsResult><Datapoints><member>"
            "<Timestamp>2026-01-01T00:00:00Z</Timestamp><Sum>1.5</Sum><Unit>Count</Unit>"
            "<ExtendedStatistics><entry><key>p99</key><value>2.0</value></entry>"
            "</ExtendedStatistics></member></Datapoints><Label>a&lt;b</Label>"
            "</GetMetricStatisticsResult>"
            "<ResponseMetadata><RequestId>id-1</RequestId></ResponseMetadata>"
            "</GetMetricStatisticsResponse>");
  response.body.clear();
  EXPECT_EQ(XmlOf(response, "PutMetricData", Of("PutMetricData").response, "i"),
            "<PutMetricDataResponse xmlns=\"http://monitoring.amazonaws.com/doc/2010-08-01/\">"
            "<ResponseMetadata><RequestId>i</RequestId></ResponseMetadata>"
            "</PutMetricDataResponse>");
}

TEST(QueryProtocolTest, XmlHoldsOnlyAllowedCharacters) {
  Response response;
  response.body = R"({"Label":"a\u0001b\r\n\t\uFFFEc\u00e9"})";
  const auto xml = XmlOf(response, "GetMetricStatistics", Of("GetMetricStatistics").response, "i");
  EXPECT_NE(xml.find("<Label>a\uFFFDb&#xD;\n\t\uFFFDc\u00e9</Label>"), std::string::npos) << xml;
}

TEST(QueryProtocolTest, AnErrorBecomesXml) {
  Response response{.status = 400};
  response.error = ErrorCode::kInvalidParameterValueException;
  response.message = "no & no";
  response.query_error = "InvalidParameterValue;Sender";
  EXPECT_EQ(XmlOf(response, "ListMetrics", Of("ListMetrics").response, "i"),
            "<ErrorResponse xmlns=\"http://monitoring.amazonaws.com/doc/2010-08-01/\"><Error>"
            "<Type>Sender</Type><Code>InvalidParameterValue</Code><Message>no &amp; no</Message>"
            "</Error><RequestId>i</RequestId></ErrorResponse>");
}

}  // namespace
}  // namespace stator::wire
