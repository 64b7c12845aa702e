// The capacity that answers report equals the capacity that is charged, for all requests
// [INV-UNITS-1].

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "item/row.h"
#include "item/tree.h"
#include "json/writer.h"
#include "table/keys.h"
#include "wire/item_writer.h"
#include "wire/testing.h"

namespace stator::wire {
namespace {

using capacity::Access;
using table::HalfUnits;
// Keyed by access, table and global index; an empty index means the table.
using Sums = std::map<std::tuple<Access, std::string, std::string>, HalfUnits>;

class Ledger : public capacity::Observer {
 public:
  void Used(const capacity::Usage& usage) override {
    const std::scoped_lock lock(mutex_);
    EXPECT_FALSE(usage.operation.empty());
    for (const auto& [index, key, units] : usage.claims) {
      EXPECT_GT(units, 0);
      sums_[{usage.access, usage.table->name, index != nullptr ? index->name : ""}] += units;
    }
  }
  void Throttled(const capacity::Usage& /*usage*/,
                 std::span<const capacity::Throttle> /*throttles*/) override {}

  Sums Take() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(sums_, {});
  }

 private:
  std::mutex mutex_;
  Sums sums_;
};

HalfUnits UnitsIn(json::Value capacity) {
  return static_cast<HalfUnits>(2 * double{capacity["CapacityUnits"]});
}

// Adds the units of one ConsumedCapacity.
void Add(json::Value consumed, Access access, Sums& sums) {
  if (consumed["ReadCapacityUnits"].error() == simdjson::SUCCESS) access = Access::kRead;
  const std::string table(std::string_view{consumed["TableName"]});
  auto own = UnitsIn(consumed["Table"]);
  simdjson::dom::object indexes;
  if (consumed["LocalSecondaryIndexes"].get(indexes) == simdjson::SUCCESS) {
    for (const auto [name, units] : indexes) own += UnitsIn(units);
  }
  if (own > 0) sums[{access, table, ""}] += own;
  if (consumed["GlobalSecondaryIndexes"].get(indexes) == simdjson::SUCCESS) {
    for (const auto [name, units] : indexes) {
      sums[{access, table, std::string(name)}] += UnitsIn(units);
    }
  }
}

// Adds the units of an answer. An answer for several tables has a list.
void AddAnswer(json::Value answer, Access access, Sums& sums) {
  simdjson::dom::array list;
  json::Value one;
  if (answer["ConsumedCapacity"].get(list) == simdjson::SUCCESS) {
    for (const json::Value each : list) Add(each, access, sums);
  } else if (answer["ConsumedCapacity"].get(one) == simdjson::SUCCESS) {
    Add(one, access, sums);
  }
}

struct Options {
  bool one_commit;
  unsigned seed;
};

class MeteringTest : public ::testing::TestWithParam<Options> {
 protected:
  MeteringTest() {
    database_->meter().Add(ledger_);
    Create(R"({"TableName":"Wide","BillingMode":"PAY_PER_REQUEST",
      "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},
        {"AttributeName":"sk","AttributeType":"N"},{"AttributeName":"lk","AttributeType":"S"},
        {"AttributeName":"gk","AttributeType":"S"}],
      "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
      "LocalSecondaryIndexes":[{"IndexName":"local","Projection":{"ProjectionType":"KEYS_ONLY"},
        "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},
                     {"AttributeName":"lk","KeyType":"RANGE"}]}],
      "GlobalSecondaryIndexes":[
        {"IndexName":"all","Projection":{"ProjectionType":"ALL"},
         "KeySchema":[{"AttributeName":"gk","KeyType":"HASH"}]},
        {"IndexName":"keys","Projection":{"ProjectionType":"KEYS_ONLY"},
         "KeySchema":[{"AttributeName":"lk","KeyType":"HASH"},
                      {"AttributeName":"gk","KeyType":"RANGE"}]}]})");
    Create(R"({"TableName":"Narrow","BillingMode":"PAY_PER_REQUEST",
      "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
      "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]})");
  }

  void Create(const std::string& request) {
    const auto answer = client_.Answer("CreateTable", request);
    ASSERT_EQ(answer.status, 200) << answer.body;
  }

  // --- Random choices ---
  int Any(int count) { return std::uniform_int_distribution(0, count - 1)(random_); }
  bool Often() { return Any(3) > 0; }
  bool Seldom() { return Any(4) == 0; }
  std::string AnyTable() { return Seldom() ? "Narrow" : "Wide"; }

  item::Tree::Map AnyKey(const std::string& table) {
    item::Tree::Map key{{"pk", {fmt::format("p{}", Any(4))}}};
    if (table == "Wide") key.emplace("sk", item::Tree{item::Number(Any(3))});
    return key;
  }
  item::Tree::Map AnyItem(const std::string& table) {
    auto item = AnyKey(table);
    if (Often()) item.emplace("gk", item::Tree{fmt::format("g{}", Any(2))});
    if (Often()) item.emplace("lk", item::Tree{fmt::format("l{}", Any(2))});
    if (Often()) item.emplace("v", item::Tree{std::string(Any(6000), 'x')});
    return item;
  }
  // Returns a condition that may hold or fail, whatever is stored.
  std::string AnyCondition() {
    if (Often()) return {};
    const char* condition = Seldom() ? "attribute_exists(lk)" : "attribute_not_exists(gk)";
    return fmt::format(R"(,"ConditionExpression":"{}")", condition);
  }
  std::string AnyUpdate() {
    switch (Any(4)) {
      case 0:
        return R"("UpdateExpression":"REMOVE gk")";
      case 1:
        return R"("UpdateExpression":"SET gk = :v","ExpressionAttributeValues":{":v":{"S":"g9"}})";
      case 2:
        return R"("UpdateExpression":"SET lk = :v","ExpressionAttributeValues":{":v":{"S":"l9"}})";
      default:
        return fmt::format(
            R"("UpdateExpression":"SET v = :v","ExpressionAttributeValues":{{":v":{{"S":"{}"}}}})",
            std::string(Any(3000), 'y'));
    }
  }

  // --- Data and requests ---
  static std::string Text(const item::Tree::Map& attributes) {
    std::string out;
    WriteItem(item::EncodeItem(attributes).view(), out);
    return out;
  }
  std::size_t StoredBytes(const std::string& name, const item::Tree::Map& attributes) {
    auto key = attributes;
    std::erase_if(key, [](const auto& each) { return each.first != "pk" && each.first != "sk"; });
    const auto table = database_->store().catalog().Find(name);
    const auto row_key = table::RowKeyOfKey(*table, item::EncodeItem(key).view());
    const auto entry = database_->store().engine().Get((*table)->rows, *row_key);
    return *entry ? item::DecodeRow((*entry)->value)->header.size : 0;
  }

  // Sends a request and compares. `failure` adds the cost of an error.
  using CostOf = std::function<void(json::Value error, Sums& sums)>;
  void Send(const std::string& operation, Access access, const std::string& members,
            const CostOf& failure = {}) {
    const auto request = fmt::format(R"({{"ReturnConsumedCapacity":"INDEXES",{}}})", members);
    const auto answer = client_.Answer(operation, request);
    simdjson::dom::parser parser;
    const json::Value body = parser.parse(answer.body);
    Sums said;
    if (answer.status == 200) {
      AddAnswer(body, access, said);
    } else {
      ASSERT_TRUE(failure) << operation << request << answer.body;
      failure(body, said);
    }
    ASSERT_EQ(ledger_.Take(), said) << operation << " " << request << "\n" << answer.body;
  }

  void WriteOne() {
    const auto table = AnyTable();
    const auto item = AnyItem(table);
    const auto key = AnyKey(table);
    const int kind = Any(3);
    const auto bytes = StoredBytes(table, kind == 0 ? item : key);
    const auto failed = [&](json::Value error, Sums& sums) {
      EXPECT_TRUE(std::string_view{error["__type"]}.ends_with("ConditionalCheckFailedException"));
      sums[{Access::kWrite, table, ""}] += table::WriteUnitsFor(bytes);
    };
    const auto named = fmt::format(R"("TableName":"{}"{})", table, AnyCondition());
    if (kind == 0) {
      Send("PutItem", Access::kWrite, fmt::format(R"({},"Item":{})", named, Text(item)), failed);
    } else if (kind == 1) {
      Send("DeleteItem", Access::kWrite, fmt::format(R"({},"Key":{})", named, Text(key)), failed);
    } else {
      Send("UpdateItem", Access::kWrite,
           fmt::format(R"({},"Key":{},{})", named, Text(key), AnyUpdate()), failed);
    }
  }

  void ReadOne() {
    const auto table = AnyTable();
    Send("GetItem", Access::kRead,
         fmt::format(R"("TableName":"{}","ConsistentRead":{},"Key":{})", table, Often(),
                     Text(AnyKey(table))));
  }

  // Returns items of one table with distinct keys.
  std::vector<item::Tree::Map> SomeItems(const std::string& table) {
    std::map<std::string, item::Tree::Map> items;
    for (int i = Any(5); i >= 0; --i) {
      auto item = AnyItem(table);
      const auto key = table == "Wide" ? Text({{"pk", item.at("pk")}, {"sk", item.at("sk")}})
                                       : Text({{"pk", item.at("pk")}});
      items.emplace(key, std::move(item));
    }
    std::vector<item::Tree::Map> list;
    for (auto& [key, item] : items) list.push_back(std::move(item));
    return list;
  }
  static item::Tree::Map KeyIn(item::Tree::Map item) {
    std::erase_if(item, [](const auto& each) { return each.first != "pk" && each.first != "sk"; });
    return item;
  }

  void BatchWrite() {
    std::vector<std::string> tables;
    for (const std::string table : {"Wide", "Narrow"}) {
      std::vector<std::string> writes;
      for (const auto& item : SomeItems(table)) {
        writes.push_back(
            Often() ? fmt::format(R"({{"PutRequest":{{"Item":{}}}}})", Text(item))
                    : fmt::format(R"({{"DeleteRequest":{{"Key":{}}}}})", Text(KeyIn(item))));
      }
      tables.push_back(fmt::format(R"("{}":[{}])", table, fmt::join(writes, ",")));
    }
    Send("BatchWriteItem", Access::kWrite,
         fmt::format(R"("RequestItems":{{{}}})", fmt::join(tables, ",")));
  }

  void BatchGet() {
    std::vector<std::string> tables;
    for (const std::string table : {"Wide", "Narrow"}) {
      std::vector<std::string> keys;
      for (const auto& item : SomeItems(table)) keys.push_back(Text(KeyIn(item)));
      tables.push_back(fmt::format(R"("{}":{{"ConsistentRead":{},"Keys":[{}]}})", table, Often(),
                                   fmt::join(keys, ",")));
    }
    Send("BatchGetItem", Access::kRead,
         fmt::format(R"("RequestItems":{{{}}})", fmt::join(tables, ",")));
  }

  void ReadPage() {
    const char* indexes[] = {"", "local", "all", "keys"};
    const std::string index = indexes[Any(4)];
    const bool consistent = (index.empty() || index == "local") && Often();
    auto members = fmt::format(R"("TableName":"Wide","ConsistentRead":{})", consistent);
    if (!index.empty()) members += fmt::format(R"(,"IndexName":"{}")", index);
    if (index == "local" && Often()) members += R"(,"Select":"ALL_ATTRIBUTES")";
    if (Seldom()) members += fmt::format(R"(,"Limit":{})", 1 + Any(3));
    if (Seldom()) members += R"-(,"FilterExpression":"attribute_exists(v)")-";
    if (Seldom()) return Send("Scan", Access::kRead, members);
    if (Seldom()) members += R"(,"ScanIndexForward":false)";
    const char* attribute = index == "all" ? "gk" : index == "keys" ? "lk" : "pk";
    members += fmt::format(
        R"(,"KeyConditionExpression":"{0} = :p","ExpressionAttributeValues":{{":p":{{"S":"{1}{2}"}}}})",
        attribute, attribute[0], Any(4));
    Send("Query", Access::kRead, members);
  }

  void TransactGet() {
    std::vector<std::string> gets;
    for (const std::string table : {"Wide", "Narrow"}) {
      for (const auto& item : SomeItems(table)) {
        gets.push_back(
            fmt::format(R"({{"Get":{{"TableName":"{}","Key":{}}}}})", table, Text(KeyIn(item))));
      }
    }
    Send("TransactGetItems", Access::kRead,
         fmt::format(R"("TransactItems":[{}])", fmt::join(gets, ",")));
  }

  // An action, and its item's sizes if the transaction is cancelled.
  struct Action {
    std::string text;
    std::string table;
    std::size_t before;
    std::size_t after;
  };
  Action AnyAction(const std::string& table, const item::Tree::Map& item, bool calm) {
    const auto before = StoredBytes(table, item);
    const auto key = Text(KeyIn(item));
    const auto named =
        fmt::format(R"("TableName":"{}"{})", table, calm ? std::string() : AnyCondition());
    switch (Any(calm ? 3 : 4)) {
      case 0:
        return {fmt::format(R"({{"Put":{{{},"Item":{}}}}})", named, Text(item)), table, before,
                item::EncodeItem(item).view().Size()};
      case 1:
        return {fmt::format(R"({{"Delete":{{{},"Key":{}}}}})", named, key), table, before, 0};
      case 2:
        // The test does not know an update's result, so updates occur only in transactions that
        // succeed.
        if (!calm) break;
        return {fmt::format(R"({{"Update":{{{},"Key":{},{}}}}})", named, key, AnyUpdate()), table,
                before, 0};
      default:
        break;
    }
    static constexpr char kCheck[] = R"-({{"ConditionCheck":{{"TableName":"{}","Key":{},
        "ConditionExpression":"attribute_not_exists(lk)"}}}})-";
    return {fmt::format(kCheck, table, key), table, before, 0};
  }

  void TransactWrite() {
    const bool calm = Often();
    std::vector<Action> actions;
    std::vector<std::string> texts;
    for (const std::string table : {"Wide", "Narrow"}) {
      for (const auto& item : SomeItems(table)) actions.push_back(AnyAction(table, item, calm));
    }
    for (const auto& action : actions) texts.push_back(action.text);
    const auto cancelled = [&](json::Value error, Sums& sums) {
      std::size_t i = 0;
      for (const json::Value reason : simdjson::dom::array{error["CancellationReasons"]}) {
        const auto& [text, table, before, after] = actions.at(i++);
        const bool failed = std::string_view{reason["Code"]} == "ConditionalCheckFailed";
        sums[{Access::kWrite, table, ""}] +=
            2 * table::WriteUnitsFor(failed ? before : std::max(before, after));
      }
    };
    const auto members = fmt::format(R"("ClientRequestToken":"t{}","TransactItems":[{}])",
                                     ++transactions_, fmt::join(texts, ","));
    // The second time the transaction is answered by its token, or cancelled again.
    Send("TransactWriteItems", Access::kWrite, members, cancelled);
    if (Often()) Send("TransactWriteItems", Access::kWrite, members, cancelled);
  }

  std::mt19937 random_{GetParam().seed};
  int transactions_ = 0;
  Ledger ledger_;
  std::unique_ptr<database::Database> database_ =
      *database::Database::Open({.commits_across_partitions = GetParam().one_commit});
  testing::TestClient client_{*database_};
};

INSTANTIATE_TEST_SUITE_P(Programs, MeteringTest,
                         ::testing::Values(Options{true, 1}, Options{true, 2}, Options{false, 3}),
                         [](const auto& given) { return fmt::format("Seed{}", given.param.seed); });

TEST_P(MeteringTest, ReportedCapacityIsCharged) {
  constexpr int kSteps = 1500;
  for (int step = 0; step < kSteps && !HasFatalFailure(); ++step) {
    switch (Any(8)) {
      case 0:
        BatchWrite();
        break;
      case 1:
        BatchGet();
        break;
      case 2:
        ReadOne();
        break;
      case 3:
        TransactGet();
        break;
      case 4:
        TransactWrite();
        break;
      case 5:
        ReadPage();
        break;
      default:
        WriteOne();
        break;
    }
  }
}

}  // namespace
}  // namespace stator::wire
