#include "wire/decoder.h"

#include <string>

#include <gtest/gtest.h>

#include "base/limits.h"
#include "wire/codecs.h"

// The texts are AWS's, as docs/facts records them in the sections named.
namespace stator::wire {
namespace {

template <class Request>
Result<Request> Decoded(const std::string& json) {
  json::Parser parser;
  const Result<json::Body> body = parser.Parse(json);
  if (!body) return Fail(body.error());
  return Decode<Request>(*body);
}

// Returns the answer's "Code: text", or "ok".
template <class Request>
std::string Answer(const std::string& json) {
  const Result<Request> request = Decoded<Request>(json);
  if (request) return "ok";
  const std::string& text = request.error().message;
  return request.error().code == ErrorCode::kSerializationException ? "Serialization: " + text
         : request.error().code == ErrorCode::kValidationException  ? "Validation: " + text
                                                                    : "unexpected code";
}

std::string GetItem(const std::string& json) { return Answer<api::GetItemRequest>(json); }
std::string PutItem(const std::string& json) { return Answer<api::PutItemRequest>(json); }
std::string UpdateItem(const std::string& json) { return Answer<api::UpdateItemRequest>(json); }
std::string DeleteItem(const std::string& json) { return Answer<api::DeleteItemRequest>(json); }
std::string CreateTable(const std::string& json) { return Answer<api::CreateTableRequest>(json); }
std::string UpdateTable(const std::string& json) { return Answer<api::UpdateTableRequest>(json); }
std::string ListTables(const std::string& json) { return Answer<api::ListTablesRequest>(json); }
std::string DescribeTable(const std::string& json) {
  return Answer<api::DescribeTableRequest>(json);
}

constexpr char kOne[] = "Validation: 1 validation error detected: ";

// A CreateTable that is valid except for `rest`.
std::string Table(const std::string& rest) {
  return R"({"TableName":"abc","AttributeDefinitions":[{"AttributeName":"a","AttributeType":"S"}],)"
         R"("KeySchema":[{"AttributeName":"a","KeyType":"HASH"}],)" +
         rest + "}";
}

TEST(DecodeTest, FillsTheRequest) {
  const auto request = Decoded<api::PutItemRequest>(
      R"({"TableName":"tab","Item":{"a":{"S":"x"}},"ReturnValues":"ALL_OLD",
          "ExpressionAttributeNames":{"#a":"a"},"ConditionExpression":"c"})");
  ASSERT_TRUE(request.has_value());
  EXPECT_EQ(request->table_name, "tab");
  EXPECT_EQ(request->return_values, api::ReturnValue::kAllOld);
  EXPECT_EQ(request->expression_attribute_names->at("#a"), "a");
  EXPECT_EQ(request->condition_expression, "c");
  EXPECT_EQ(request->item->item.view().Find("a")->scalar(), "x");
  EXPECT_FALSE(request->item->bad.has_value());
  EXPECT_FALSE(request->return_consumed_capacity.has_value());
}

TEST(DecodeTest, UnknownMembersAreIgnoredAndNullIsAbsent) {
  const auto request = Decoded<api::GetItemRequest>(
      R"({"TableName":"tab","Key":{},"Nonsense":[1,{}],"ConsistentRead":null})");
  ASSERT_TRUE(request.has_value());
  EXPECT_FALSE(request->consistent_read.has_value());
  EXPECT_EQ(GetItem(R"({"TableName":null,"Key":{}})"),
            std::string(kOne) +
                "Value null at 'tableName' failed to satisfy constraint: Member must not be null");
}

TEST(DecodeTest, OfTwoMembersWithOneNameTheLastCounts) {
  const auto request =
      Decoded<api::GetItemRequest>(R"({"TableName":"first","Key":{},"TableName":"last"})");
  EXPECT_EQ(request->table_name, "last");
  const auto undone =
      Decoded<api::GetItemRequest>(R"({"TableName":"tab","Key":{},"ConsistentRead":true,
                                       "ConsistentRead":null})");
  EXPECT_FALSE(undone->consistent_read.has_value());
}

