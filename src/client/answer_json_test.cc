#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/codec.h"

namespace stator::client {
namespace {

TEST(AnswerJson, ValuesOfEveryType) {
  const auto got = Decode<operations::GetItem>(
      R"({"Item":{"s":{"S":"\u00e4"},"n":{"N":"1"},"b":{"B":"/w=="},"t":{"BOOL":true},)"
      R"("z":{"NULL":true},"m":{"M":{"l":{"L":[{"S":""}]}}},"ss":{"SS":["a"]},)"
      R"("ns":{"NS":["2","1"]},"bs":{"BS":["AQ=="]}}})");
  ASSERT_TRUE(got.has_value());
  EXPECT_EQ(got->item, (Item{{"s", Value::String("\xC3\xA4")},
                             {"n", Value::Number("1")},
                             {"b", Value::Binary("\xFF")},
                             {"t", Value::Bool(true)},
                             {"z", Value::Null()},
                             {"m", Value::Map({{"l", Value::List({Value::String("")})}})},
                             {"ss", Value::StringSet({"a"})},
                             {"ns", Value::NumberSet({"1", "2"})},
                             {"bs", Value::BinarySet({"\x01"})}}));
}

TEST(AnswerJson, AbsentNullAndUnknownMembersAreAccepted) {
  const auto got = Decode<operations::GetItem>(R"({"Item":null,"News":[1,{"a":2}]})");
  ASSERT_TRUE(got.has_value());
  EXPECT_FALSE(got->item.has_value());
  EXPECT_TRUE(Decode<operations::Query>("{}")->items.empty());
}

TEST(AnswerJson, OtherTextsAreRefused) {
  for (const char* json :
       {"", "[]", "{", R"({"Item":5})", R"({"Item":{"a":5}})", R"({"Item":{"a":{}}})",
        R"({"Item":{"a":{"S":"x","N":"1"}}})", R"({"Item":{"a":{"S":1}}})",
        R"({"Item":{"a":{"N":1}}})", R"({"Item":{"a":{"B":"*"}}})", R"({"Item":{"a":{"X":"x"}}})",
        R"({"Item":{"a":{"NULL":false}}})", R"({"Item":{"a":{"BOOL":"true"}}})",
        R"({"Item":{"a":{"SS":"x"}}})", R"({"Item":{"a":{"BS":["*"]}}})",
        R"({"Item":{"a":{"L":{}}}})", R"({"Item":{"a":{"M":{"b":{"S":2}}}}})",
        R"({"ConsumedCapacity":[]})", R"({"ConsumedCapacity":{"CapacityUnits":"1"}})"}) {
    const auto got = Decode<operations::GetItem>(json);
    ASSERT_FALSE(got.has_value()) << json;
    EXPECT_TRUE(got.error().Is("InvalidAnswer"));
  }
  EXPECT_FALSE(Decode<operations::Query>(R"({"Count":"1"})").has_value());
  EXPECT_FALSE(Decode<operations::DescribeTable>("{}").has_value());
  EXPECT_FALSE(Decode<operations::DescribeTable>(R"({"TableDescription":{}})").has_value());
  EXPECT_FALSE(Decode<operations::CreateTable>(R"({"Table":{}})").has_value());
  EXPECT_FALSE(Decode<operations::TransactGetItems>("{}").has_value());
  EXPECT_FALSE(
      Decode<operations::BatchWriteItem>(R"({"UnprocessedItems":{"t":[{}]}})").has_value());
}

TEST(AnswerJson, DeepNestingIsReadOrRefused) {
  const auto nested = [](int depth) {
    std::string json = R"({"Item":{"a":)";
    for (int i = 0; i < depth; ++i) json += R"({"L":[)";
    for (int i = 0; i < depth; ++i) json += "]}";
    return json + "}}";
  };
  EXPECT_TRUE(Decode<operations::GetItem>(nested(100)).has_value());
  EXPECT_FALSE(Decode<operations::GetItem>(nested(100'000)).has_value());
}

TEST(AnswerJson, UnprocessedWorkCanBeSentAgain) {
  const auto written = Decode<operations::BatchWriteItem>(
      R"({"UnprocessedItems":{"t":[{"PutRequest":{"Item":{"a":{"N":"1"}}}},)"
      R"({"DeleteRequest":{"Key":{"a":{"N":"2"}}}}]}})");
  ASSERT_TRUE(written.has_value());
  const auto& writes = written->unprocessed.at("t");
  ASSERT_EQ(writes.size(), 2);
  EXPECT_EQ(std::get<BatchPut>(writes[0]).item.at("a"), Value::Number(1));
  EXPECT_EQ(std::get<BatchDelete>(writes[1]).key.at("a"), Value::Number(2));
}

TEST(AnswerJson, CapacityListsItsResources) {
  const auto got = Decode<operations::PutItem>(
      R"({"ConsumedCapacity":{"TableName":"t","CapacityUnits":3.5,"Table":{"CapacityUnits":1},)"
      R"("GlobalSecondaryIndexes":{"g":{"CapacityUnits":2.0}},)"
      R"("LocalSecondaryIndexes":{"l":{"CapacityUnits":0.5,"WriteCapacityUnits":0.5}}}})");
  ASSERT_TRUE(got.has_value());
  const ConsumedCapacity& capacity = *got->capacity;
  EXPECT_EQ(capacity.table, "t");
  EXPECT_EQ(capacity.total.units, 3.5);
  EXPECT_EQ(capacity.table_part->units, 1);
  EXPECT_EQ(capacity.global_indexes.at("g").units, 2);
  EXPECT_EQ(capacity.local_indexes.at("l").write_units, 0.5);
}

TEST(Settled, ErrorsHaveTheirParts) {
  EXPECT_EQ(Settled(200, "{}"), "{}");
  const auto error =
      Settled(400, R"({"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
      "Message":"why","CancellationReasons":[{"Code":"None"},{"Code":"X","Message":"m",
      "Item":{"a":{"N":"1"}}}]})")
          .error();
  EXPECT_EQ(error.code, "TransactionCanceledException");
  EXPECT_EQ(error.message, "why");
  EXPECT_EQ(error.http_status, 400);
  ASSERT_EQ(error.reasons.size(), 2);
  EXPECT_EQ(error.reasons[0].code, "None");
  EXPECT_FALSE(error.reasons[0].item.has_value());
  EXPECT_EQ(error.reasons[1].item->at("a"), Value::Number(1));
  EXPECT_EQ(Settled(400, R"({"__type":"Bare"})").error().code, "Bare");
}

TEST(Settled, OtherTextsAreNoAnswer) {
  for (const char* body : {"", "<html>", "{}", R"({"__type":5})", R"({"__type":""})"}) {
    const auto settled = Settled(503, body);
    ASSERT_FALSE(settled.has_value());
    EXPECT_TRUE(settled.error().Is("InvalidAnswer"));
    EXPECT_EQ(settled.error().http_status, 503);
    EXPECT_THAT(settled.error().message, testing::HasSubstr("503"));
  }
}

}  // namespace
}  // namespace stator::client
