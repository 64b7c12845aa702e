#include <gtest/gtest.h>

#include "client/codec.h"
#include "client/table_definition.h"

namespace stator::client {
namespace {

const Item kKey{{"id", Value::String("x")}};

TEST(RequestJson, AbsentMembersAreOmitted) {
  EXPECT_EQ(Encode<operations::GetItem>(GetItemRequest{.table = "t", .key = kKey}),
            R"({"TableName":"t","Key":{"id":{"S":"x"}}})");
  EXPECT_EQ(Encode<operations::PutItem>(PutItemRequest{.table = "t", .item = {}}),
            R"({"TableName":"t","Item":{}})");
  EXPECT_EQ(Encode<operations::ListTables>(ListTablesRequest{}), "{}");
  EXPECT_EQ(Encode<operations::Scan>(ScanRequest{.table = "t"}), R"({"TableName":"t"})");
  EXPECT_EQ(Encode<operations::TransactWriteItems>(TransactWriteItemsRequest{}),
            R"({"TransactItems":[]})");
}

TEST(RequestJson, EveryGivenMemberIsWritten) {
  EXPECT_EQ(Encode<operations::UpdateItem>(
                UpdateItemRequest{.table = "t",
                                  .key = kKey,
                                  .update = "SET #a = :b",
                                  .condition = "#a < :b",
                                  .names = {{"#a", "a\"b"}},
                                  .values = {{":b", Value::Number(5)}},
                                  .return_values = ReturnValues::kUpdatedOld,
                                  .return_old_on_failure = ReturnOldItem::kYes,
                                  .return_capacity = ReturnConsumedCapacity::kIndexes}),
            R"({"TableName":"t","Key":{"id":{"S":"x"}},"UpdateExpression":"SET #a = :b",)"
            R"("ConditionExpression":"#a < :b","ExpressionAttributeNames":{"#a":"a\"b"},)"
            R"("ExpressionAttributeValues":{":b":{"N":"5"}},)"
            R"("ReturnValues":"UPDATED_OLD","ReturnValuesOnConditionCheckFailure":"ALL_OLD",)"
            R"("ReturnConsumedCapacity":"INDEXES"})");
  EXPECT_EQ(Encode<operations::Query>(QueryRequest{.table = "t",
                                                   .index = "i",
                                                   .key_condition = "a = :a",
                                                   .filter = "f",
                                                   .projection = "p",
                                                   .limit = 7,
                                                   .exclusive_start_key = kKey,
                                                   .scan_index_forward = false,
                                                   .consistent_read = true,
                                                   .select = Select::kAllProjectedAttributes}),
            R"({"TableName":"t","IndexName":"i","KeyConditionExpression":"a = :a",)"
            R"("FilterExpression":"f","ProjectionExpression":"p","Limit":7,)"
            R"("ExclusiveStartKey":{"id":{"S":"x"}},"ScanIndexForward":false,)"
            R"("ConsistentRead":true,"Select":"ALL_PROJECTED_ATTRIBUTES"})");
}

TEST(RequestJson, ValuesOfEveryType) {
  const Item item{{"a", Value::Binary("\xFF")},
                  {"b", Value::Bool(false)},
                  {"c", Value::Null()},
                  {"d", Value::Map({{"x", Value::List({Value::Number("1"), Value::Null()})}})},
                  {"e", Value::StringSet({"q", "p"})},
                  {"f", Value::NumberSet({"2"})},
                  {"g", Value::BinarySet({"\x01"})}};
  EXPECT_EQ(Encode<operations::PutItem>(PutItemRequest{.table = "t", .item = item}),
            R"({"TableName":"t","Item":{"a":{"B":"/w=="},"b":{"BOOL":false},"c":{"NULL":true},)"
            R"("d":{"M":{"x":{"L":[{"N":"1"},{"NULL":true}]}}},"e":{"SS":["p","q"]},)"
            R"("f":{"NS":["2"]},"g":{"BS":["AQ=="]}}})");
}

TEST(RequestJson, StatementsHaveTypedParameters) {
  EXPECT_EQ(Encode<operations::ExecuteStatement>(ExecuteStatementRequest{
                .statement = "s", .parameters = Parameters("it's", 5, true, nullptr), .limit = 3}),
            R"({"Statement":"s","Parameters":[{"S":"it's"},{"N":"5"},{"BOOL":true},)"
            R"({"NULL":true}],"Limit":3})");
  EXPECT_EQ(Encode<operations::ExecuteTransaction>(ExecuteTransactionRequest{
                .statements = {{.statement = "s", .parameters = Parameters(0.5)}}}),
            R"({"TransactStatements":[{"Statement":"s","Parameters":[{"N":"0.5"}]}]})");
}

TEST(RequestJson, AnAttributeOfSeveralKeysIsDefinedOnce) {
  EXPECT_EQ(
      Encode<operations::CreateTable>(DefinitionOf(
          CreateTableRequest{.table = "t",
                             .partition_key = {"a"},
                             .global_indexes = {{.name = "g",
                                                 .partition_key = {{"b"}},
                                                 .sort_key = {{"a"}},
                                                 .projection = Projection::kKeysOnly}}})),
      R"({"TableName":"t","AttributeDefinitions":[{"AttributeName":"a","AttributeType":"S"},)"
      R"({"AttributeName":"b","AttributeType":"S"}],)"
      R"("KeySchema":[{"AttributeName":"a","KeyType":"HASH"}],)"
      R"("GlobalSecondaryIndexes":[{"IndexName":"g",)"
      R"("KeySchema":[{"AttributeName":"b","KeyType":"HASH"},)"
      R"({"AttributeName":"a","KeyType":"RANGE"}],"Projection":{"ProjectionType":"KEYS_ONLY"}}],)"
      R"("BillingMode":"PAY_PER_REQUEST"})");
}

TEST(RequestJson, NestingIsBounded) {
  Value deep;
  for (int i = 0; i < 64; ++i) deep = Value::List({deep});
  EXPECT_TRUE(
      Encode<operations::PutItem>(PutItemRequest{.table = "t", .item = {{"a", deep}}}).has_value());
  deep = Value::List({deep});
  EXPECT_EQ(
      Encode<operations::PutItem>(PutItemRequest{.table = "t", .item = {{"a", deep}}}).error().code,
      "InvalidRequest");
}

}  // namespace
}  // namespace stator::client
