#include "model/describe/description.h"

#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/language/parser.h"

namespace stator::model {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string DescriptionOf(std::string_view text) {
  const auto parsed = Parse(text);
  EXPECT_TRUE(parsed.complaints.empty()) << parsed.complaints.front().message;
  return DescriptionJson(parsed.model);
}

constexpr std::string_view kModel = R"(model orders "orders"
table app (PK, SK) on-demand
index GSI1 (GSI1PK, GSI1SK) include total
entity Customer 1M x 400B
  attr custId:id, createdAt:date
  key CUST#{custId} / PROFILE
entity Order 20M x 600B in Customer(custId) 20..5000
  attr orderId:id, orderDate:date, status:enum(OPEN 2, CLOSED 98), total:number, version:version
  key CUST#{custId} / ORDER#{orderDate}#{orderId}
  GSI1 OPEN#{shard(orderId,4)} / {orderDate} when status=OPEN
entity Reading 5M x 100B
  attr device, at:time
  identity device, at
  key DEVICE#{device}#{at:hour} / {at}
patterns
  A1 1/s get Customer[custId] "a customer"
  A2 1/s list Order[custId] range orderDate 30d -> 3
  A3 1/s list Order[status=OPEN] asc orderDate -> 3
  A4 1/s put Order if new
  A5 1/s update Order[custId, orderDate, orderId] set status, version if version rewrite keys
  A6 1/s list Reading[device] range at 1h -> 5
  A7 1/s scan Customer
  A8 1/s list Order[total] -> 1
)";

TEST(DescriptionTest, AStatementHasItsParametersAsValues) {
  const auto json = DescriptionOf(
      std::string(kModel) +
      "  R1 1/day sql \"SELECT * FROM app WHERE PK = ? AND version = ? AND total BETWEEN ? AND ?\" "
      "Order[CUST#{custId}, version, total.from, total.to] strong\n"
      "  R2 1/day sql \"SELECT * FROM app\"\n");
  EXPECT_THAT(json,
              HasSubstr(R"("requests":[{"operation":"ExecuteStatement","table":"app","input":)"
                        R"({"Statement":"SELECT * FROM app WHERE PK = ? AND version = ? AND )"
                        R"(total BETWEEN ? AND ?","ConsistentRead":true,"Parameters":)"
                        R"([{"S":"CUST#{custId}"},{"N":"{version}"},{"N":"{total from}"},)"
                        R"({"N":"{total to}"}]})"));
  EXPECT_THAT(json, HasSubstr(R"("path":["Parameters","3"],"type":"N","parts":)"
                              R"([{"attribute":"total to"}])"));
  EXPECT_THAT(json, HasSubstr(R"("input":{"Statement":"SELECT * FROM app"},"values":[]})"));
}

TEST(DescriptionTest, ListsTablesEntitiesAndTheirRows) {
  const auto json = DescriptionOf(kModel);
  EXPECT_THAT(json, HasSubstr(R"("name":"app","line":2,"partitionKey":"PK","sortKey":"SK")"));
  EXPECT_THAT(json, HasSubstr(R"("createTable":{"TableName":"app")"));
  EXPECT_THAT(
      json,
      HasSubstr(
          R"("parent":{"entity":"Customer","attribute":"custId","average":20.0,"most":5000})"));
  EXPECT_THAT(json,
              HasSubstr(R"({"attribute":"SK","type":"S","parts":[{"literal":"ORDER#"},)"
                        R"({"attribute":"orderDate"},{"literal":"#"},{"attribute":"orderId"}]})"));
  EXPECT_THAT(json, HasSubstr(R"("when":[{"attribute":"status","value":"OPEN"}])"));
  EXPECT_THAT(json, HasSubstr(R"({"attribute":"at","bucket":"hour"})"));
}

TEST(DescriptionTest, FillsKeysWithTheNamesOfArguments) {
  const auto json = DescriptionOf(kModel);
  EXPECT_THAT(json, HasSubstr(R"("Key":{"PK":{"S":"CUST#{custId}"},"SK":{"S":"PROFILE"}})"));
  EXPECT_THAT(json, HasSubstr(R"({"path":["Key","PK"],"type":"S",)"
                              R"("parts":[{"literal":"CUST#"},{"attribute":"custId"}]})"));
}

TEST(DescriptionTest, GivesARangeTwoArguments) {
  const auto json = DescriptionOf(kModel);
  EXPECT_THAT(json,
              HasSubstr(R"("KeyConditionExpression":"#n0 = :v0 AND #n1 BETWEEN :v1 AND :v2")"));
  EXPECT_THAT(json, HasSubstr(R"(":v1":{"S":"ORDER#{orderDate from}"})"));
  EXPECT_THAT(json, HasSubstr(R"({"name":"orderDate to","kind":"date","type":"S"})"));
  EXPECT_THAT(json, HasSubstr(R"("parts":[{"literal":"DEVICE#"},{"attribute":"device"},)"
                              R"({"literal":"#"},{"attribute":"at from","bucket":"hour"}])"));
}

TEST(DescriptionTest, CountsThePartitionsOfAFanOut) {
  const auto json = DescriptionOf(kModel);
  EXPECT_THAT(json, HasSubstr(R"("parts":[{"literal":"OPEN#"},{"shards":4}]}],"partitions":4)"));
}

TEST(DescriptionTest, MarksKeysThatDependOnAnArgument) {
  const auto json = DescriptionOf(kModel);
  EXPECT_THAT(json, HasSubstr(R"("operation":"PutItem")"));
  EXPECT_THAT(json,
              HasSubstr(R"({"path":["Item","GSI1PK"],"type":"S","parts":[{"literal":"OPEN#"},)"
                        R"({"attribute":"orderId","shards":4}],)"
                        R"("when":[{"attribute":"status","value":"OPEN"}]})"));
  EXPECT_THAT(json, Not(HasSubstr(R"({"path":["Item","version"])")));  // begins with 1
}

TEST(DescriptionTest, RaisesAComparedVersion) {
  const auto json = DescriptionOf(kModel);
  EXPECT_THAT(json, HasSubstr(R"({"N":"{expected version + 1}"})"));
  EXPECT_THAT(json, HasSubstr(R"("parts":[{"attribute":"expected version","plus":1}])"));
}

TEST(DescriptionTest, SaysWhyNoRequestServesAPattern) {
  const auto json = DescriptionOf(kModel);
  const auto at = json.find(R"("id":"A8")");
  ASSERT_NE(at, json.npos);
  EXPECT_THAT(json.substr(at), HasSubstr(R"("requests":[],"reason":")"));
}

std::string FileText(const std::string& name) {
  std::ifstream file(STATOR_SOURCE_DIR "/" + name);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(DescriptionTest, DescribesAnExample) {
  const auto json = DescriptionOf(FileText("examples/orders.std"));
  EXPECT_THAT(json, Not(HasSubstr(R"("requests":[])")));
  EXPECT_THAT(json, HasSubstr(R"("operation":"TransactWriteItems")"));
}

// The console's tests of templates and requests read this file, so both sides mean the same.
TEST(DescriptionTest, EqualsTheFileOfTheConsolesTests) {
  EXPECT_EQ(DescriptionOf(FileText("examples/orders.std")),
            FileText("console/test/support/orders_description.json"));
}

}  // namespace
}  // namespace stator::model
