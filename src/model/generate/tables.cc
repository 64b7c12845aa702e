#include "model/generate/tables.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "client/stator.h"
#include "model/layout/table_requests.h"

namespace stator::model::generate {
namespace {

Tree KeySchemaOf(const std::vector<std::string>& hash, const std::vector<std::string>& range) {
  Tree schema = Tree::List("");
  const auto add = [&](const std::string& name, const char* type) {
    schema.elements.push_back(
        Tree::Object("", {{"AttributeName", Tree::Text(name)}, {"KeyType", Tree::Text(type)}}));
  };
  for (const auto& name : hash) add(name, "HASH");
  for (const auto& name : range) add(name, "RANGE");
  return schema;
}

Tree ThroughputOf(const Table& table) {
  return Tree::Object("", {{"ReadCapacityUnits", Tree::Number(table.read_units)},
                           {"WriteCapacityUnits", Tree::Number(table.write_units)}});
}

Tree IndexOf(const Table& table, const Index& index) {
  Tree projection =
      Tree::Object("", {{"ProjectionType", Tree::Text(ProjectionTypeOf(table, index))}});
  projection.AddUnlessEmpty("NonKeyAttributes", Tree::Texts(IncludedOf(table, index)));
  Tree tree = Tree::Object("", {{"IndexName", Tree::Text(index.name)},
                                {"KeySchema", KeySchemaOf(index.hash, index.range)},
                                {"Projection", std::move(projection)}});
  if (!index.local && !table.on_demand) tree.Add("ProvisionedThroughput", ThroughputOf(table));
  return tree;
}

Tree IndexesTree(const Model& model, const Table& table, bool local) {
  Tree list = Tree::List("");
  for (const auto* index : IndexesOf(model, table, local)) {
    list.elements.push_back(IndexOf(table, *index));
  }
  return list;
}

void AddName(std::vector<std::string>& names, const std::string& name) {
  if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
}

}  // namespace

std::string KeyTypeOf(const Model& model, const Table& table, const std::string& attribute) {
  const auto request = TableRequest(model, table);
  std::vector<client::KeyAttribute> keys{request.partition_key};
  if (request.sort_key) keys.push_back(*request.sort_key);
  for (const auto& index : request.local_indexes) keys.push_back(index.sort_key);
  for (const auto& index : request.global_indexes) {
    keys.insert(keys.end(), index.partition_key.begin(), index.partition_key.end());
    keys.insert(keys.end(), index.sort_key.begin(), index.sort_key.end());
  }
  const auto found = std::ranges::find(keys, attribute, &client::KeyAttribute::name);
  if (found == keys.end() || found->type == client::Value::Type::kString) return "S";
  return found->type == client::Value::Type::kNumber ? "N" : "B";
}

std::vector<std::string> KeyAttributesOf(const Model& model, const Table& table) {
  std::vector<std::string> names;
  AddName(names, table.partition_key);
  AddName(names, table.sort_key);
  for (const auto& index : model.indexes) {
    if (index.table != table.name) continue;
    for (const auto& name : index.hash) AddName(names, name);
    for (const auto& name : index.range) AddName(names, name);
  }
  return names;
}

std::vector<const Index*> IndexesOf(const Model& model, const Table& table, bool local) {
  std::vector<const Index*> indexes;
  for (const auto& index : model.indexes) {
    if (index.table == table.name && index.local == local) indexes.push_back(&index);
  }
  return indexes;
}

std::string StreamViewOf(const Model& model, const Table& table) {
  switch (StreamNeeded(model, table)) {
    case StreamView::kNone:
      return "";
    case StreamView::kKeys:
      return "KEYS_ONLY";
    case StreamView::kNew:
      return "NEW_IMAGE";
    case StreamView::kOld:
      return "OLD_IMAGE";
    case StreamView::kNewAndOld:
      return "NEW_AND_OLD_IMAGES";
  }
  return "";
}

std::string ProjectionTypeOf(const Table& table, const Index& index) {
  switch (ProjectionNeeded(table, index)) {
    case Projection::kAll:
      return "ALL";
    case Projection::kKeysOnly:
      return "KEYS_ONLY";
    case Projection::kInclude:
      return "INCLUDE";
  }
  return "";
}

Tree CreateTableOf(const Model& model, const Table& table) {
  Tree tree = Tree::Object("", {{"TableName", Tree::Text(table.name)}});
  Tree definitions = Tree::List("");
  for (const auto& name : KeyAttributesOf(model, table)) {
    definitions.elements.push_back(
        Tree::Object("", {{"AttributeName", Tree::Text(name)},
                          {"AttributeType", Tree::Text(KeyTypeOf(model, table, name))}}));
  }
  tree.Add("AttributeDefinitions", std::move(definitions));
  const auto range =
      table.sort_key.empty() ? std::vector<std::string>{} : std::vector{table.sort_key};
  tree.Add("KeySchema", KeySchemaOf({table.partition_key}, range));
  tree.AddUnlessEmpty("LocalSecondaryIndexes", IndexesTree(model, table, true));
  tree.AddUnlessEmpty("GlobalSecondaryIndexes", IndexesTree(model, table, false));
  tree.Add("BillingMode", Tree::Text(table.on_demand ? "PAY_PER_REQUEST" : "PROVISIONED"));
  if (!table.on_demand) tree.Add("ProvisionedThroughput", ThroughputOf(table));
  if (const auto view = StreamViewOf(model, table); !view.empty()) {
    tree.Add("StreamSpecification", Tree::Object("", {{"StreamEnabled", Tree::Truth(true)},
                                                      {"StreamViewType", Tree::Text(view)}}));
  }
  if (table.table_class == TableClass::kInfrequentAccess) {
    tree.Add("TableClass", Tree::Text("STANDARD_INFREQUENT_ACCESS"));
  }
  return tree;
}

Tree UpdateTimeToLiveOf(const Model& model, const Table& table) {
  Tree tree = Tree::Object("");
  const auto attribute = ExpiryAttribute(model, table);
  if (attribute.empty()) return tree;
  tree.Add("TableName", Tree::Text(table.name));
  tree.Add("TimeToLiveSpecification", Tree::Object("", {{"AttributeName", Tree::Text(attribute)},
                                                        {"Enabled", Tree::Truth(true)}}));
  return tree;
}

Tree UpdateContinuousBackupsOf(const Model& model, const Table& table) {
  Tree tree = Tree::Object("");
  if (!RecoveryNeeded(model, table)) return tree;
  tree.Add("TableName", Tree::Text(table.name));
  tree.Add("PointInTimeRecoverySpecification",
           Tree::Object("", {{"PointInTimeRecoveryEnabled", Tree::Truth(true)}}));
  return tree;
}

std::vector<ScaledUnits> ScaledUnitsOf(const Model& model, const Table& table) {
  std::vector<ScaledUnits> all;
  if (table.on_demand || !table.scaling) return all;
  const auto add = [&](const std::string& name, const std::string& resource, const char* kind) {
    for (const auto* unit : {"Read", "Write"}) {
      all.push_back({.name = fmt::format("{} {}", name, unit),
                     .resource_id = resource,
                     .dimension = fmt::format("dynamodb:{}:{}CapacityUnits", kind, unit),
                     .metric = fmt::format("DynamoDB{}CapacityUtilization", unit)});
    }
  };
  add(table.name, "table/" + table.name, "table");
  for (const auto* index : IndexesOf(model, table, false)) {
    add(table.name + " " + index->name, fmt::format("table/{}/index/{}", table.name, index->name),
        "index");
  }
  return all;
}

}  // namespace stator::model::generate