TEST(DecodeTest, EveryTypeOfCreateTable) {
  const auto request = Decoded<api::CreateTableRequest>(Table(
      R"("ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":6},
         "DeletionProtectionEnabled":true,"SSESpecification":{"Enabled":true,"KMSMasterKeyId":"k"},
         "Tags":[{"Key":"k","Value":""}],
         "GlobalSecondaryIndexes":[{"IndexName":"idx","KeySchema":[{"AttributeName":"a","KeyType":"HASH"}],
           "Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["x","y"]}}])"));
  ASSERT_TRUE(request.has_value()) << request.error().message;
  EXPECT_EQ(request->provisioned_throughput->read_capacity_units, 5);
  EXPECT_EQ(request->sse_specification->kms_master_key_id, "k");
  EXPECT_EQ(request->tags->at(0).value, "");
  const auto& index = request->global_secondary_indexes->at(0);
  EXPECT_EQ(index.projection->projection_type, api::ProjectionType::kInclude);
  EXPECT_EQ(index.projection->non_key_attributes->at(1), "y");
}

// --- facts 1.9 ---

TEST(WrongTypeTest, InPlaceOfAString) {
  const auto with = [](const std::string& value) {
    return GetItem(R"({"TableName":)" + value + "}");
  };
  EXPECT_EQ(with("23"), "Serialization: NUMBER_VALUE cannot be converted to String");
  EXPECT_EQ(with("2.5"), "Serialization: DECIMAL_VALUE cannot be converted to String");
  EXPECT_EQ(with("true"), "Serialization: TRUE_VALUE cannot be converted to String");
  EXPECT_EQ(with("false"), "Serialization: FALSE_VALUE cannot be converted to String");
  EXPECT_EQ(with("[]"), "Serialization: Unrecognized collection type class java.lang.String");
  EXPECT_EQ(with("{}"), "Serialization: Start of structure or map found where not expected");
  EXPECT_EQ(GetItem(R"({"TableName":"tab","Key":{},"ReturnConsumedCapacity":1})"),
            "Serialization: NUMBER_VALUE cannot be converted to String");
}

TEST(WrongTypeTest, InPlaceOfANumber) {
  const auto with = [](const std::string& value) {
    return ListTables(R"({"Limit":)" + value + "}");
  };
  EXPECT_EQ(with(R"("5")"), "Serialization: STRING_VALUE cannot be converted to Integer");
  EXPECT_EQ(with("true"), "Serialization: TRUE_VALUE cannot be converted to Integer");
  EXPECT_EQ(with("[1]"), "Serialization: Unrecognized collection type class java.lang.Integer");
  EXPECT_EQ(with("{}"), "Serialization: Start of structure or map found where not expected");
  EXPECT_EQ(CreateTable(Table(R"("ProvisionedThroughput":{"ReadCapacityUnits":"5"})")),
            "Serialization: STRING_VALUE cannot be converted to Long");
}

TEST(WrongTypeTest, DecimalsAreTruncated) {
  EXPECT_EQ(Decoded<api::ListTablesRequest>(R"({"Limit":1.9})")->limit, 1);
  EXPECT_EQ(ListTables(R"({"Limit":0.9})"),
            std::string(kOne) +
                "Value '0' at 'limit' failed to satisfy constraint: Member must "
                "have value greater than or equal to 1");
}

TEST(WrongTypeTest, NumbersSaturateAtTheRange) {
  const std::string text =
      R"({"ProvisionedThroughput":{"ReadCapacityUnits":1e300,"WriteCapacityUnits":18446744073709551615},)";
  const auto request = Decoded<api::UpdateTableRequest>(text + R"("TableName":"abc"})");
  ASSERT_TRUE(request.has_value());
  EXPECT_EQ(request->provisioned_throughput->read_capacity_units, INT64_MAX);
  EXPECT_EQ(request->provisioned_throughput->write_capacity_units, INT64_MAX);
}

TEST(WrongTypeTest, InPlaceOfABoolean) {
  const auto with = [](const std::string& value) {
    return GetItem(R"({"TableName":"tab","Key":{},"ConsistentRead":)" + value + "}");
  };
  EXPECT_EQ(with("1"), "Serialization: NUMBER_VALUE cannot be converted to Boolean");
  EXPECT_EQ(with("1.5"), "Serialization: DECIMAL_VALUE cannot be converted to Boolean");
  EXPECT_EQ(with(R"("maybe")"), "Serialization: Unexpected token received from parser");
  EXPECT_EQ(with(R"("truest")"), "Serialization: Unexpected token received from parser");
  EXPECT_EQ(with("[]"), "Serialization: Unrecognized collection type class java.lang.Boolean");
  EXPECT_EQ(with("{}"), "Serialization: Start of structure or map found where not expected");
}

TEST(WrongTypeTest, SomeStringsAreBooleans) {
  const auto with = [](const std::string& value) {
    return Decoded<api::GetItemRequest>(R"({"TableName":"tab","Key":{},"ConsistentRead":")" +
                                        value + R"("})")
        ->consistent_read;
  };
  for (const char* yes : {"true", "TRUE", "1", "yes", "Yes"}) EXPECT_EQ(with(yes), true) << yes;
  for (const char* no : {"false", "False", "0", "NO"}) EXPECT_EQ(with(no), false) << no;
}

