#include "model/layout/table_requests.h"

#include <gtest/gtest.h>

#include "model/language/parser.h"

namespace stator::model {
namespace {

TEST(TableRequests, HaveEverySettingOfTheModel) {
  const auto parsed = Parse(R"(model m
table app (PK, SK) provisioned 50/25 stream new+old
index GSI1 (GSI1PK, GSI1SK) include status
index ByPlace (country+city, zip) keys
index LSI local (LSK) all
table Plain (id) on-demand
entity E 1M x 400B
  attr  id:id, country, city, zip:number, status, expires:ttl(30d)
  key   E#{id} / E
  GSI1  S#{status} / {id}
  LSI   {status}
entity F 1 x 1B table Plain
  attr  id:number
)");
  ASSERT_TRUE(parsed.complaints.empty());
  const auto& model = parsed.model;
  const auto request = TableRequest(model, model.tables.at(0));
  EXPECT_EQ(request.sort_key->name, "SK");
  EXPECT_EQ(request.throughput->write_units, 25);
  EXPECT_EQ(request.stream, client::StreamView::kNewAndOldImages);
  ASSERT_EQ(request.global_indexes.size(), 2U);
  EXPECT_EQ(request.global_indexes[0].included, std::vector<std::string>{"status"});
  EXPECT_EQ(request.global_indexes[1].partition_key.size(), 2U);
  EXPECT_EQ(request.global_indexes[1].sort_key.at(0).type, client::Value::Type::kNumber);
  ASSERT_EQ(request.local_indexes.size(), 1U);
  EXPECT_EQ(request.local_indexes[0].sort_key.name, "LSK");
  EXPECT_EQ(ExpiryAttribute(model, model.tables[0]), "expires");

  const auto plain = TableRequest(model, model.tables.at(1));
  EXPECT_EQ(plain.partition_key.type, client::Value::Type::kNumber);
  EXPECT_FALSE(plain.sort_key);
  EXPECT_FALSE(plain.throughput);
  EXPECT_EQ(ExpiryAttribute(model, model.tables[1]), "");
}

TEST(TableRequests, AnEmptyIncludeBecomesKeysOnly) {
  const auto parsed = Parse(R"(model m
table app (PK, SK) on-demand
index GSI1 (G1PK, G1SK) include PK, G1SK
index LSI local (LSK) include LSK
)");
  ASSERT_TRUE(parsed.complaints.empty());
  const auto request = TableRequest(parsed.model, parsed.model.tables.at(0));
  EXPECT_EQ(request.global_indexes.at(0).projection, client::Projection::kKeysOnly);
  EXPECT_EQ(request.local_indexes.at(0).projection, client::Projection::kKeysOnly);
  auto database = client::Connection::OpenMemory();
  ASSERT_TRUE(database);
  const auto made = database->CreateTable(request);
  ASSERT_TRUE(made) << made.error().message;
}

TEST(TableRequests, TakeEachKeyAttributesTypeFromAnyEntity) {
  const auto parsed = Parse(R"(model m
table Orders (PK, SK) on-demand
index Totals (total, year+shop) keys
entity E 1M x 400B
  attr  id:id, total:number, year:number
  key   E#{id} / E
)");
  ASSERT_TRUE(parsed.complaints.empty());
  const auto request = TableRequest(parsed.model, parsed.model.tables.at(0));
  const auto& index = request.global_indexes.at(0);
  EXPECT_EQ(index.partition_key.at(0).type, client::Value::Type::kNumber);
  EXPECT_EQ(index.sort_key.at(0).type, client::Value::Type::kNumber);
}

TEST(TableRequests, AreAcceptedByTheDatabase) {
  const auto parsed = Parse(R"(model m
table Orders (PK, SK) on-demand stream keys
index GSI1 (G1PK, G1SK) include status, PK
index ByDay (day) keys
entity E 1M x 400B
  attr  id:id, status, day:date
  key   E#{id} / E
  GSI1  S#{status} / {id}
)");
  ASSERT_TRUE(parsed.complaints.empty());
  auto database = client::Connection::OpenMemory();
  ASSERT_TRUE(database);
  const auto made = database->CreateTable(TableRequest(parsed.model, parsed.model.tables.at(0)));
  ASSERT_TRUE(made) << made.error().message;
}

}  // namespace
}  // namespace stator::model
