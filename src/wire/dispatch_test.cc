#include "wire/dispatch.h"

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "wire/testing.h"

namespace stator::wire {
namespace {

class DispatchTest : public ::testing::Test {
 protected:
  auto Start(const std::string& operation, const std::string& json) {
    return client_.Start(operation, json);
  }
  Response Answer(const std::string& operation, const std::string& json) {
    return client_.Answer(operation, json);
  }

  void CreateTable() {
    const Response response = Answer("CreateTable",
                                     R"({"TableName":"abc","BillingMode":"PAY_PER_REQUEST",
            "AttributeDefinitions":[{"AttributeName":"a","AttributeType":"S"}],
            "KeySchema":[{"AttributeName":"a","KeyType":"HASH"}]})");
    ASSERT_EQ(response.status, 200) << response.body;
  }

  std::unique_ptr<database::Database> database_ = *database::Database::Open({});
  testing::TestClient client_{*database_};
  WaitingLoop& loop_ = client_.loop();
};

TEST_F(DispatchTest, AnAbsentOperationIsUnknownAndNamed) {
  const auto answer = Start("CreateBackup", "");
  ASSERT_TRUE(answer->has_value());
  EXPECT_EQ((*answer)->body,
            R"({"__type":"com.amazon.coral.service#UnknownOperationException",)"
            R"("message":"The operation CreateBackup is not supported by this version"})");
  EXPECT_EQ((*answer)->status, 400);
}

TEST_F(DispatchTest, AnEmptyBodyIsRefusedWithoutText) {
  const auto answer = Start("GetItem", "");
  ASSERT_TRUE(answer->has_value());
  EXPECT_EQ((*answer)->body, R"({"__type":"com.amazon.coral.service#SerializationException"})");
}

TEST_F(DispatchTest, UndecodableRequestsAreAnsweredAtOnce) {
  for (const char* operation : {"GetItem", "PutItem", "CreateTable"}) {
    const auto answer = Start(operation, R"({"TableName":5})");
    ASSERT_TRUE(answer->has_value()) << operation;
    EXPECT_EQ((*answer)->error, ErrorCode::kSerializationException);
  }
}

TEST_F(DispatchTest, PointOperationsAreAnsweredAtOnce) {
  const auto answer = Start("ListTables", "{}");
  ASSERT_TRUE(answer->has_value());
  EXPECT_EQ((*answer)->body, R"({"TableNames":[]})");
  EXPECT_FALSE((*answer)->error.has_value());
  const auto missing = Start("GetItem", R"({"TableName":"abc","Key":{"a":{"S":"x"}}})");
  ASSERT_TRUE(missing->has_value());
  EXPECT_EQ((*missing)->error, ErrorCode::kResourceNotFoundException);
}

TEST_F(DispatchTest, SlowOperationsAreAnsweredOnTheLoop) {
  const auto answer = Start("DeleteTable", R"({"TableName":"abc"})");
  EXPECT_FALSE(answer->has_value());
  loop_.RunOne();
  ASSERT_TRUE(answer->has_value());
  EXPECT_EQ((*answer)->error, ErrorCode::kResourceNotFoundException);
}

TEST_F(DispatchTest, WritesAreAnsweredOnTheLoopOnceDurable) {
  CreateTable();
  const auto answer =
      Start("PutItem", R"({"TableName":"abc","Item":{"a":{"S":"x"},"n":{"N":"1.0"}}})");
  EXPECT_FALSE(answer->has_value());
  loop_.RunOne();
  ASSERT_TRUE(answer->has_value());
  EXPECT_EQ((*answer)->body, "{}");
  EXPECT_EQ(Answer("GetItem", R"({"TableName":"abc","Key":{"a":{"S":"x"}}})").body,
            R"({"Item":{"a":{"S":"x"},"n":{"N":"1"}}})");
  EXPECT_EQ(Answer("DeleteItem", R"({"TableName":"abc","Key":{"a":{"S":"x"}},
                                     "ReturnValues":"ALL_OLD"})")
                .body,
            R"({"Attributes":{"a":{"S":"x"},"n":{"N":"1"}}})");
}

TEST_F(DispatchTest, AWriteThatIsRefusedEarlyIsAnsweredAtOnce) {
  const auto answer = Start("PutItem", R"({"TableName":"abc","Item":{"a":{"S":"x"}}})");
  ASSERT_TRUE(answer->has_value());
  EXPECT_EQ((*answer)->error, ErrorCode::kResourceNotFoundException);
}

TEST_F(DispatchTest, AFailedConditionReturnsTheItem) {
  CreateTable();
  Answer("PutItem", R"({"TableName":"abc","Item":{"a":{"S":"x"}}})");
  const Response response = Answer("PutItem", R"json({"TableName":"abc","Item":{"a":{"S":"x"}},
                         "ConditionExpression":"attribute_not_exists(a)",
                         "ReturnValuesOnConditionCheckFailure":"ALL_OLD"})json");
  EXPECT_EQ(response.status, 400);
  EXPECT_EQ(response.body,
            R"({"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",)"
            R"("message":"The conditional request failed","Item":{"a":{"S":"x"}}})");
}

TEST_F(DispatchTest, TaggingAnswersWithoutABody) {
  CreateTable();
  const Response response =
      Answer("TagResource",
             R"({"ResourceArn":"arn:aws:dynamodb:us-east-1:123456789012:table/abc",
          "Tags":[{"Key":"k","Value":"v"}]})");
  EXPECT_EQ(response.status, 200) << response.body;
  EXPECT_EQ(response.body, "");
}

}  // namespace
}  // namespace stator::wire