TEST(WrongTypeTest, InPlaceOfAList) {
  EXPECT_EQ(CreateTable(R"({"AttributeDefinitions":"x"})"), "Serialization: Unexpected field type");
  EXPECT_EQ(CreateTable(R"({"AttributeDefinitions":{}})"),
            "Serialization: Start of structure or map found where not expected");
}

TEST(WrongTypeTest, InPlaceOfAMap) {
  EXPECT_EQ(GetItem(R"({"Key":"x"})"), "Serialization: Unexpected field type");
  EXPECT_EQ(GetItem(R"({"Key":[]})"),
            "Serialization: Unrecognized collection type java.util.Map<java.lang.String, "
            "com.amazonaws.dynamodb.v20120810.AttributeValue>");
  EXPECT_EQ(GetItem(R"({"ExpressionAttributeNames":[]})"),
            "Serialization: Unrecognized collection type java.util.Map<java.lang.String, "
            "java.lang.String>");
}

TEST(WrongTypeTest, InPlaceOfAStructure) {
  EXPECT_EQ(CreateTable(R"({"ProvisionedThroughput":"x"})"),
            "Serialization: Unexpected field type");
  EXPECT_EQ(CreateTable(R"({"ProvisionedThroughput":[]})"),
            "Serialization: Unrecognized collection type class "
            "com.amazonaws.dynamodb.v20120810.ProvisionedThroughput");
  EXPECT_EQ(CreateTable(R"({"KeySchema":["x"]})"),
            "Serialization: Unexpected value type in payload");
  EXPECT_EQ(CreateTable(R"({"KeySchema":[[]]})"),
            "Serialization: Unrecognized collection type class "
            "com.amazonaws.dynamodb.v20120810.KeySchemaElement");
}

// Facts 1.7: step 7 comes before step 8.
TEST(WrongTypeTest, ComesBeforeConstraints) {
  EXPECT_EQ(PutItem(R"({"ReturnValues":"bad","TableName":"","Item":{"a":{"S":5}}})"),
            "Serialization: NUMBER_VALUE cannot be converted to String");
}

// --- facts 1.7 ---

