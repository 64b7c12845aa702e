#include "wire/json_writer.h"

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "wire/codecs.h"

namespace stator::wire {
namespace {

std::string Double(double value) {
  std::string out;
  WriteDouble(value, out);
  return out;
}

TEST(JsonWriterTest, DoublesKeepTheirDigitsAndTheirPoint) {
  EXPECT_EQ(Double(0), "0.0");
  EXPECT_EQ(Double(1), "1.0");
  EXPECT_EQ(Double(0.5), "0.5");
  EXPECT_EQ(Double(-2.5), "-2.5");
  EXPECT_EQ(Double(1763200000.123), "1763200000.123");
  EXPECT_EQ(Double(1e12), "1000000000000.0");
  EXPECT_EQ(Double(5e-324).size(), 326U);
  EXPECT_EQ(Double(-1.7976931348623157e308).size(), 312U);
}

TEST(JsonWriterTest, IntegersOfEverySize) {
  std::string out;
  WriteInteger(INT64_MIN, out);
  out += ' ';
  WriteInteger(INT64_MAX, out);
  EXPECT_EQ(out, "-9223372036854775808 9223372036854775807");
}

TEST(JsonWriterTest, StringsAreEscaped) {
  std::string out;
  WriteString(std::string_view("a\"b\\c\n\x1F\0d\x7F\xC3\xA9", 12), out);
  EXPECT_EQ(out, "\"a\\\"b\\\\c\\n\\u001f\\u0000d\x7F\xC3\xA9\"");
}

TEST(EncodeTest, AbsentMembersAreLeftOut) {
  std::string out;
  Encode(api::PutItemResponse(), out);
  EXPECT_EQ(out, "{}");
}

TEST(EncodeTest, NestedShapes) {
  api::DescribeTableResponse response;
  auto& table = response.table.emplace();
  table.table_name = "t";
  table.table_status = api::TableStatus::kActive;
  table.creation_date_time = 1763200000.5;
  table.item_count = 3;
  table.deletion_protection_enabled = false;
  table.key_schema.emplace().push_back({.attribute_name = "a\"", .key_type = api::KeyType::kHash});
  table.attribute_definitions.emplace();
  std::string out;
  Encode(response, out);
  EXPECT_EQ(out, R"({"Table":{"AttributeDefinitions":[],"CreationDateTime":1763200000.5,)"
                 R"("DeletionProtectionEnabled":false,"ItemCount":3,)"
                 R"("KeySchema":[{"AttributeName":"a\"","KeyType":"HASH"}],)"
                 R"("TableName":"t","TableStatus":"ACTIVE"}})");
}

TEST(EncodeTest, ItemsAndMaps) {
  api::UpdateItemResponse response;
  response.attributes = item::Item();
  auto& consumed = response.consumed_capacity.emplace();
  consumed.capacity_units = 0.5;
  consumed.global_secondary_indexes.emplace()["i"].capacity_units = 1;
  std::string out;
  Encode(response, out);
  EXPECT_EQ(out, R"({"Attributes":{},"ConsumedCapacity":{"CapacityUnits":0.5,)"
                 R"("GlobalSecondaryIndexes":{"i":{"CapacityUnits":1.0}}}})");
}

// Facts 1.4: the two operations whose success has no body.
TEST(EncodeTest, TaggingAnswersNothing) {
  std::string out;
  Encode(api::TagResourceResponse(), out);
  Encode(api::UntagResourceResponse(), out);
  EXPECT_EQ(out, "");
}

}  // namespace
}  // namespace stator::wire
