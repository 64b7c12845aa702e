#include "client/request_json.h"

#include <array>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "client/json_fields.h"

namespace stator::client {
namespace {

// The text at an enumerator's place; empty where the member is left out.
template <std::size_t size, class Enum>
std::string_view TextOf(const std::array<std::string_view, size>& texts, Enum value) {
  return texts[static_cast<std::size_t>(value)];
}

std::string_view TextOf(ReturnValues values) {
  constexpr std::array<std::string_view, 5> kTexts = {"", "ALL_OLD", "UPDATED_OLD", "ALL_NEW",
                                                      "UPDATED_NEW"};
  return TextOf(kTexts, values);
}

std::string_view TextOf(ReturnOldItem item) { return item == ReturnOldItem::kYes ? "ALL_OLD" : ""; }

std::string_view TextOf(Select select) {
  constexpr std::array<std::string_view, 5> kTexts = {
      "", "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES", "SPECIFIC_ATTRIBUTES", "COUNT"};
  return TextOf(kTexts, select);
}

std::string_view TextOf(Projection projection) {
  constexpr std::array<std::string_view, 3> kTexts = {"ALL", "KEYS_ONLY", "INCLUDE"};
  return TextOf(kTexts, projection);
}

std::string_view TextOf(StreamView view) {
  constexpr std::array<std::string_view, 5> kTexts = {"", "KEYS_ONLY", "NEW_IMAGE", "OLD_IMAGE",
                                                      "NEW_AND_OLD_IMAGES"};
  return TextOf(kTexts, view);
}

// Runs `write` on the members of a whole request.
template <class Write>
Expected<std::string> Object(Write write) {
  JsonText out;
  {
    JsonFields fields(out);
    write(fields);
  }
  if (!out.too_deep) return std::move(out.text);
  return std::unexpected(Error{"InvalidRequest", "A value is nested too deep to be sent."});
}

// --- Tables ---

// Keys in the order in which the request names them.
class TableKeys {
 public:
  explicit TableKeys(const CreateTableRequest& request) {
    Define(request.partition_key);
    if (request.sort_key) Define(*request.sort_key);
    for (const GlobalIndex& index : request.global_indexes) {
      for (const KeyAttribute& key : index.partition_key) Define(key);
      for (const KeyAttribute& key : index.sort_key) Define(key);
    }
    for (const LocalIndex& index : request.local_indexes) Define(index.sort_key);
  }
  const std::vector<KeyAttribute>& defined() const { return defined_; }

 private:
  // An attribute that is given two types stands here twice, for the service to refuse.
  void Define(const KeyAttribute& key) {
    if (seen_.emplace(key.name, key.type).second) defined_.push_back(key);
  }