TEST(ConstraintTest, SeveralAreListedTogether) {
  EXPECT_EQ(
      PutItem(R"({"TableName":"tab","ReturnValues":"x","ReturnConsumedCapacity":"y"})"),
      "Validation: 3 validation errors detected: "
      "Value 'y' at 'returnConsumedCapacity' failed to satisfy constraint: "
      "Member must satisfy enum value set: [INDEXES, TOTAL, NONE]; "
      "Value 'x' at 'returnValues' failed to satisfy constraint: "
      "Member must satisfy enum value set: [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]; "
      "Value null at 'item' failed to satisfy constraint: Member must not be null");
  EXPECT_EQ(DeleteItem(R"({"TableName":"tab","Key":{},"ReturnItemCollectionMetrics":"x",
                           "ConditionalOperator":"y"})"),
            "Validation: 2 validation errors detected: "
            "Value 'x' at 'returnItemCollectionMetrics' failed to satisfy constraint: "
            "Member must satisfy enum value set: [SIZE, NONE]; "
            "Value 'y' at 'conditionalOperator' failed to satisfy constraint: "
            "Member must satisfy enum value set: [OR, AND]");
}

TEST(ConstraintTest, TheOlderLayerListsABadTableNameWithTheOthers) {
  EXPECT_EQ(UpdateItem(R"({"TableName":"","ReturnValues":"x"})"),
            "Validation: 3 validation errors detected: "
            "Value '' at 'tableName' failed to satisfy constraint: Member must have length greater "
            "than or equal to 1; "
            "Value 'x' at 'returnValues' failed to satisfy constraint: Member must satisfy enum "
            "value set: [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]; "
            "Value null at 'key' failed to satisfy constraint: Member must not be null");
  EXPECT_EQ(GetItem(R"({"TableName":"a;b","Key":{},"ReturnConsumedCapacity":"y"})"),
            "Validation: 2 validation errors detected: "
            "Value 'a;b' at 'tableName' failed to satisfy constraint: Member must satisfy regular "
            "expression pattern: [a-zA-Z0-9_.-]+; "
            "Value 'y' at 'returnConsumedCapacity' failed to satisfy constraint: Member must "
            "satisfy enum value set: [INDEXES, TOTAL, NONE]");
}

TEST(ConstraintTest, PathsCountElementsFromOne) {
  EXPECT_EQ(CreateTable(R"({"TableName":"abc","AttributeDefinitions":[
              {"AttributeName":"a","AttributeType":"S"},{"AttributeName":"b","AttributeType":"BOOL"}],
              "KeySchema":[{"AttributeName":"a","KeyType":"SORT"}]})"),
            "Validation: 2 validation errors detected: "
            "Value 'BOOL' at 'attributeDefinitions.2.member.attributeType' failed to satisfy "
            "constraint: Member must satisfy enum value set: [B, N, S]; "
            "Value 'SORT' at 'keySchema.1.member.keyType' failed to satisfy constraint: "
            "Member must satisfy enum value set: [HASH, RANGE]");
}

TEST(ConstraintTest, PathsNameEntriesByKey) {
  EXPECT_EQ(
      PutItem(R"({"TableName":"tab","Item":{},"Expected":{"my.attr":{"ComparisonOperator":"?"}}})"),
      std::string(kOne) +
          "Value '?' at 'expected.my.attr.member.comparisonOperator' failed to satisfy "
          "constraint: Member must satisfy enum value set: [IN, NULL, BETWEEN, LT, "
          "NOT_CONTAINS, EQ, GT, NOT_NULL, NE, LE, BEGINS_WITH, GE, CONTAINS]");
  EXPECT_EQ(UpdateItem(R"({"TableName":"tab","Key":{},"AttributeUpdates":{"a":{"Action":"?"}}})"),
            std::string(kOne) +
                "Value '?' at 'attributeUpdates.a.member.action' failed to satisfy "
                "constraint: Member must satisfy enum value set: [ADD, PUT, DELETE]");
}

