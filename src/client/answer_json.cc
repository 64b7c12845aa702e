#include "client/answer_json.h"

#include <utility>

#include <fmt/format.h>

#include "client/json_read.h"

namespace stator::client {
namespace {

constexpr int kStatusOk = 200;

Error InvalidAnswer(int status, std::string message) {
  return {.code = "InvalidAnswer", .message = std::move(message), .http_status = status};
}

}  // namespace

// Each Read below is found by the templates of json_read.h, hence outside the unnamed namespace.

static bool Read(json::Value json, Capacity& out) {
  return ReadMember(json, "CapacityUnits", out.units) &&
         ReadMember(json, "ReadCapacityUnits", out.read_units) &&
         ReadMember(json, "WriteCapacityUnits", out.write_units);
}

static bool Read(json::Value json, ConsumedCapacity& out) {
  return Read(json, out.total) && ReadMember(json, "TableName", out.table) &&
         ReadMember(json, "Table", out.table_part) &&
         ReadMember(json, "LocalSecondaryIndexes", out.local_indexes) &&
         ReadMember(json, "GlobalSecondaryIndexes", out.global_indexes);
}

static bool Read(json::Value json, CancellationReason& out) {
  return ReadMember(json, "Code", out.code) && ReadMember(json, "Message", out.message) &&
         ReadMember(json, "Item", out.item);
}

static bool Read(json::Value json, IndexDescription& out) {
  return ReadMember(json, "IndexName", out.name) && ReadMember(json, "IndexStatus", out.status) &&
         ReadMember(json, "ItemCount", out.item_count) &&
         ReadMember(json, "IndexSizeBytes", out.size_bytes);
}

static bool ReadTable(json::Value json, TableDescription& out) {
  return ReadMember(json, "TableName", out.table) && ReadMember(json, "TableArn", out.arn) &&
         ReadMember(json, "TableStatus", out.status) &&
         ReadMember(json, "ItemCount", out.item_count) &&
         ReadMember(json, "TableSizeBytes", out.size_bytes) &&
         ReadMember(json, "GlobalSecondaryIndexes", out.global_indexes) &&
         ReadMember(json, "LocalSecondaryIndexes", out.local_indexes) &&
         ReadMember(json, "LatestStreamArn", out.stream_arn);
}

// CreateTable and DeleteTable call it otherwise than DescribeTable.
static bool Read(json::Value json, TableDescription& out) {
  for (const char* name : {"TableDescription", "Table"}) {
    json::Value table;
    if (json[name].get(table) == simdjson::SUCCESS) return ReadTable(table, out);
  }
  return false;
}

static bool Read(json::Value json, ListTablesResult& out) {
  return ReadMember(json, "TableNames", out.tables) &&
         ReadMember(json, "LastEvaluatedTableName", out.last_evaluated_table);
}

static bool Read(json::Value json, TimeToLive& out) {
  json::Value specification;
  return json["TimeToLiveSpecification"].get(specification) == simdjson::SUCCESS &&
         ReadMember(specification, "AttributeName", out.attribute) &&
         ReadMember(specification, "Enabled", out.enabled);
}

static bool Read(json::Value json, WriteResult& out) {
  return ReadMember(json, "Attributes", out.attributes) &&
         ReadMember(json, "ConsumedCapacity", out.capacity);
}

static bool Read(json::Value json, GetItemResult& out) {
  return ReadMember(json, "Item", out.item) && ReadMember(json, "ConsumedCapacity", out.capacity);
}

static bool Read(json::Value json, Page& out) {
  return ReadMember(json, "Items", out.items) && ReadMember(json, "Count", out.count) &&
         ReadMember(json, "ScannedCount", out.scanned_count) &&
         ReadMember(json, "LastEvaluatedKey", out.last_evaluated_key) &&
         ReadMember(json, "ConsumedCapacity", out.capacity);
}

static bool Read(json::Value json, BatchGet& out) {
  return ReadMember(json, "Keys", out.keys) &&
         ReadMember(json, "ProjectionExpression", out.projection) &&
         ReadMember(json, "ExpressionAttributeNames", out.names) &&
         ReadMember(json, "ConsistentRead", out.consistent_read);
}

static bool Read(json::Value json, BatchGetItemResult& out) {
  return ReadMember(json, "Responses", out.items) &&
         ReadMember(json, "UnprocessedKeys", out.unprocessed) &&
         ReadMember(json, "ConsumedCapacity", out.capacity);
}

static bool Read(json::Value json, BatchWrite& out) {
  json::Value write;
  if (json["PutRequest"].get(write) == simdjson::SUCCESS) {
    return ReadMember(write, "Item", out.emplace<BatchPut>().item);
  }
  return json["DeleteRequest"].get(write) == simdjson::SUCCESS &&
         ReadMember(write, "Key", out.emplace<BatchDelete>().key);
}

static bool Read(json::Value json, BatchWriteItemResult& out) {
  return ReadMember(json, "UnprocessedItems", out.unprocessed) &&
         ReadMember(json, "ConsumedCapacity", out.capacity);
}

static bool Read(json::Value json, TransactWriteItemsResult& out) {
  return ReadMember(json, "ConsumedCapacity", out.capacity);
}

static bool Read(json::Value json, TransactGetItemsResult& out) {
  simdjson::dom::array responses;
  if (json["Responses"].get(responses) != simdjson::SUCCESS) return false;
  for (const json::Value response : responses) {
    if (!ReadMember(response, "Item", out.items.emplace_back())) return false;
  }
  return ReadMember(json, "ConsumedCapacity", out.capacity);
}

static bool Read(json::Value json, Error& out) {
  std::string type;
  if (!ReadMember(json, "__type", type) || type.empty()) return false;
  out.code = type.substr(type.find('#') + 1);  // all of it if there is none
  return ReadMember(json, "message", out.message) && ReadMember(json, "Message", out.message) &&
         ReadMember(json, "Item", out.item) && ReadMember(json, "CancellationReasons", out.reasons);
}

template <class Result>
Expected<Result> Decode(const std::string& json) {
  json::Parser parser;
  const auto body = parser.Parse(json);
  Result result;
  if (body && !body->empty() && Read(body->root(), result)) return result;
  return std::unexpected(InvalidAnswer(kStatusOk, "The answer is not what was asked for."));
}

template Expected<TableDescription> Decode(const std::string& json);
template Expected<ListTablesResult> Decode(const std::string& json);
template Expected<TimeToLive> Decode(const std::string& json);
template Expected<WriteResult> Decode(const std::string& json);
template Expected<GetItemResult> Decode(const std::string& json);
template Expected<Page> Decode(const std::string& json);
template Expected<BatchGetItemResult> Decode(const std::string& json);
template Expected<BatchWriteItemResult> Decode(const std::string& json);
template Expected<TransactWriteItemsResult> Decode(const std::string& json);
template Expected<TransactGetItemsResult> Decode(const std::string& json);

Expected<std::string> Settled(int http_status, std::string body) {
  if (http_status == kStatusOk) return body;
  json::Parser parser;
  const auto parsed = parser.Parse(body);
  Error error;
  if (parsed && !parsed->empty() && Read(parsed->root(), error)) {
    error.http_status = http_status;
    return std::unexpected(std::move(error));
  }
  return std::unexpected(
      InvalidAnswer(http_status, fmt::format("The answer is HTTP status {} and no error of a "
                                             "database.",
                                             http_status)));
}

}  // namespace stator::client
