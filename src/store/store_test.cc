#include "store/store.h"

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

namespace stator::store {
namespace {

using client::Connection;

const Piece kOrderPrefix{.text = "ORDER#"};
const KeySpec kPartition{.name = "PK", .pieces = {{.text = "C#"}, {.attribute = "cust"}}};
const KeySpec kSort{.name = "SK", .pieces = {kOrderPrefix, {.attribute = "id"}}};

// Counts what the store sends, and keeps what it leaves out.
class Counter : public Observer {
 public:
  void OnAnswer(const Request& request, const Answer& answer) override {
    requests.push_back(request);
    scanned += answer.scanned_count;
    units += answer.units;
  }
  void OnError(const Request& request) override { requests.push_back(request); }
  void OnOtherShape(const Item& item) override { others.push_back(item); }
  void OnFilteredOut(const Item& item) override { filtered.push_back(item); }

  std::vector<Request> requests;
  std::int64_t scanned = 0;
  double units = 0;
  std::vector<Item> others;
  std::vector<Item> filtered;
};

class StoreTest : public ::testing::Test {
 protected:
  void SetUp() override {
    client::CreateTableRequest request{.table = "app", .partition_key = {"PK"}};
    request.sort_key = {"SK"};
    request.global_indexes = {{.name = "ByState",
                               .partition_key = {{"state"}},
                               .sort_key = {{"SK"}},
                               .projection = client::Projection::kKeysOnly}};
    ASSERT_TRUE(connection_->CreateTable(request));
  }

  void Put(const std::string& cust, const std::string& id, Item more = {}) {
    more["PK"] = Value::String("C#" + cust);
    more["SK"] = Value::String("ORDER#" + id);
    more.try_emplace("_type", Value::String("Order"));
    ASSERT_TRUE(connection_->PutItem({.table = "app", .item = std::move(more)}));
  }

  static ReadSpec Orders() {
    return {.table = "app",
            .partition = {kPartition},
            .sort = {{.key = {.name = "SK", .pieces = {kOrderPrefix}}, .how = Comparison::kBegins}},
            .shapes = {{.type = "Order", .keys = {kPartition, kSort}}}};
  }

  static std::vector<std::string> IdsOf(const client::Expected<Rows>& rows) {
    std::vector<std::string> ids;
    EXPECT_TRUE(rows) << rows.error().message;
    for (const auto& row : rows.value_or(Rows{})) ids.push_back(row.item.at("id").string());
    return ids;
  }

  static Item Customer(const std::string& name) { return {{"cust", Value::String(name)}}; }