TEST(ConstraintTest, ListsAtMostTenViolations) {
  std::string schema;
  for (int i = 0; i < 12; ++i) schema += R"({"AttributeName":"a","AttributeType":"?"},)";
  schema.pop_back();
  const std::string answer =
      CreateTable(R"({"TableName":"abc","AttributeDefinitions":[)" + schema +
                  R"(],"KeySchema":[{"AttributeName":"a","KeyType":"HASH"}]})");
  EXPECT_TRUE(answer.starts_with("Validation: 10 validation errors detected: ")) << answer;
  EXPECT_NE(answer.find("attributeDefinitions.10.member"), std::string::npos);
  EXPECT_EQ(answer.find("attributeDefinitions.11.member"), std::string::npos);
}

TEST(ConstraintTest, LengthsAndValues) {
  EXPECT_EQ(CreateTable(R"({"TableName":"abc","AttributeDefinitions":[],"KeySchema":[]})"),
            std::string(kOne) +
                "Value '[]' at 'keySchema' failed to satisfy constraint: Member "
                "must have length greater than or equal to 1");
  EXPECT_EQ(CreateTable(R"({"TableName":"abc","AttributeDefinitions":[],"KeySchema":[
              {"AttributeName":"a","KeyType":"HASH"},{"AttributeName":"b","KeyType":"RANGE"},
              {"AttributeName":"c","KeyType":"RANGE"}]})"),
            std::string(kOne) +
                "Value '[KeySchemaElement(attributeName=a, keyType=HASH), "
                "KeySchemaElement(attributeName=b, keyType=RANGE), "
                "KeySchemaElement(attributeName=c, keyType=RANGE)]' at 'keySchema' failed to "
                "satisfy constraint: Member must have length less than or equal to 2");
  EXPECT_EQ(CreateTable(Table(
                R"("ProvisionedThroughput":{"ReadCapacityUnits":0,"WriteCapacityUnits":-1})")),
            "Validation: 2 validation errors detected: "
            "Value '-1' at 'provisionedThroughput.writeCapacityUnits' failed to satisfy "
            "constraint: Member must have value greater than or equal to 1; "
            "Value '0' at 'provisionedThroughput.readCapacityUnits' failed to satisfy constraint: "
            "Member must have value greater than or equal to 1");
  EXPECT_EQ(ListTables(R"({"Limit":101})"),
            std::string(kOne) +
                "Value '101' at 'limit' failed to satisfy constraint: Member must "
                "have value less than or equal to 100");
}

// Facts 5.1, the constraint phase.
TEST(ConstraintTest, IndexesOfCreateTable) {
  EXPECT_EQ(
      CreateTable(Table(R"("LocalSecondaryIndexes":[{"IndexName":"h;","KeySchema":[],
                           "Projection":{"ProjectionType":"x","NonKeyAttributes":[]}}])")),
      "Validation: 5 validation errors detected: "
      "Value 'x' at 'localSecondaryIndexes.1.member.projection.projectionType' failed to satisfy "
      "constraint: Member must satisfy enum value set: [ALL, INCLUDE, KEYS_ONLY]; "
      "Value '[]' at 'localSecondaryIndexes.1.member.projection.nonKeyAttributes' failed to "
      "satisfy constraint: Member must have length greater than or equal to 1; "
      "Value 'h;' at 'localSecondaryIndexes.1.member.indexName' failed to satisfy constraint: "
      "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+; "
      "Value 'h;' at 'localSecondaryIndexes.1.member.indexName' failed to satisfy constraint: "
      "Member must have length greater than or equal to 3; "
      "Value '[]' at 'localSecondaryIndexes.1.member.keySchema' failed to satisfy constraint: "
      "Member must have length greater than or equal to 1");
  EXPECT_EQ(CreateTable(Table(R"("GlobalSecondaryIndexes":[{}])")),
            "Validation: 3 validation errors detected: "
            "Value null at 'globalSecondaryIndexes.1.member.projection' failed to satisfy "
            "constraint: Member must not be null; "
            "Value null at 'globalSecondaryIndexes.1.member.indexName' failed to satisfy "
            "constraint: Member must not be null; "
            "Value null at 'globalSecondaryIndexes.1.member.keySchema' failed to satisfy "
            "constraint: Member must not be null");
}

