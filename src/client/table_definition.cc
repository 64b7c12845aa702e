#include "client/table_definition.h"

#include <array>
#include <cstddef>
#include <set>
#include <string_view>
#include <utility>

namespace stator::client {
namespace {

template <std::size_t size, class Enum>
std::string TextAt(const std::array<std::string_view, size>& texts, Enum value) {
  return std::string(texts[static_cast<std::size_t>(value)]);
}

std::string TypeText(Value::Type type) {
  constexpr std::array<std::string_view, 3> kTypes = {"S", "N", "B"};
  // The service refuses the types that a key cannot have.
  return static_cast<std::size_t>(type) < kTypes.size() ? TextAt(kTypes, type) : "NOT_A_KEY";
}

// Key attributes in the order in which the request names them.
class KeyDefinitions {
 public:
  // An attribute with two types is defined twice, for the service to refuse.
  void Define(const KeyAttribute& key) {
    if (!seen_.emplace(key.name, key.type).second) return;
    defined_.push_back({.name = key.name, .type = TypeText(key.type)});
  }
  std::vector<AttributeDefinition> Take() && { return std::move(defined_); }

 private:
  std::set<std::pair<std::string, Value::Type>> seen_;
  std::vector<AttributeDefinition> defined_;
};

std::vector<AttributeDefinition> DefinedKeys(const CreateTableRequest& request) {
  KeyDefinitions keys;
  keys.Define(request.partition_key);
  if (request.sort_key) keys.Define(*request.sort_key);
  for (const GlobalIndex& index : request.global_indexes) {
    for (const KeyAttribute& key : index.partition_key) keys.Define(key);
    for (const KeyAttribute& key : index.sort_key) keys.Define(key);
  }
  for (const LocalIndex& index : request.local_indexes) keys.Define(index.sort_key);
  return std::move(keys).Take();
}

KeySchemaElement HashKey(const KeyAttribute& key) { return {.name = key.name, .key_type = "HASH"}; }

KeySchemaElement RangeKey(const KeyAttribute& key) {
  return {.name = key.name, .key_type = "RANGE"};
}

ProjectedAttributes Projected(Projection projection, const std::vector<std::string>& included) {
  constexpr std::array<std::string_view, 3> kTypes = {"ALL", "KEYS_ONLY", "INCLUDE"};
  return {.type = TextAt(kTypes, projection), .included = included};
}

GlobalIndexDefinition Defined(const GlobalIndex& index) {
  GlobalIndexDefinition defined{.name = index.name,
                                .key_schema = {},
                                .projection = Projected(index.projection, index.included),
                                .throughput = index.throughput,
                                .on_demand_throughput = index.on_demand_throughput,
                                .warm_throughput = index.warm_throughput};
  for (const KeyAttribute& key : index.partition_key) defined.key_schema.push_back(HashKey(key));
  for (const KeyAttribute& key : index.sort_key) defined.key_schema.push_back(RangeKey(key));
  return defined;
}

LocalIndexDefinition Defined(const KeyAttribute& partition_key, const LocalIndex& index) {
  return {.name = index.name,
          .key_schema = {HashKey(partition_key), RangeKey(index.sort_key)},
          .projection = Projected(index.projection, index.included)};
}

std::optional<StreamSpecification> StreamOf(StreamView view) {
  constexpr std::array<std::string_view, 5> kViews = {"", "KEYS_ONLY", "NEW_IMAGE", "OLD_IMAGE",
                                                      "NEW_AND_OLD_IMAGES"};
  if (view == StreamView::kNone) return std::nullopt;
  return StreamSpecification{.enabled = true, .view = TextAt(kViews, view)};
}

}  // namespace

TableDefinition DefinitionOf(const CreateTableRequest& request) {
  TableDefinition definition{
      .table = request.table,
      .attribute_definitions = DefinedKeys(request),
      .key_schema = {HashKey(request.partition_key)},
      .billing_mode = request.throughput ? BillingMode::kProvisioned : BillingMode::kPayPerRequest,
      .throughput = request.throughput,
      .stream = StreamOf(request.stream),
      .on_demand_throughput = request.on_demand_throughput,
      .encryption = request.encryption,
      .table_class = request.table_class,
      .tags = request.tags,
      .warm_throughput = request.warm_throughput};
  if (request.sort_key) definition.key_schema.push_back(RangeKey(*request.sort_key));
  for (const GlobalIndex& index : request.global_indexes) {
    definition.global_indexes.push_back(Defined(index));
  }
  for (const LocalIndex& index : request.local_indexes) {
    definition.local_indexes.push_back(Defined(request.partition_key, index));
  }
  if (request.deletion_protection) definition.deletion_protection = true;
  return definition;
}

}  // namespace stator::client