  client::Expected<Connection> connection_ = Connection::OpenMemory();
  Counter counter_;
  Store store_{*connection_, {.observer = &counter_, .workers = 1}};
};

using Ids = std::vector<std::string>;

TEST_F(StoreTest, AttributesAreReadOffKeys) {
  Put("c1", "o1");
  const auto rows = store_.Query(Orders(), Customer("c1"));
  EXPECT_EQ(IdsOf(rows), Ids{"o1"});
  EXPECT_EQ(rows->front().item.at("cust").string(), "c1");
}

TEST_F(StoreTest, ALimitCountsOnlyWantedRows) {
  for (const std::string id : {"1", "2", "3", "4"}) {
    Put("c1", id, {{"state", Value::String(id < "3" ? "OPEN" : "PAID")}});
  }
  Put("c1", "0", {{"_type", Value::String("Note")}});
  auto spec = Orders();
  spec.limit = 1;
  spec.filters = {{.attribute = "state"}};
  auto values = Customer("c1");
  values["state"] = Value::String("PAID");
  EXPECT_EQ(IdsOf(store_.Query(spec, values)), Ids{"3"});
  EXPECT_EQ(counter_.others.size(), 1U);
  EXPECT_EQ(counter_.filtered.size(), 2U);
  EXPECT_EQ(counter_.requests.size(), 4U) << "a page for each item until one is wanted";
  EXPECT_EQ(counter_.scanned, 4);
  EXPECT_GT(counter_.units, 0);
}

TEST_F(StoreTest, PartitionsAreMergedInTheOrderOfTheirKeys) {
  Put("0", "b");
  Put("1", "a");
  Put("1", "c");
  auto spec = Orders();
  spec.partition = {{.name = "PK", .pieces = {{.text = "C#"}, {.shards = 2}}}};
  spec.order = {"SK"};
  EXPECT_EQ(IdsOf(store_.Query(spec, {})), (Ids{"a", "b", "c"}));
  spec.backward = true;
  spec.limit = 2;
  EXPECT_EQ(IdsOf(store_.Query(spec, {})), (Ids{"c", "b"}));
  const Store several(*connection_);
  EXPECT_EQ(IdsOf(several.Query(spec, {})), (Ids{"c", "b"})) << "by several threads";
}

TEST_F(StoreTest, ItemsOfAnIndexOfKeysAreFetchedAgain) {
  Put("c1", "o1", {{"state", Value::String("OPEN")}, {"note", Value::String("n")}});
  ReadSpec spec{.table = "app",
                .index = "ByState",
                .partition = {{.name = "state", .attribute = "state"}},
                .refetch = {"PK", "SK"},
                .shapes = {{.type = "Order", .keys = {kPartition, kSort}}}};
  const auto rows = store_.Query(spec, {{"state", Value::String("OPEN")}});
  ASSERT_EQ(IdsOf(rows), Ids{"o1"});
  EXPECT_EQ(rows->front().item.at("note").string(), "n");
  EXPECT_EQ(counter_.requests.size(), 2U);
}

TEST_F(StoreTest, AnEmptyWindowSendsNothing) {
  auto spec = Orders();
  spec.window = "id";
  spec.sort = {{.key = {.name = "SK", .pieces = {kOrderPrefix}},
                .how = Comparison::kBetween,
                .piece = {.attribute = "id"}}};
  Put("c1", "o1");
  const auto from = Value::String("o1");
  EXPECT_EQ(IdsOf(store_.Query(spec, Customer("c1"), std::pair(from, from))), Ids{"o1"});
  counter_.requests.clear();
  EXPECT_TRUE(
      IdsOf(store_.Query(spec, Customer("c1"), std::pair(from, Value::String("a")))).empty());
  EXPECT_TRUE(counter_.requests.empty());
}

TEST_F(StoreTest, ValuesThatBreakARuleAreNotSent) {
  auto spec = Orders();
  spec.rules = {{.attribute = "cust", .filled = true, .without = {"#"}}};
  EXPECT_EQ(store_.Query(spec, Customer("a#b")).error().message,
            "cust must be a text of at least one character without #, not a#b");
  EXPECT_TRUE(counter_.requests.empty());
}

TEST_F(StoreTest, ChildrenApartAreLimitedByPart) {
  Put("c1", "1");
  Put("c1", "2");
  auto child = Orders();
  child.part = 1;
  child.limit = 1;
  ReadSpec parent = Orders();
  parent.limit = 1;
  parent.children = {child};
  auto rows = store_.Query(parent, Customer("c1"));
  ASSERT_TRUE(rows);
  rows = store_.WithChildren(parent, Customer("c1"), *std::move(rows));
  ASSERT_EQ(IdsOf(rows), (Ids{"1", "1"}));
  EXPECT_EQ(rows->back().shape, 1U);
}

// --- Writes ---

ActionSpec PutOrder() {
  return {.writes = {{.kind = WriteKind::kPut,
                      .table = "app",
                      .type = "Order",
                      .keys = {kPartition, kSort},
                      .whole = true,
                      .absent = true}},
          .versions = {"version"},
          .lifetimes = {{.attribute = "gone", .seconds = 10}}};
}

const Surroundings kFixed{.random = [] { return std::uint64_t{4}; },
                          .now_seconds = [] { return std::int64_t{1'000}; }};

TEST_F(StoreTest, OneWriteIsNoTransactionAndSeveralAreOne) {
  Writes writes;
  const Item values{{"cust", Value::String("c1")}, {"id", Value::String("o1")}};
  ASSERT_TRUE(store_.Add(PutOrder(), values, writes));
  ASSERT_TRUE(store_.Commit(writes));
  EXPECT_TRUE(std::holds_alternative<client::PutItemRequest>(counter_.requests.back()));
  EXPECT_EQ(store_.Commit(writes).error().code, "ConditionalCheckFailedException");
  writes.push_back(client::TransactDelete{
      .table = "app", .key = {{"PK", Value::String("x")}, {"SK", Value::String("x")}}});
  EXPECT_EQ(store_.Commit(writes).error().code, "TransactionCanceledException");
  EXPECT_TRUE(std::holds_alternative<client::TransactWriteItemsRequest>(counter_.requests.back()));
  EXPECT_EQ(counter_.requests.size(), 3U);
}

TEST(StoreWrites, APutFillsInVersionsAndLifetimes) {
  const auto writes = WritesOf(
      PutOrder(), {{"cust", Value::String("c1")}, {"id", Value::String("o1")}}, {}, kFixed);
  ASSERT_EQ(writes->size(), 1U);
  const auto& put = std::get<client::TransactPut>(writes->front());
  EXPECT_EQ(put.item.at("PK").string(), "C#c1");
  EXPECT_EQ(put.item.at("version").integer(), 1);
  EXPECT_EQ(put.item.at("gone").integer(), 1'010);
  EXPECT_EQ(put.condition, "attribute_not_exists(#n0)");
  EXPECT_EQ(WritesOf(PutOrder(), {{"id", Value::String("o1")}}, {}, kFixed).error().message,
            "Order lacks what its PK is made of");
}

TEST(StoreWrites, AnUpdateKeepsIndexKeysInStep) {
  const KeySpec entry{.name = "GSI1PK", .pieces = {{.text = "S#"}, {.attribute = "state"}}};
  const ActionSpec action{
      .writes = {{.kind = WriteKind::kUpdate,
                  .table = "app",
                  .type = "Order",
                  .keys = {kPartition, kSort},
                  .derived = {{.key = entry, .when = {{.attribute = "state", .value = "OPEN"}}}},
                  .present = true,
                  .expect = {"version"},
                  .set = {"state", "version"}}},
      .raises = {"version"}};
  Item values{
      {"cust", Value::String("c1")}, {"id", Value::String("o1")}, {"state", Value::String("OPEN")}};
  const Item expected{{"version", Value::Number(3)}};
  auto writes = WritesOf(action, values, expected, kFixed);
  const auto& update = std::get<client::TransactUpdate>(writes->front());
  EXPECT_EQ(update.update, "SET #n0 = :v0, #n1 = :v1, #n2 = :v2");
  EXPECT_EQ(update.condition, "attribute_exists(#n3) AND #n4 = :v3");
  EXPECT_EQ(update.values.at(":v1").integer(), 4);
  EXPECT_EQ(update.values.at(":v2").string(), "S#OPEN");
  values["state"] = Value::String("PAID");
  writes = WritesOf(action, values, expected, kFixed);
  EXPECT_EQ(std::get<client::TransactUpdate>(writes->front()).update,
            "SET #n0 = :v0, #n1 = :v1 REMOVE #n2");
}

TEST(StoreWrites, ARowThatMovesIsDeletedAndPutUnlessItStays) {
  WriteSpec row{.kind = WriteKind::kDelete,
                .table = "app",
                .type = "Order",
                .keys = {{.name = "PK", .pieces = {{.attribute = "city"}}}},
                .moved = true};
  ActionSpec action{.writes = {row}};
  row.kind = WriteKind::kPut;
  row.absent = true;
  action.writes.push_back(row);
  const auto moved =
      WritesOf(action, {{"city", Value::String("new")}}, {{"city", Value::String("old")}}, kFixed);
  ASSERT_EQ(moved->size(), 2U);
  EXPECT_EQ(std::get<client::TransactDelete>(moved->front()).key.at("PK").string(), "old");
  EXPECT_EQ(std::get<client::TransactPut>(moved->back()).condition, "attribute_not_exists(#n0)");
  const auto stays =
      WritesOf(action, {{"city", Value::String("old")}}, {{"city", Value::String("old")}}, kFixed);
  ASSERT_EQ(stays->size(), 1U);
  EXPECT_EQ(std::get<client::TransactPut>(stays->front()).condition, "");
}

TEST(StoreWrites, ARowWithoutAnAttributeGoesToAnyShard) {
  const ActionSpec action{
      .writes = {
          {.table = "app", .type = "T", .keys = {{.name = "PK", .pieces = {{.shards = 3}}}}}}};
  const auto writes = WritesOf(action, {}, {}, kFixed);
  EXPECT_EQ(std::get<client::TransactPut>(writes->front()).item.at("PK").string(), "1");
}

}  // namespace
}  // namespace stator::store