TEST(ConstraintTest, TablesAndLocalIndexesHaveTwoKeysGlobalOnesMore) {
  const std::string three =
      R"([{"AttributeName":"a","KeyType":"HASH"},{"AttributeName":"b","KeyType":"HASH"},
          {"AttributeName":"c","KeyType":"RANGE"}])";
  const std::string index =
      R"([{"IndexName":"idx","Projection":{"ProjectionType":"ALL"},"KeySchema":)" + three + "}]";
  EXPECT_EQ(CreateTable(Table(R"("GlobalSecondaryIndexes":)" + index)), "ok");
  EXPECT_NE(CreateTable(Table(R"("LocalSecondaryIndexes":)" + index)), "ok");
}

TEST(ConstraintTest, OtherEnumsOfCreateTable) {
  EXPECT_EQ(CreateTable(Table(R"("BillingMode":"x","TableClass":"y")")),
            "Validation: 2 validation errors detected: "
            "Value 'x' at 'billingMode' failed to satisfy constraint: Member must satisfy enum "
            "value set: [PROVISIONED, PAY_PER_REQUEST]; "
            "Value 'y' at 'tableClass' failed to satisfy constraint: Member must satisfy enum "
            "value set: [STANDARD, STANDARD_INFREQUENT_ACCESS]");
}

TEST(ConstraintTest, AListMayNotHoldNull) {
  EXPECT_EQ(CreateTable(R"({"TableName":"abc","AttributeDefinitions":[null],
                            "KeySchema":[{"AttributeName":"a","KeyType":"HASH"}]})"),
            std::string(kOne) +
                "Value null at 'attributeDefinitions.1.member' failed to satisfy "
                "constraint: Member must not be null");
}

