// Tests both layers of validation for operations of either. One word of api/operations.inc moves an
// operation from one layer to the other (docs/design/0015-validation-layers.md).

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "wire/testing.h"

namespace stator::wire {
namespace {

// A request and each layer's answer to it.
struct Case {
  const char* operation;
  const char* request;
  const char* older;
  const char* newer;
};

constexpr char kOne[] = "1 validation error detected: ";
constexpr char kTwo[] = "2 validation errors detected: ";

class LayersTest : public ::testing::Test {
 protected:
  LayersTest() {
    const Response response = client_.Answer("CreateTable", R"({"TableName":"Music",
        "BillingMode":"PAY_PER_REQUEST",
        "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
        "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
        "GlobalSecondaryIndexes":[{"IndexName":"gsi","Projection":{"ProjectionType":"ALL"},
          "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}]})");
    EXPECT_EQ(response.status, 200) << response.body;
  }

  // Returns the answer's text if the operation were on the layer.
  std::string Text(const Case& each, api::Layer layer) {
    api::Operation operation =
        *api::FindOperation("DynamoDB_20120810." + std::string(each.operation));
    operation.layer = layer;
    const Response response = client_.Answer(operation, each.request);
    json::Parser parser;
    const Result<json::Body> body = parser.Parse(response.body);
    std::string_view text;
    if (body->root()["message"].get(text) != simdjson::SUCCESS) return response.body;
    return std::string(text);
  }

  void Check(const std::vector<Case>& cases) {
    for (const Case& each : cases) {
      EXPECT_EQ(Text(each, api::Layer::kOlder), each.older) << each.request;
      EXPECT_EQ(Text(each, api::Layer::kNewer), each.newer) << each.request;
    }
  }

  std::unique_ptr<database::Database> database_ = *database::Database::Open({});
  testing::TestClient client_{*database_};
};

TEST(LayerTableTest, OperationsAreOnTheirLayersOfNorthVirginia) {
  for (const api::Operation& operation : api::Operations()) {
    const bool newer = operation.service == api::Service::kDynamoDB &&
                       (operation.name == "PutItem" || operation.name == "UpdateItem" ||
                        operation.name == "DeleteItem" || operation.name == "GetItem" ||
                        operation.name == "Query" || operation.name == "BatchGetItem");
    EXPECT_EQ(operation.layer, newer ? api::Layer::kNewer : api::Layer::kOlder) << operation.name;
  }
}

// Findings 2.5: Scan's newer layer.
TEST_F(LayersTest, MembersOfScan) {
  const std::string limit =
      "failed to satisfy constraint: Member must have value greater than or "
      "equal to ";
  const std::string name =
      "failed to satisfy constraint: Member must have length greater than or "
      "equal to ";
  const std::string capacity =
      "Value 'y' at 'returnConsumedCapacity' failed to satisfy constraint: Member must satisfy "
      "enum value set: [INDEXES, TOTAL, NONE]";
  const std::string older_first = "4 validation errors detected: Value '' at 'tableName' " + name +
                                  "1; Value '0' at 'limit' " + limit + "1; " + capacity +
                                  "; Value '-1' at 'segment' " + limit + "0";
  const std::string newer_first = "3 validation errors detected: Value at 'Limit' " + limit +
                                  "1; Value at 'Segment' " + limit + "0; Value at 'TableName' " +
                                  name + "1";
  const std::string both =
      kTwo + std::string("Value 'ab' at 'tableName' ") + name + "3; " + capacity;
  Check(
      {{"Scan", R"({"TableName":"","Limit":0,"Segment":-1,"ReturnConsumedCapacity":"y"})",
        older_first.c_str(), newer_first.c_str()},
       {"Scan", R"({"TableName":"ab","ReturnConsumedCapacity":"y"})", both.c_str(), both.c_str()}});
}

TEST_F(LayersTest, OrderOfScan) {
  Check({
      {"Scan", R"({"TableName":"Music","Select":"x","FilterExpression":"a ="})",
       "1 validation error detected: Value 'x' at 'select' failed to satisfy constraint: Member "
       "must satisfy enum value set: [SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, "
       "ALL_PROJECTED_ATTRIBUTES]",
       "Invalid FilterExpression: Syntax error; token: \"<EOF>\", near: \"=\""},
      {"Scan", R"({"TableName":"Music","Select":"x"})",
       "1 validation error detected: Value 'x' at 'select' failed to satisfy constraint: Member "
       "must satisfy enum value set: [SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, "
       "ALL_PROJECTED_ATTRIBUTES]",
       "1 validation error detected: Value 'x' at 'select' failed to satisfy constraint: Member "
       "must satisfy enum value set: [SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, "
       "ALL_PROJECTED_ATTRIBUTES]"},
      {"Scan", R"({"TableName":"Music","Select":"SPECIFIC_ATTRIBUTES"})",
       "Must specify the AttributesToGet or ProjectionExpression when choosing to get "
       "SPECIFIC_ATTRIBUTES",
       "1 validation error detected: Must specify the AttributesToGet or ProjectionExpression when "
       "choosing to get SPECIFIC_ATTRIBUTES"},
      {"Scan", R"({"TableName":"Music","Segment":5,"TotalSegments":5})",
       "The Segment parameter is zero-based and must be less than parameter TotalSegments: "
       "Segment: 5 is not less than TotalSegments: 5",
       "The Segment parameter is zero-based and must be less than parameter TotalSegments"},
      {"Scan",
       R"({"TableName":"Music","Select":"SPECIFIC_ATTRIBUTES","ExclusiveStartKey":{"a":{}}})",
       "The provided starting key is invalid: Supplied AttributeValue is empty, must contain "
       "exactly one of the supported datatypes",
       "1 validation error detected: Must specify the AttributesToGet or ProjectionExpression when "
       "choosing to get SPECIFIC_ATTRIBUTES"},
      {"Scan", R"({"TableName":"Music","ExclusiveStartKey":{"a":{"S":"x"}}})",
       "The provided starting key is invalid: The provided key element does not match the schema",
       "The provided starting key is invalid"},
      {"Scan", R"({"TableName":"Music","ExclusiveStartKey":{"pk":{"N":"1"}}})",
       "The provided starting key is invalid: The provided key element does not match the schema",
       "One or more parameter values were invalid: Type mismatch for Index Key pk Expected: S "
       "Actual: N IndexName: gsi"},
      {"Scan",
       R"({"TableName":"Music","ScanFilter":{"a":{"ComparisonOperator":"NULL"},
           "b":{"ComparisonOperator":"NULL"}},"ConditionalOperator":"XOR"})",
       "1 validation error detected: Value 'XOR' at 'conditionalOperator' failed to satisfy "
       "constraint: Member must satisfy enum value set: [OR, AND]",
       "Failed to satisfy constraint: Member must satisfy enum value set: [ALL, OR]"},
      {"Scan", R"({"TableName":"Music","ScanFilter":{"a":{}}})",
       "1 validation error detected: Value null at 'scanFilter.a.member.comparisonOperator' failed "
       "to satisfy constraint: Member must not be null",
       "1 validation error detected: Value null at 'scanFilter.a.member.comparisonOperator' failed "
       "to satisfy constraint: Member must not be null"},
  });
}

// A number that loses its fraction or does not fit makes the request use the older layer.
TEST_F(LayersTest, NumbersOfScanFallBack) {
  const std::string text = std::string(kOne) +
                           "Value '0' at 'limit' failed to satisfy constraint: Member must have "
                           "value greater than or equal to 1";
  Check({{"Scan", R"({"TableName":"Music","Limit":0.5})", text.c_str(), text.c_str()}});
  const Case saturated{"Scan", R"({"TableName":"Music","Limit":4294967296})", "", ""};
  const std::string page = R"({"Count":0,"Items":[],"ScannedCount":0})";
  EXPECT_EQ(Text(saturated, api::Layer::kNewer), page);
  EXPECT_EQ(Text(saturated, api::Layer::kOlder), page);
}

TEST_F(LayersTest, ValuesAndPlaceholders) {
  Check({
      {"PutItem", R"({"TableName":"Music","Item":{"pk":{"SS":["b","a","b"]}}})",
       "One or more parameter values were invalid: Input collection [b, a, b] contains duplicates.",
       "1 validation error detected: One or more parameter values were invalid: Input collection "
       "[\"a\", \"b\", \"b\"] contains duplicates."},
      {"DeleteItem", R"({"TableName":"Music","Key":{"pk":{"N":"1e2147483647"}}})",
       "Number underflow. Attempting to store a number with magnitude smaller than supported range",
       "1 validation error detected: Number overflow. Attempting to store a number with magnitude "
       "larger than supported range"},
      {"Query",
       R"({"TableName":"Music","KeyConditionExpression":"pk = :v",
           "ExpressionAttributeValues":{":v":{"N":""}}})",
       "ExpressionAttributeValues contains invalid value: The parameter cannot be converted to a "
       "numeric value for key :v",
       "The parameter cannot be converted to a numeric value: "},
      {"GetItem", R"({"TableName":"Music","Key":{"pk":{}},"ExpressionAttributeNames":{}})",
       "ExpressionAttributeNames can only be specified when using expressions",
       "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"},
      {"UpdateItem",
       R"({"TableName":"Music","Key":{"pk":{"S":"a"}},"ExpressionAttributeValues":{}})",
       "ExpressionAttributeValues can only be specified when using expressions: UpdateExpression "
       "and ConditionExpression are null",
       "1 validation error detected: ExpressionAttributeValues can only be specified when using "
       "expressions"},
      {"BatchWriteItem", R"({"RequestItems":{}})",
       "The requestItems parameter is required for BatchWriteItem",
       "1 validation error detected: Value at 'RequestItems' failed to satisfy constraint: Member "
       "must have length greater than or equal to 1"},
      {"TransactGetItems",
       R"({"TransactItems":[{"Get":{"TableName":"Music","Key":{"pk":{"NS":["1","1"]}}}}]})",
       "Input collection contains duplicates",
       "One or more parameter values were invalid: Input collection contains duplicates."},
  });
}

}  // namespace
}  // namespace stator::wire