  std::set<std::pair<std::string, Value::Type>> seen_;
  std::vector<KeyAttribute> defined_;
};

void WriteDefinition(const KeyAttribute& key, JsonText& out) {
  constexpr std::array<std::string_view, 3> kTypes = {"S", "N", "B"};
  const auto type = static_cast<std::size_t>(key.type);
  JsonFields fields(out);
  fields.Text("AttributeName", key.name);
  // What cannot be a key's type is refused by the service.
  fields.Text("AttributeType", type < kTypes.size() ? kTypes[type] : "NOT_A_KEY");
}

using KeySchema = std::vector<std::pair<std::string, std::string_view>>;

void WriteKeySchema(const KeySchema& schema, JsonFields& fields) {
  fields.List("KeySchema", schema, [](const auto& key, JsonText& out) {
    JsonFields element(out);
    element.Text("AttributeName", key.first);
    element.Text("KeyType", key.second);
  });
}

void WriteProjection(Projection projection, const std::vector<std::string>& included,
                     JsonFields& fields) {
  JsonFields object(fields.Begin("Projection"));
  object.Text("ProjectionType", TextOf(projection));
  object.Texts("NonKeyAttributes", included);
}

void WriteThroughput(const std::optional<Throughput>& throughput, JsonFields& fields) {
  if (!throughput) return;
  JsonFields object(fields.Begin("ProvisionedThroughput"));
  object.Integer("ReadCapacityUnits", throughput->read_units);
  object.Integer("WriteCapacityUnits", throughput->write_units);
}

void WriteGlobalIndex(const GlobalIndex& index, JsonText& out) {
  KeySchema schema;
  for (const KeyAttribute& key : index.partition_key) schema.emplace_back(key.name, "HASH");
  for (const KeyAttribute& key : index.sort_key) schema.emplace_back(key.name, "RANGE");
  JsonFields fields(out);
  fields.Text("IndexName", index.name);
  WriteKeySchema(schema, fields);
  WriteProjection(index.projection, index.included, fields);
  WriteThroughput(index.throughput, fields);
}

void WriteLocalIndex(const std::string& partition_key, const LocalIndex& index, JsonText& out) {
  JsonFields fields(out);
  fields.Text("IndexName", index.name);
  WriteKeySchema({{partition_key, "HASH"}, {index.sort_key.name, "RANGE"}}, fields);
  WriteProjection(index.projection, index.included, fields);
}

void WriteStream(StreamView view, JsonFields& fields) {
  if (view == StreamView::kNone) return;
  JsonFields object(fields.Begin("StreamSpecification"));
  object.Flag("StreamEnabled", true);
  object.Text("StreamViewType", TextOf(view));
}

// --- Items ---

// What every request and action with a condition has.
template <class Request>
void WriteCondition(const Request& request, JsonFields& fields) {
  fields.Text("ConditionExpression", request.condition);
  fields.Names(request.names);
  fields.Values(request.values);
  fields.Text("ReturnValuesOnConditionCheckFailure", TextOf(request.return_old_on_failure));
}

template <class Request>
void WriteReturns(const Request& request, JsonFields& fields) {
  fields.Text("ReturnValues", TextOf(request.return_values));
  fields.Capacity(request.return_capacity);
}

// What Query and Scan share.
template <class Request>
void WritePage(const Request& request, JsonFields& fields) {
  fields.Text("TableName", request.table);
  fields.Text("IndexName", request.index);
  fields.Text("FilterExpression", request.filter);
  fields.Text("ProjectionExpression", request.projection);
  fields.Names(request.names);
  fields.Values(request.values);
  fields.Integer("Limit", request.limit);
  if (!request.exclusive_start_key.empty()) {
    fields.Item("ExclusiveStartKey", request.exclusive_start_key);
  }
  fields.Set("ConsistentRead", request.consistent_read);
  fields.Text("Select", TextOf(request.select));
  fields.Capacity(request.return_capacity);
}

void WriteBatchGet(const BatchGet& get, JsonText& out) {
  JsonFields fields(out);
  fields.Elements("Keys", get.keys, WriteItem);
  fields.Text("ProjectionExpression", get.projection);
  fields.Names(get.names);
  fields.Set("ConsistentRead", get.consistent_read);
}

struct BatchWriteJson {
  JsonFields& fields;

  void operator()(const BatchPut& put) const {
    JsonFields(fields.Begin("PutRequest")).Item("Item", put.item);
  }
  void operator()(const BatchDelete& remove) const {
    JsonFields(fields.Begin("DeleteRequest")).Item("Key", remove.key);
  }
};

void WriteBatchWrites(const std::vector<BatchWrite>& writes, JsonText& out) {
  json::WriteList(writes, out.text, [&](const BatchWrite& write, std::string& /*text*/) {
    JsonFields fields(out);
    std::visit(BatchWriteJson{fields}, write);
  });
}

// --- Transactions ---

struct TransactWriteJson {
  JsonFields& fields;

  void operator()(const TransactPut& put) const {
    JsonFields action(fields.Begin("Put"));
    action.Text("TableName", put.table);
    action.Item("Item", put.item);
    WriteCondition(put, action);
  }
  void operator()(const TransactUpdate& update) const {
    JsonFields action(fields.Begin("Update"));
    action.Text("UpdateExpression", update.update);
    WriteKeyed(update, action);
  }
  void operator()(const TransactDelete& remove) const {
    JsonFields action(fields.Begin("Delete"));
    WriteKeyed(remove, action);
  }
  void operator()(const ConditionCheck& check) const {
    JsonFields action(fields.Begin("ConditionCheck"));
    WriteKeyed(check, action);
  }