TEST(ConstraintTest, AnEchoedValueIsBounded) {
  const std::string answer = GetItem(R"({"TableName":")" + std::string(1'000'000, 'x') + R"("})");
  EXPECT_LT(answer.size(), 10'000U);
  EXPECT_TRUE(answer.ends_with("Member must have length less than or equal to 255"));
}

TEST(ConstraintTest, TheNewStyleHasNoValueAndKeepsCapitals) {
  json::Parser parser;
  const Result<json::Body> body = parser.Parse(R"({"Limit":0})");
  const json::Value limit = body->root().get_object()["Limit"];
  Decoder decoder(0);
  std::int64_t out = 0;
  EXPECT_TRUE(ReadInteger(decoder, Path::Member(Path(), "Limit"), limit,
                          {.min = 1, .style = Style::kNew}, "Integer", out));
  EXPECT_EQ(decoder.Finish().error().message,
            "1 validation error detected: Value at 'Limit' failed to satisfy constraint: Member "
            "must have value greater than or equal to 1");
}

TEST(ConstraintTest, ThePlainStyleHasNeitherValueNorCapitals) {
  json::Parser parser;
  const Result<json::Body> body = parser.Parse(R"({"SequenceNumber":"1"})");
  Decoder decoder(0);
  std::string out;
  EXPECT_TRUE(ReadString(decoder, Path::Member(Path(), "SequenceNumber"),
                         body->root().get_object()["SequenceNumber"],
                         {.min = 21, .style = Style::kPlain}, out));
  EXPECT_EQ(decoder.Finish().error().message,
            "1 validation error detected: Value at 'sequenceNumber' failed to satisfy constraint: "
            "Member must have length greater than or equal to 21");
}

// Sixteen megabytes of empty structures would decode into gigabytes.
TEST(BoundsTest, AListKeepsABoundedNumberOfMembers) {
  const auto updates = [](std::size_t count) {
    std::string list;
    for (std::size_t i = 0; i < count; ++i) list += i == 0 ? "{}" : ",{}";
    return R"({"TableName":"abc","GlobalSecondaryIndexUpdates":[)" + list + "]}";
  };
  EXPECT_EQ(UpdateTable(updates(limits::kDecodedMembersMax)), "ok");
  EXPECT_EQ(UpdateTable(updates(limits::kDecodedMembersMax + 1)),
            std::string(kOne) +
                "Value at 'GlobalSecondaryIndexUpdates' failed to satisfy constraint: Member must "
                "have length less than or equal to 4096");
}

// --- facts 1.10 ---

constexpr char kArn[] = "arn:aws:dynamodb:us-east-1:123456789012:table/my-table";

std::string Named(const std::string& name) { return R"({"TableName":")" + name + R"("})"; }

TEST(TableNameTest, OfAnExistingTableFollowsTheModelOfItemOperations) {
  EXPECT_EQ(GetItem(R"({"TableName":"ab","Key":{}})"),
            std::string(kOne) +
                "Value 'ab' at 'tableName' failed to satisfy constraint: Member must have length "
                "greater than or equal to 3");
  const std::string long_name(256, 'a');
  EXPECT_EQ(GetItem(R"({"Key":{},"TableName":")" + long_name + R"("})"),
            std::string(kOne) + "Value '" + long_name +
                "' at 'tableName' failed to satisfy constraint: Member must have length less than "
                "or equal to 255");
}

TEST(TableNameTest, OfANewTableFollowsTheModel) {
  EXPECT_EQ(CreateTable(R"({"AttributeDefinitions":[],"KeySchema":[]})"),
            "Validation: The parameter 'TableName' is required but was not present in the request");
  const std::string rest =
      R"(","AttributeDefinitions":[{"AttributeName":"a","AttributeType":"S"}],
          "KeySchema":[{"AttributeName":"a","KeyType":"HASH"}]})";
  EXPECT_EQ(CreateTable(R"({"TableName":"ab)" + rest),
            std::string(kOne) +
                "Value 'ab' at 'tableName' failed to satisfy constraint: Member "
                "must have length greater than or equal to 3");
  EXPECT_EQ(CreateTable(R"({"TableName":")" + std::string(kArn) + rest), "ok");
  EXPECT_NE(CreateTable(R"({"TableName":"arn:aws:dynamodb:us-east-1:1:table/ab)" + rest), "ok");
}

TEST(TableNameTest, OfATableOperationHasItsOwnText) {
  const std::string length =
      "Validation: TableName must be at least 3 characters long and at most 255 characters long";
  const std::string required =
      "Validation: The parameter 'TableName' is required but was not present in the request";
  EXPECT_EQ(DescribeTable("{}"), required);
  EXPECT_EQ(UpdateTable("{}"), required);
  EXPECT_EQ(Answer<api::DeleteTableRequest>("{}"), required);
  EXPECT_EQ(DescribeTable(Named("ab")), length);
  EXPECT_EQ(UpdateTable(Named("")), length);
  EXPECT_EQ(Answer<api::DeleteTableRequest>(Named(std::string(256, 'a'))), length);
  EXPECT_EQ(UpdateTable(R"({"TableName":"ab","BillingMode":"x"})"), length);
  EXPECT_EQ(DescribeTable(Named("ab;")),
            std::string(kOne) +
                "Value 'ab;' at 'tableName' failed to satisfy constraint: Member "
                "must satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
}

TEST(TableNameTest, MayBeAnArn) {
  EXPECT_EQ(DescribeTable(Named(kArn)), "ok");
  EXPECT_EQ(GetItem(R"({"Key":{},"TableName":")" + std::string(kArn) + R"("})"), "ok");
  EXPECT_EQ(Answer<api::DescribeTimeToLiveRequest>(Named(kArn)), "ok");
  EXPECT_EQ(Answer<api::DescribeContinuousBackupsRequest>(Named(kArn)), "ok");
  EXPECT_NE(DescribeTable(Named(std::string(kArn) + "/index/i")), "ok");
  EXPECT_NE(DescribeTable(Named("arn:aws:s3:::bucket")), "ok");
}

}  // namespace
}  // namespace stator::wire
