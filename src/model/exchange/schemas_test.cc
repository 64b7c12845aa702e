#include <string>

#include <gtest/gtest.h>

#include "model/exchange/imported.h"
#include "model/exchange/yaml.h"

namespace stator::model {
namespace {

std::string TextOf(const Result<Imported>& imported) {
  if (!imported) return imported.error().message;
  const auto text = TextOfImported(*imported);
  return text ? text->substr(text->find("model ")) : text.error().message;
}

TEST(Yaml, BecomesJson) {
  const auto json = YamlToJson(R"(--- # a document
# comment
Name: !Sub "${Stage}-x" # not this
Empty:
Quoted: 'it''s: #1'
List:
- a
- b: 1
  c: [x, {y: z}, "p, q"]
-
  - deep
Text: |
  one
  two

Map:
    !Ref other
)");
  ASSERT_TRUE(json) << json.error().message;
  EXPECT_EQ(*json, R"({"Name":"${Stage}-x","Empty":null,"Quoted":"it's: #1","List":["a",{"b":"1",)"
                   R"("c":["x",{"y":"z"},"p, q"]},["deep"]],"Text":"one\ntwo\n\n","Map":"other"})");
}

TEST(Yaml, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(YamlToJson("a: &x 1\n").error().message,
            "YAML, line 1: anchors and aliases are not supported.");
  EXPECT_EQ(YamlToJson("a: 1\n  b\n").error().message,
            "YAML, line 2: this does not belong to anything.");
  EXPECT_EQ(YamlToJson("a: 1\na: 2\n").error().message, "YAML, line 2: the name is there twice.");
  EXPECT_EQ(YamlToJson("").error().message, "The YAML is empty.");
  std::string deep;
  for (int i = 0; i < 100; ++i) deep += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  EXPECT_NE(YamlToJson(deep).error().message.find("nested too deeply"), std::string::npos);
  EXPECT_NE(YamlToJson("a: " + std::string(100, '[') + std::string(100, ']'))
                .error()
                .message.find("nested too deeply"),
            std::string::npos);
}

TEST(CloudFormation, TablesAreRead) {
  EXPECT_EQ(TextOf(ImportCloudFormation(R"(
AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Bucket:
    Type: AWS::S3::Bucket
  OrdersTable:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: !Sub "${Stage}-orders"
      BillingMode: PAY_PER_REQUEST
      AttributeDefinitions:
        - AttributeName: customerId
          AttributeType: S
        - { AttributeName: createdAt, AttributeType: N }
        - AttributeName: status
          AttributeType: S
      KeySchema:
        - AttributeName: customerId
          KeyType: HASH
        - AttributeName: createdAt
          KeyType: RANGE
      GlobalSecondaryIndexes:
        - IndexName: byStatus
          KeySchema:
            - AttributeName: status
              KeyType: HASH
          Projection:
            ProjectionType: INCLUDE
            NonKeyAttributes: [total]
      StreamSpecification:
        StreamViewType: NEW_AND_OLD_IMAGES
      TimeToLiveSpecification:
        AttributeName: gone
        Enabled: true
  Small:
    Type: AWS::DynamoDB::Table
    Properties:
      KeySchema: [{AttributeName: id, KeyType: HASH}]
      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
      ProvisionedThroughput: {ReadCapacityUnits: 10, WriteCapacityUnits: 2}
)",
                                        "stack")),
            R"(model stack
table Stage_-orders (customerId, createdAt) on-demand stream new+old
index byStatus (status) include total
table Small (id) provisioned 10/2

entity StageOrder 1k x 500B
  attr      createdAt:number, customerId, gone:ttl, status, total
  identity  customerId, createdAt

entity Small 1k x 500B table Small
  attr  id:id
)");
}

TEST(CloudFormation, SaysWhatIsMissing) {
  EXPECT_EQ(TextOf(ImportCloudFormation("{}", "m")),
            "It has no resource of type AWS::DynamoDB::Table.");
  EXPECT_EQ(TextOf(ImportCloudFormation(
                R"({"Resources":{"Tab":{"Type":"AWS::DynamoDB::Table","Properties":{}}}})", "m")),
            "Tab has no KeySchema.");
}

TEST(OneTable, ValuesBecomeTemplates) {
  EXPECT_EQ(TextOf(ImportOneTable(R"({
  "format": "onetable:1.1.0", "version": "0.0.1",
  "indexes": { "primary": { "hash": "pk", "sort": "sk" },
               "gs1": { "hash": "gs1pk", "sort": "gs1sk", "project": ["name"] },
               "ls1": { "sort": "createdAt", "type": "local", "project": "keys" } },
  "models": {
    "Account": { "pk": { "type": "string", "value": "account:${id}" },
                 "sk": { "type": "string", "value": "account:" },
                 "id": { "type": "string", "generate": "ulid" },
                 "name": { "type": "string", "required": true },
                 "status": { "type": "string", "enum": ["active", "inactive"] } },
    "User": { "pk": { "type": "string", "value": "account:${accountId}" },
              "sk": { "type": "string", "value": "user:${email}#${id}" },
              "gs1pk": { "type": "string", "value": "user:${email}" },
              "gs1sk": { "type": "string", "value": "user:" },
              "id": { "type": "string", "generate": "uuid" },
              "accountId": { "type": "string" }, "email": { "type": "string" },
              "createdAt": { "type": "date" }, "tags": { "type": "array" },
              "expires": { "type": "number", "ttl": true } },
    "Lost": { "name": { "type": "string" } } } })",
                                  "schema")),
            R"(model schema
table schema (pk, sk) on-demand
index gs1 (gs1pk, gs1sk) include name
index ls1 local (createdAt) keys

entity Account 1k x 500B
  attr  id:id, name, status:enum(active, inactive)
  key   account:{id} / account:

entity User 1k x 500B
  attr  id:id, accountId, email, createdAt:time, tags:list(200B), expires:ttl
  key   account:{accountId} / user:{email}#{id}
  gs1   user:{email} / user:
)");
}

TEST(OneTable, RefusesWhatIsNone) {
  EXPECT_EQ(TextOf(ImportOneTable("{}", "m")),
            "It has no indexes.primary.hash, so it is no OneTable schema.");
}

}  // namespace
}  // namespace stator::model
