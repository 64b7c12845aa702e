#include <string>

#include <gtest/gtest.h>

#include "wire/codecs.h"

namespace stator::wire {
namespace {

TEST(EncodeTest, AbsentMembersAreOmitted) {
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

// These two operations succeed without a body (facts 1.4).
TEST(EncodeTest, TaggingWritesNothing) {
  std::string out;
  Encode(api::TagResourceResponse(), out);
  Encode(api::UntagResourceResponse(), out);
  EXPECT_EQ(out, "");
}

}  // namespace
}  // namespace stator::wire