 private:
  template <class Action>
  static void WriteKeyed(const Action& action, JsonFields& out) {
    out.Text("TableName", action.table);
    out.Item("Key", action.key);
    WriteCondition(action, out);
  }
};

void WriteTransactGet(const TransactGet& get, JsonText& out) {
  JsonFields fields(out);
  JsonFields action(fields.Begin("Get"));
  action.Text("TableName", get.table);
  action.Item("Key", get.key);
  action.Text("ProjectionExpression", get.projection);
  action.Names(get.names);
}

Expected<std::string> TableAlone(const std::string& table) {
  return Object([&](JsonFields& fields) { fields.Text("TableName", table); });
}

}  // namespace

Expected<std::string> Encode(const CreateTableRequest& request) {
  return Object([&](JsonFields& fields) {
    KeySchema schema{{request.partition_key.name, "HASH"}};
    if (request.sort_key) schema.emplace_back(request.sort_key->name, "RANGE");
    fields.Text("TableName", request.table);
    fields.List("AttributeDefinitions", TableKeys(request).defined(), WriteDefinition);
    WriteKeySchema(schema, fields);
    fields.List("GlobalSecondaryIndexes", request.global_indexes, WriteGlobalIndex);
    fields.List("LocalSecondaryIndexes", request.local_indexes,
                [&](const LocalIndex& index, JsonText& out) {
                  WriteLocalIndex(request.partition_key.name, index, out);
                });
    fields.Text("BillingMode", request.throughput ? "PROVISIONED" : "PAY_PER_REQUEST");
    WriteThroughput(request.throughput, fields);
    WriteStream(request.stream, fields);
    fields.Set("DeletionProtectionEnabled", request.deletion_protection);
  });
}

Expected<std::string> Encode(const DescribeTableRequest& request) {
  return TableAlone(request.table);
}

Expected<std::string> Encode(const DeleteTableRequest& request) {
  return TableAlone(request.table);
}

Expected<std::string> Encode(const ListTablesRequest& request) {
  return Object([&](JsonFields& fields) {
    fields.Text("ExclusiveStartTableName", request.exclusive_start_table);
    fields.Integer("Limit", request.limit);
  });
}

Expected<std::string> Encode(const UpdateTimeToLiveRequest& request) {
  return Object([&](JsonFields& fields) {
    fields.Text("TableName", request.table);
    JsonFields object(fields.Begin("TimeToLiveSpecification"));
    object.Text("AttributeName", request.attribute);
    object.Flag("Enabled", request.enabled);
  });
}

Expected<std::string> Encode(const PutItemRequest& request) {
  return Object([&](JsonFields& fields) {
    fields.Text("TableName", request.table);
    fields.Item("Item", request.item);
    WriteCondition(request, fields);
    WriteReturns(request, fields);
  });
}

Expected<std::string> Encode(const GetItemRequest& request) {
  return Object([&](JsonFields& fields) {
    fields.Text("TableName", request.table);
    fields.Item("Key", request.key);
    fields.Text("ProjectionExpression", request.projection);
    fields.Names(request.names);
    fields.Set("ConsistentRead", request.consistent_read);
    fields.Capacity(request.return_capacity);
  });
}

Expected<std::string> Encode(const UpdateItemRequest& request) {
  return Object([&](JsonFields& fields) {
    fields.Text("TableName", request.table);
    fields.Item("Key", request.key);
    fields.Text("UpdateExpression", request.update);
    WriteCondition(request, fields);
    WriteReturns(request, fields);
  });
}

Expected<std::string> Encode(const DeleteItemRequest& request) {
  return Object([&](JsonFields& fields) {
    fields.Text("TableName", request.table);
    fields.Item("Key", request.key);
    WriteCondition(request, fields);
    WriteReturns(request, fields);
  });
}

Expected<std::string> Encode(const QueryRequest& request) {
  return Object([&](JsonFields& fields) {
    WritePage(request, fields);
    fields.Text("KeyConditionExpression", request.key_condition);
    if (!request.scan_index_forward) fields.Flag("ScanIndexForward", false);
  });
}

Expected<std::string> Encode(const ScanRequest& request) {
  return Object([&](JsonFields& fields) {
    WritePage(request, fields);
    fields.Integer("Segment", request.segment);
    fields.Integer("TotalSegments", request.total_segments);
  });
}

Expected<std::string> Encode(const BatchGetItemRequest& request) {
  return Object([&](JsonFields& fields) {
    fields.Map("RequestItems", request.tables, WriteBatchGet);
    fields.Capacity(request.return_capacity);
  });
}

Expected<std::string> Encode(const BatchWriteItemRequest& request) {
  return Object([&](JsonFields& fields) {
    fields.Map("RequestItems", request.tables, WriteBatchWrites);
    fields.Capacity(request.return_capacity);
  });
}

Expected<std::string> Encode(const TransactWriteItemsRequest& request, const std::string& token) {
  return Object([&](JsonFields& fields) {
    fields.Elements("TransactItems", request.actions,
                    [](const TransactWrite& action, JsonText& out) {
                      JsonFields object(out);
                      std::visit(TransactWriteJson{object}, action);
                    });
    fields.Text("ClientRequestToken",
                request.client_request_token.empty() ? token : request.client_request_token);
    fields.Capacity(request.return_capacity);
  });
}

Expected<std::string> Encode(const TransactGetItemsRequest& request) {
  return Object([&](JsonFields& fields) {
    fields.Elements("TransactItems", request.gets, WriteTransactGet);
    fields.Capacity(request.return_capacity);
  });
}

}  // namespace stator::client
