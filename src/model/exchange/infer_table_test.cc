#include "model/exchange/infer_table.h"

#include <string>

#include <gtest/gtest.h>

namespace stator::model {
namespace {

using client::Value;

class InferTableTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(database_);
    ASSERT_TRUE(database_->CreateTable(
        {.table = "shop",
         .partition_key = {.name = "PK"},
         .sort_key = client::KeyAttribute{.name = "SK"},
         .global_indexes = {{.name = "GSI1",
                             .partition_key = {{.name = "GSI1PK"}},
                             .projection = client::Projection::kInclude,
                             .included = {"total"},
                             .throughput = client::Throughput{.read_units = 1, .write_units = 1}}},
         .throughput = client::Throughput{.read_units = 7, .write_units = 3},
         .stream = client::StreamView::kNewImage}));
    for (int i = 0; i < 30; ++i) {
      const auto user = "u" + std::to_string(i % 3);
      const auto order = "o" + std::to_string(i);
      Put({{"PK", Value::String("USER#" + user)},
           {"SK", Value::String("ORDER#" + order)},
           {"GSI1PK", Value::String("STATUS#" + std::string(i % 2 == 0 ? "new" : "old"))},
           {"userId", Value::String(user)},
           {"orderId", Value::String(order)},
           {"status", Value::String(i % 2 == 0 ? "new" : "old")},
           {"tags", Value::List({Value::String("a"), Value::String("b")})},
           {"total", Value::Number(i)}});
    }
    for (int i = 0; i < 3; ++i) {
      const auto user = "u" + std::to_string(i);
      Put({{"PK", Value::String("USER#" + user)},
           {"SK", Value::String("PROFILE")},
           {"userId", Value::String(user)},
           {"active", Value::Bool(true)}});
    }
  }
  void Put(client::Item item) {
    ASSERT_TRUE(database_->PutItem({.table = "shop", .item = std::move(item)}));
  }
  std::string Inferred(std::int64_t sample) {
    const auto imported = InferFromTable(*database_, "shop", {.items_max = sample});
    if (!imported) return imported.error().message;
    const auto text = TextOfImported(*imported);
    return text ? *text : text.error().message;
  }

  client::Expected<client::Connection> database_ = client::Connection::OpenMemory();
};

TEST_F(InferTableTest, ProposesAModelFromTheData) {
  EXPECT_EQ(
      Inferred(1'000),
      R"(-- Proposed from all 33 items of shop. Correct it where the sample misleads, and add the patterns.
-- Keys, types and conditions are inferred from fewer than 10 rows of User (3): check them.
-- The index GSI1 of shop has a capacity of its own, 1/1; in a model it has the table's, 7/3.
model shop
table shop (PK, SK) provisioned 7/3 stream new
index GSI1 (GSI1PK) include total

entity Order 30 x 81B in User(userId) 10..10
  attr  orderId:id, status:enum(new, old), tags:list(2 x 3B), total:number
  key   USER#{userId} / ORDER#{orderId}
  GSI1  STATUS#{status}

entity User 3 x 33B
  attr  active:bool, userId:id
  key   USER#{userId} / PROFILE
)");
}

TEST_F(InferTableTest, RemarksOnNamesThatAModelCannotHave) {
  ASSERT_TRUE(database_->CreateTable({.table = "odd", .partition_key = {.name = "key"}}));
  ASSERT_TRUE(database_->PutItem({.table = "odd",
                                  .item = {{"key", Value::String("a")},
                                           {"my attr", Value::String("b")},
                                           {"my_attr", Value::String("c")}}}));
  const auto imported = InferFromTable(*database_, "odd", {.items_max = 5});
  ASSERT_TRUE(imported) << imported.error().message;
  EXPECT_EQ(
      *TextOfImported(*imported),
      R"(-- Proposed from all 1 item of odd. Correct it where the sample misleads, and add the patterns.
-- The attribute 'key' is called key_ here.
-- The attribute 'my attr' is called my_attr here.
-- The attribute 'my_attr' is called my_attr2 here.
-- Keys, types and conditions are inferred from fewer than 10 rows of Odd (1): check them.
model odd
table odd (key_) on-demand

entity Odd 1 x 22B
  attr  key_:id, my_attr, my_attr2
)");
}

TEST_F(InferTableTest, InventedFieldsGetNamesOfNoKey) {
  ASSERT_TRUE(database_->CreateTable({.table = "log",
                                      .partition_key = {.name = "pk"},
                                      .sort_key = client::KeyAttribute{.name = "sk"}}));
  for (int i = 0; i < 12; ++i) {
    ASSERT_TRUE(
        database_->PutItem({.table = "log",
                            .item = {{"pk", Value::String("CUST#" + std::to_string(i % 3))},
                                     {"sk", Value::String("2026-01-" + std::to_string(10 + i) +
                                                          "#o" + std::to_string(i))}}}));
  }
  const auto imported = InferFromTable(*database_, "log", {.items_max = 100});
  ASSERT_TRUE(imported) << imported.error().message;
  const auto text = TextOfImported(*imported);
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_NE(text->find("  key   CUST#{custId} / {date}#{skPart}\n"), std::string::npos) << *text;
}

TEST_F(InferTableTest, ReadsAtMostTheSample) {
  EXPECT_NE(Inferred(5).find("Proposed from the first 5 items of shop."), std::string::npos);
}

TEST_F(InferTableTest, ReportsTheServersError) {
  EXPECT_TRUE(InferFromTable(*database_, "none", {.items_max = 5})
                  .error()
                  .message.starts_with("ResourceNotFoundException: "));
}

}  // namespace
}  // namespace stator::model
