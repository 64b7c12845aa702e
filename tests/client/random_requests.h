#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <rapidcheck.h>

#include "client/stator.h"

// Random requests on the tables Music and Counters, most of them good. Each kind of fault that a
// decoder or a handler words is among the others.
namespace stator::client::random {

inline int Between(int low, int high) { return *rc::gen::inRange(low, high + 1); }
inline bool OneIn(int n) { return Between(1, n) == 1; }

template <class T>
T OneOf(const std::vector<T>& choices) {
  return choices[static_cast<std::size_t>(Between(0, static_cast<int>(choices.size()) - 1))];
}

inline std::string Text() {
  if (OneIn(60)) return "\xFF";
  if (OneIn(60)) return std::string(450'000, 'x');
  return OneOf<std::string>({"a", "b", "", "\"\\\n\x01", "\xF0\x9F\x8E\xB5", "long enough"});
}

inline std::string Digits() {
  if (OneIn(10)) return OneOf<std::string>({"", "x", "1e126", "1e2147483647", "1e-131", "--1"});
  return OneOf<std::string>({"0", "1", "1.0", "-2", "3", "1E2", "0.1", "12345678901234567890"});
}

inline ValueSet Members(std::string (*one)()) {
  ValueSet members;
  const int count = OneIn(10) ? 0 : Between(1, 4);
  for (int i = 0; i < count; ++i) members.insert(one());
  return members;
}

inline std::string AttributeName() {
  if (OneIn(30)) return OneOf<std::string>({"", std::string(65'536, 'n'), "\xC3"});
  return OneOf<std::string>({"Plays", "Year", "Genre", "status", "x", "Song"});
}

inline Value AnyValue(int depth);

inline Item Attributes(int depth, int count_max) {
  Item attributes;
  const int count = Between(0, count_max);
  for (int i = 0; i < count; ++i) attributes[AttributeName()] = AnyValue(depth);
  return attributes;
}

inline Value Nested(int levels) {
  Value value = AnyValue(0);
  for (int i = 0; i < levels; ++i) {
    value = i % 2 == 0 ? Value::List({value}) : Value::Map({{"m", value}});
  }
  return value;
}

inline Value AnyValue(int depth) {
  switch (Between(0, depth > 0 ? 10 : 7)) {
    case 0:
      return Value::Number(Digits());
    case 1:
      return Value::Binary(Text());
    case 2:
      return Value::Bool(OneIn(2));
    case 3:
      return Value::Null();
    case 4:
      return Value::StringSet(Members(Text));
    case 5:
      return Value::NumberSet(Members(Digits));
    case 6:
      return Value::BinarySet(Members(Text));
    case 7:
      return Value::String(Text());
    case 8:
      return OneIn(3) ? Nested(OneOf<int>({29, 30, 31, 32, 61, 62, 63, 70})) : AnyValue(0);
    case 9:
      return Value::Map(Attributes(depth - 1, 3));
    default:
      return Value::List({AnyValue(depth - 1), AnyValue(depth - 1)});
  }
}

inline std::string TableName() {
  if (!OneIn(12)) return OneIn(4) ? "Counters" : "Music";
  return OneOf<std::string>({"", "ab", "a b", "Nowhere", std::string(256, 't'), "\xC3",
                             "arn:aws:dynamodb:us-east-1:123456789012:table/Music", "arn:x"});
}

inline std::string TableArn() {
  return OneOf<std::string>({"arn:aws:dynamodb:us-east-1:123456789012:table/Music", "Music", "",
                             "arn:aws:dynamodb:us-east-1:123456789012:table/Nowhere"});
}

inline std::optional<std::int64_t> Limit() {
  if (OneIn(2)) return std::nullopt;
  return OneOf<std::int64_t>({1, 2, 5, 100, 0, -1, std::int64_t{1} << 32U});
}

inline Item KeyOf(const std::string& table) {
  if (OneIn(12)) return Attributes(0, 2);
  if (table == "Counters") return {{"id", Value::Number(OneOf<std::string>({"1", "2", "1.0"}))}};
  return {{"Artist", Value::String(OneOf<std::string>({"a", "b"}))},
          {"Song", Value::String(OneOf<std::string>({"1", "2", "3"}))}};
}

inline Item ItemOf(const std::string& table) {
  Item item = KeyOf(table);
  if (OneIn(2)) item["Plays"] = Value::Number(Digits());
  if (OneIn(2)) item["Genre"] = Value::String(OneOf<std::string>({"g", "h"}));
  if (OneIn(2)) item["Year"] = Value::Number(1990 + Between(0, 3));
  item.merge(Attributes(2, 3));
  return item;
}

struct Expression {
  std::string text;
  Names names;
  Values values;
};

// An expression that goes with its placeholders, or a slip.
inline Expression OneExpression(const std::vector<Expression>& choices) {
  Expression expression = OneOf(choices);
  if (OneIn(15)) expression.names["#unused"] = AttributeName();
  if (OneIn(15)) expression.values[":unused"] = AnyValue(1);
  if (OneIn(15)) expression.values.erase(":n");
  if (OneIn(15)) expression.text += " (";
  return expression;
}

inline Expression Condition() {
  if (OneIn(2)) return {};
  return OneExpression(
      {{"attribute_not_exists(Artist)", {}, {}},
       {"attribute_exists(#p)", {{"#p", "Plays"}}, {}},
       {"#p < :n", {{"#p", "Plays"}}, {{":n", AnyValue(1)}}},
       {"Genre = :n OR Plays > :m", {}, {{":n", AnyValue(0)}, {":m", AnyValue(0)}}},
       {"size(Genre) > :n", {}, {{":n", Value::Number(0)}}}});
}

inline Expression Projection() {
  if (OneIn(2)) return {};
  return OneExpression({{"Plays, Genre", {}, {}}, {"#s, x[0]", {{"#s", "status"}}, {}}});
}

inline ReturnConsumedCapacity Capacity() {
  return OneOf<ReturnConsumedCapacity>({ReturnConsumedCapacity::kNone,
                                        ReturnConsumedCapacity::kTotal,
                                        ReturnConsumedCapacity::kIndexes});
}

inline ReturnItemCollectionMetrics Metrics() {
  return OneIn(4) ? ReturnItemCollectionMetrics::kSize : ReturnItemCollectionMetrics::kNone;
}

inline ReturnOldItem OldItem() { return OneIn(2) ? ReturnOldItem::kYes : ReturnOldItem::kNo; }

inline ReturnValues Returned() {
  if (OneIn(3)) return ReturnValues::kNone;
  return OneOf<ReturnValues>({ReturnValues::kAllOld, ReturnValues::kAllOld, ReturnValues::kAllNew,
                              ReturnValues::kUpdatedNew, ReturnValues::kUpdatedOld});
}

template <class Request>
Request Conditioned(Request request, Expression condition) {
  request.condition = std::move(condition.text);
  request.names.merge(condition.names);
  request.values.merge(condition.values);
  request.return_old_on_failure = OldItem();
  return request;
}

template <class Request>
Request Answered(Request request) {
  request.return_values = Returned();
  request.return_capacity = Capacity();
  request.return_collection_metrics = Metrics();
  return request;
}

inline PutItemRequest AnyPut() {
  const std::string table = TableName();
  return Answered(Conditioned(PutItemRequest{.table = table, .item = ItemOf(table)}, Condition()));
}

inline DeleteItemRequest AnyDelete() {
  const std::string table = TableName();
  return Answered(Conditioned(DeleteItemRequest{.table = table, .key = KeyOf(table)}, Condition()));
}

inline Expression Update() {
  return OneExpression({{"ADD Plays :one", {}, {{":one", Value::Number(1)}}},
                        {"SET x = :v", {}, {{":v", AnyValue(2)}}},
                        {"SET #y = :v REMOVE Plays", {{"#y", "Year"}}, {{":v", AnyValue(0)}}},
                        {"SET l = list_append(l, :l)", {}, {{":l", Value::List({})}}},
                        {"REMOVE Genre", {}, {}},
                        {"", {}, {}}});
}

template <class Request>
Request Updated(Request request) {
  Expression update = Update();
  request.update = std::move(update.text);
  request.names.merge(update.names);
  request.values.merge(update.values);
  return request;
}

inline UpdateItemRequest AnyUpdate() {
  const std::string table = TableName();
  return Answered(
      Conditioned(Updated(UpdateItemRequest{.table = table, .key = KeyOf(table)}), Condition()));
}

inline GetItemRequest AnyGet() {
  const std::string table = TableName();
  Expression projection = Projection();
  return {.table = table,
          .key = KeyOf(table),
          .projection = projection.text,
          .names = projection.names,
          .consistent_read = OneIn(2),
          .return_capacity = Capacity()};
}

template <class Request>
Request Paged(Request request) {
  Expression filter = Condition();
  request.filter = std::move(filter.text);
  request.names.merge(filter.names);
  request.values.merge(filter.values);
  Expression projection = Projection();
  request.projection = std::move(projection.text);
  request.names.merge(projection.names);
  request.limit = Limit();
  if (OneIn(5)) request.exclusive_start_key = KeyOf(request.table);
  if (OneIn(3)) request.index = OneOf<std::string>({"ByYear", "ByPlays", "ByNone", "ab"});
  request.consistent_read = OneIn(3);
  request.select = OneOf<Select>({Select::kDefault, Select::kDefault, Select::kCount,
                                  Select::kAllAttributes, Select::kSpecificAttributes});
  request.return_capacity = Capacity();
  return request;
}

inline QueryRequest AnyQuery() {
  QueryRequest request = Paged(QueryRequest{.table = TableName()});
  Expression key = OneExpression(
      {{"Artist = :a", {}, {{":a", Value::String("a")}}},
       {"Artist = :a AND Song > :n", {}, {{":a", Value::String("b")}, {":n", AnyValue(0)}}},
       {"Genre = :a", {}, {{":a", Value::String("g")}}},
       {"id = :a", {}, {{":a", Value::Number(Digits())}}}});
  request.key_condition = std::move(key.text);
  request.names.merge(key.names);
  request.values.merge(key.values);
  request.scan_index_forward = OneIn(2);
  return request;
}

inline ScanRequest AnyScan() {
  ScanRequest request = Paged(ScanRequest{.table = TableName()});
  if (OneIn(4)) request.segment = Limit();
  if (OneIn(4)) request.total_segments = Limit();
  return request;
}

inline BatchGetItemRequest AnyBatchGet() {
  BatchGetItemRequest request{.tables = {}, .return_capacity = Capacity()};
  const int tables = OneIn(15) ? 0 : Between(1, 2);
  for (int i = 0; i < tables; ++i) {
    const std::string table = TableName();
    BatchGet& get = request.tables[table];
    const int keys = OneIn(15) ? 101 : Between(OneIn(10) ? 0 : 1, 3);
    for (int k = 0; k < keys; ++k) get.keys.push_back(KeyOf(table));
    Expression projection = Projection();
    get.projection = projection.text;
    get.names = projection.names;
    get.consistent_read = OneIn(2);
  }
  return request;
}

inline BatchWriteItemRequest AnyBatchWrite() {
  BatchWriteItemRequest request{
      .tables = {}, .return_capacity = Capacity(), .return_collection_metrics = Metrics()};
  const int tables = OneIn(15) ? 0 : Between(1, 2);
  for (int i = 0; i < tables; ++i) {
    const std::string table = TableName();
    std::vector<BatchWrite>& writes = request.tables[table];
    const int count = OneIn(15) ? 26 : Between(OneIn(10) ? 0 : 1, 3);
    for (int k = 0; k < count; ++k) {
      if (OneIn(2)) {
        writes.emplace_back(BatchPut{.item = ItemOf(table)});
      } else {
        writes.emplace_back(BatchDelete{.key = KeyOf(table)});
      }
    }
  }
  return request;
}

struct StatementWithValues {
  std::string text;
  std::vector<Value> parameters;
};

inline StatementWithValues AnyStatementText() {
  const Value artist = Value::String(OneOf<std::string>({"a", "b"}));
  const Value song = Value::String(OneOf<std::string>({"1", "2", "3"}));
  auto statement = OneOf<StatementWithValues>(
      {{"SELECT * FROM Music WHERE Artist = ? AND Song = ?", {artist, song}},
       {"SELECT Plays, x[0] FROM Music WHERE Artist = ? AND Song > ?", {artist, AnyValue(0)}},
       {"SELECT * FROM Music.ByYear WHERE Genre = 'g' AND Plays = ?", {AnyValue(1)}},
       {"SELECT * FROM Counters WHERE size(x) > ?", {AnyValue(0)}},
       {"INSERT INTO Music VALUE {'Artist': ?, 'Song': ?, 'x': ?}", {artist, song, AnyValue(2)}},
       {"UPDATE Music SET x = ? WHERE Artist = ? AND Song = ? RETURNING ALL NEW *",
        {AnyValue(2), artist, song}},
       {"DELETE FROM Music WHERE Artist = ? AND Song = ? RETURNING ALL OLD *", {artist, song}},
       {"EXISTS(SELECT * FROM Music WHERE Artist = ? AND Song = ? AND Plays > ?)",
        {artist, song, AnyValue(0)}}});
  if (OneIn(15)) statement.parameters.push_back(AnyValue(1));
  if (OneIn(15)) statement.parameters.clear();
  if (OneIn(15)) statement.text += " (";
  if (OneIn(40)) statement.text = OneOf<std::string>({"", "\xC3", std::string(9'000, ' ')});
  return statement;
}

inline ExecuteStatementRequest AnyStatement() {
  auto [text, parameters] = AnyStatementText();
  return {.statement = std::move(text),
          .parameters = std::move(parameters),
          .limit = Limit(),
          .next_token = OneIn(20) ? "no token" : "",
          .consistent_read = OneIn(3),
          .return_old_on_failure = OldItem(),
          .return_capacity = Capacity()};
}

inline BatchExecuteStatementRequest AnyStatementBatch() {
  BatchExecuteStatementRequest request{.statements = {}, .return_capacity = Capacity()};
  const int count = OneIn(15) ? 26 : Between(OneIn(10) ? 0 : 1, 3);
  for (int i = 0; i < count; ++i) {
    auto [text, parameters] = AnyStatementText();
    request.statements.push_back({.statement = std::move(text),
                                  .parameters = std::move(parameters),
                                  .consistent_read = OneIn(3),
                                  .return_old_on_failure = OldItem()});
  }
  return request;
}

inline ExecuteTransactionRequest AnyStatementTransaction() {
  ExecuteTransactionRequest request{.statements = {}, .return_capacity = Capacity()};
  const int count = Between(OneIn(10) ? 0 : 1, 3);
  for (int i = 0; i < count; ++i) {
    auto [text, parameters] = AnyStatementText();
    request.statements.push_back({.statement = std::move(text),
                                  .parameters = std::move(parameters),
                                  .return_old_on_failure = OldItem()});
  }
  return request;
}

inline TransactWrite AnyAction() {
  const std::string table = TableName();
  switch (Between(0, 3)) {
    case 0:
      return Conditioned(TransactPut{.table = table, .item = ItemOf(table)}, Condition());
    case 1:
      return Conditioned(Updated(TransactUpdate{.table = table, .key = KeyOf(table), .update = ""}),
                         Condition());
    case 2:
      return Conditioned(TransactDelete{.table = table, .key = KeyOf(table)}, Condition());
    default:
      return Conditioned(ConditionCheck{.table = table, .key = KeyOf(table), .condition = ""},
                         Condition());
  }
}

inline TransactWriteItemsRequest AnyTransactWrite() {
  TransactWriteItemsRequest request{
      .actions = {}, .return_capacity = Capacity(), .return_collection_metrics = Metrics()};
  const int actions = OneIn(15) ? 0 : Between(1, 4);
  for (int i = 0; i < actions; ++i) request.actions.push_back(AnyAction());
  if (OneIn(5)) request.client_request_token = OneOf<std::string>({"t", std::string(37, 't')});
  return request;
}

inline TransactGetItemsRequest AnyTransactGet() {
  TransactGetItemsRequest request{.gets = {}, .return_capacity = Capacity()};
  const int gets = OneIn(15) ? 0 : Between(1, 4);
  for (int i = 0; i < gets; ++i) {
    const std::string table = TableName();
    Expression projection = Projection();
    request.gets.push_back({.table = table,
                            .key = KeyOf(table),
                            .projection = projection.text,
                            .names = projection.names});
  }
  return request;
}

inline KeyAttribute Key() {
  return {AttributeName(), OneIn(10)
                               ? Value::Type::kBool
                               : OneOf<Value::Type>({Value::Type::kString, Value::Type::kNumber})};
}

inline CreateTableRequest AnyTable() {
  CreateTableRequest request{.table = OneOf<std::string>({"One", "Two", "", "ab", "Music"}),
                             .partition_key = Key()};
  if (OneIn(2)) request.sort_key = Key();
  if (OneIn(3)) {
    request.global_indexes.push_back(
        {.name = OneOf<std::string>({"ByOne", "i"}),
         .partition_key = {Key()},
         .projection = OneIn(2) ? client::Projection::kAll : client::Projection::kInclude,
         .included =
             OneIn(2) ? std::vector<std::string>{AttributeName()} : std::vector<std::string>()});
  }
  if (OneIn(3)) request.local_indexes.push_back({.name = "ByTwo", .sort_key = Key()});
  if (OneIn(3)) request.throughput = Throughput{.read_units = Between(0, 2), .write_units = 1};
  if (OneIn(3)) request.stream = StreamView::kKeysOnly;
  request.deletion_protection = OneIn(6);
  if (OneIn(4)) request.tags.push_back({AttributeName(), "v"});
  return request;
}

inline UpdateTableRequest AnyTableUpdate() {
  UpdateTableRequest request{.table = TableName()};
  if (OneIn(2)) request.deletion_protection = OneIn(2);
  if (OneIn(4)) {
    request.global_index_updates.emplace_back(DeleteGlobalIndex{.name = "ByNone"});
  }
  if (OneIn(4)) {
    request.global_index_updates.emplace_back(
        CreateGlobalIndex{.name = "i",
                          .key_schema = {{"x", OneOf<std::string>({"HASH", "NONE", ""})}},
                          .projection = {.type = "ALL"}});
  }
  if (OneIn(4)) request.billing_mode = BillingMode::kProvisioned;
  return request;
}

}  // namespace stator::client::random
