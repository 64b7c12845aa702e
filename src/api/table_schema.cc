#include "api/table_schema.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/java_order.h"
#include "base/limits.h"
#include "base/texts.h"

namespace stator::api {
namespace {

using catalog::Index;
using catalog::IndexKind;
using catalog::KeyAttribute;
using catalog::TableSettings;

using KeySchema = std::vector<KeySchemaElement>;
using Definitions = std::map<std::string, item::Type, std::less<>>;

item::Type TypeOf(ScalarAttributeType type) {
  switch (type) {
    case ScalarAttributeType::kS:
      return item::Type::kString;
    case ScalarAttributeType::kN:
      return item::Type::kNumber;
    case ScalarAttributeType::kB:
      return item::Type::kBinary;
  }
  std::unreachable();
}

Result<Definitions> ReadDefinitions(const std::vector<AttributeDefinition>& given,
                                    TableSettings& settings) {
  Definitions definitions;
  for (const auto& definition : given) {
    const auto type = TypeOf(*definition.attribute_type);
    if (!definitions.emplace(*definition.attribute_name, type).second) {
      return FailInvalid(fmt::format(texts::kDuplicateDefinition, *definition.attribute_name));
    }
    settings.definitions.push_back({*definition.attribute_name, type});
  }
  return definitions;
}

std::vector<std::string_view> NamesOf(const KeySchema& schema) {
  std::vector<std::string_view> names;
  for (const auto& element : schema) names.emplace_back(*element.attribute_name);
  return names;
}

// Checks that every key attribute has a definition.
Result<> CheckDefined(const KeySchema& schema, const Definitions& definitions) {
  const auto names = NamesOf(schema);
  const std::set<std::string_view> distinct(names.begin(), names.end());
  if (distinct.size() > definitions.size()) return FailInvalid(texts::kKeyWithoutDefinition);
  const auto defined = [&](std::string_view name) { return definitions.contains(name); };
  if (std::ranges::all_of(names, defined)) return {};
  std::vector<std::string_view> known;
  for (const auto& [name, type] : definitions) known.emplace_back(name);
  return FailInvalid(
      fmt::format(texts::kKeysNotDefined, fmt::join(names, ", "), fmt::join(known, ", ")));
}

// Checks for one HASH element and at most one RANGE element after it: tables and local indexes.
Result<> CheckSimpleKey(const KeySchema& schema) {
  if (schema.size() > 1 && schema[0].attribute_name == schema[1].attribute_name) {
    return FailInvalid(texts::kSameKeyName);
  }
  if (schema[0].key_type != KeyType::kHash) return FailInvalid(texts::kFirstNotHash);
  if (schema.size() > 1 && schema[1].key_type != KeyType::kRange) {
    return FailInvalid(texts::kSecondNotRange);
  }
  return {};
}

// AWS words this error like a violated constraint of its model.
Result<> CheckKeyCount(const KeySchema& schema) {
  constexpr std::size_t kKeysMax = limits::kIndexHashKeysMax + limits::kIndexRangeKeysMax;
  if (schema.size() <= kKeysMax) return {};
  std::vector<std::string> elements;
  for (const auto& element : schema) {
    elements.push_back(fmt::format(texts::kSchemaElementEcho, *element.attribute_name,
                                   ToString(*element.key_type)));
  }
  const auto violation =
      fmt::format(texts::kConstraint, fmt::format("[{}]", fmt::join(elements, ", ")), "keySchema",
                  fmt::format(texts::kMaxLength, kKeysMax));
  return FailInvalid(fmt::format(texts::kOneValidationError, violation));
}

// Checks for one to four HASH elements, then up to four RANGE elements: global indexes (facts 5.5).
Result<> CheckMultiKey(const KeySchema& schema, std::string_view index) {
  if (schema[0].key_type != KeyType::kHash) return FailInvalid(texts::kFirstNotHash);
  std::set<std::string_view> seen;
  std::size_t hashes = 0;
  std::size_t ranges = 0;
  for (const auto& element : schema) {
    if (!seen.insert(*element.attribute_name).second) {
      if (schema.size() == 2) return FailInvalid(texts::kSameKeyName);
      return FailInvalid(fmt::format(texts::kIndexKeyRepeated, *element.attribute_name, index));
    }
    const bool hash = element.key_type == KeyType::kHash;
    if (hash && ranges > 0) return FailInvalid(fmt::format(texts::kIndexKeyOrder, index));
    ++(hash ? hashes : ranges);
  }
  if (hashes > limits::kIndexHashKeysMax) {
    return FailInvalid(fmt::format(texts::kIndexHashCount, index));
  }
  if (ranges > limits::kIndexRangeKeysMax) {
    return FailInvalid(fmt::format(texts::kIndexRangeCount, index));
  }
  return {};
}

Result<> ReadProjection(const std::optional<Projection>& given, Index& index) {
  if (!given || !given->projection_type) return FailInvalid(texts::kProjectionNull);
  const auto type = *given->projection_type;
  const bool include = type == ProjectionType::kInclude;
  if (!include && given->non_key_attributes) {
    return FailInvalid(fmt::format(texts::kProjectionExtra, ToString(type)));
  }
  if (include && !given->non_key_attributes) return FailInvalid(texts::kProjectionMissing);
  if (include) {
    std::set<std::string_view> seen;
    for (const auto& name : *given->non_key_attributes) {
      if (!seen.insert(name).second) {
        return FailInvalid(fmt::format(texts::kProjectionDuplicate, name));
      }
    }
    index.included = *given->non_key_attributes;
  }
  index.projection = include                             ? catalog::ProjectionKind::kInclude
                     : type == ProjectionType::kKeysOnly ? catalog::ProjectionKind::kKeysOnly
                                                         : catalog::ProjectionKind::kAll;
  return {};
}

void ReadKeys(const KeySchema& schema, const Definitions& definitions, Index& index) {
  for (const auto& element : schema) {
    const KeyAttribute key{*element.attribute_name, definitions.at(*element.attribute_name)};
    (element.key_type == KeyType::kHash ? index.hash_keys : index.range_keys).push_back(key);
  }
}

Result<Index> PlanLocalIndex(const LocalSecondaryIndex& given, const TableSettings& settings,
                             const Definitions& definitions) {
  const auto& schema = *given.key_schema;
  const auto& name = *given.index_name;
  TRY(CheckDefined(schema, definitions));
  TRY(CheckSimpleKey(schema));
  if (schema.size() < 2) return FailInvalid(fmt::format(texts::kLocalIndexRange, name));
  if (schema[0].attribute_name != settings.partition_key.name) {
    return FailInvalid(fmt::format(texts::kLocalIndexHash, name, *schema[0].attribute_name,
                                   settings.partition_key.name));
  }
  Index index;
  index.kind = IndexKind::kLocal;
  index.name = name;
  TRY(ReadProjection(given.projection, index));
  ReadKeys(schema, definitions, index);
  return index;
}

Result<Index> PlanGlobalIndex(const GlobalSecondaryIndex& given, const Definitions& definitions) {
  TRY(CheckKeyCount(*given.key_schema));
  TRY(CheckDefined(*given.key_schema, definitions));
  TRY(CheckMultiKey(*given.key_schema, *given.index_name));
  Index index;
  index.kind = IndexKind::kGlobal;
  index.name = *given.index_name;
  TRY(ReadProjection(given.projection, index));
  ReadKeys(*given.key_schema, definitions, index);
  return index;
}

Result<> AddIndex(Index index, TableSettings& settings) {
  if (std::ranges::find(settings.indexes, index.name, &Index::name) != settings.indexes.end()) {
    return FailInvalid(fmt::format(texts::kDuplicateIndex, index.name));
  }
  settings.indexes.push_back(std::move(index));
  return {};
}

Result<> PlanLocalIndexes(const CreateTableRequest& request, const Definitions& definitions,
                          TableSettings& settings) {
  if (!request.local_secondary_indexes) return {};
  const auto& given = *request.local_secondary_indexes;
  if (given.empty()) return FailInvalid(texts::kLocalIndexesEmpty);
  if (!settings.sort_key) return FailInvalid(texts::kLocalIndexNeedsRange);
  for (const auto& index : given) {
    TRY(AddIndex(TRY(PlanLocalIndex(index, settings, definitions)), settings));
  }
  if (given.size() > limits::kLocalIndexesMax) return FailInvalid(texts::kTooManyLocalIndexes);
  return {};
}

Result<> PlanGlobalIndexes(const CreateTableRequest& request, const Definitions& definitions,
                           TableSettings& settings) {
  if (!request.global_secondary_indexes) return {};
  const auto& given = *request.global_secondary_indexes;
  if (given.empty()) return FailInvalid(texts::kGlobalIndexesEmpty);
  for (const auto& index : given) {
    TRY(AddIndex(TRY(PlanGlobalIndex(index, definitions)), settings));
  }
  if (given.size() > limits::kGlobalIndexesMax) return FailInvalid(texts::kTooManyGlobalIndexes);
  return {};
}

// The number of projected attributes is bounded over all indexes together.
Result<> CheckIncluded(const TableSettings& settings) {
  std::size_t included = 0;
  for (const auto& index : settings.indexes) included += index.included.size();
  if (included > limits::kIncludedAttributesMax) return FailInvalid(texts::kTooManyProjected);
  return {};
}

// Checks that only keys have definitions. AWS lists both in the order of Java's sets: the set of
// definitions has the capacity it needs, the set of keys the default capacity of 16.
Result<> CheckDefinitionsUsed(const TableSettings& settings) {
  const auto keys = catalog::KeyNames(settings);
  if (keys.size() == settings.definitions.size()) return {};
  if (settings.indexes.empty()) return FailInvalid(texts::kUnusedDefinitions);
  std::vector<std::string_view> defined;
  for (const auto& definition : settings.definitions) defined.emplace_back(definition.name);
  const auto listed = JavaSetOrder(std::move(defined), 1);
  const auto used = JavaSetOrder({keys.begin(), keys.end()}, 16);
  return FailInvalid(
      fmt::format(texts::kUnusedIndexDefinitions, fmt::join(listed, ", "), fmt::join(used, ", ")));
}

using Keys = std::vector<KeyAttribute>;

// Formats a key for the text about redefined attributes.
std::string SchemaText(const Keys& hash, const Keys& range) {
  std::vector<std::string> elements;
  for (const auto& key : hash) {
    elements.push_back(
        fmt::format(texts::kSchemaElement, key.name, item::TypeName(key.type), "HASH"));
  }
  for (const auto& key : range) {
    elements.push_back(
        fmt::format(texts::kSchemaElement, key.name, item::TypeName(key.type), "RANGE"));
  }
  return fmt::format("{}", fmt::join(elements, ", "));
}

// Returns the schema of the table, or of its first index, that has the attribute as a key.
std::string SchemaWith(std::string_view name, const TableSettings& settings) {
  const Keys hash{settings.partition_key};
  const Keys range = settings.sort_key ? Keys{*settings.sort_key} : Keys{};
  const auto has = [&](const Keys& keys) {
    return std::ranges::find(keys, name, &KeyAttribute::name) != keys.end();
  };
  if (has(hash) || has(range)) return SchemaText(hash, range);
  for (const auto& index : settings.indexes) {
    if (has(index.hash_keys) || has(index.range_keys)) {
      return SchemaText(index.hash_keys, index.range_keys);
    }
  }
  return {};
}

// Adds the definition of a new index's key attribute. An existing definition must have the same
// type.
Result<> MergeDefinition(const KeyAttribute& key, const Index& index, TableSettings& settings) {
  const auto known = std::ranges::find(settings.definitions, key.name, &KeyAttribute::name);
  if (known == settings.definitions.end()) {
    settings.definitions.push_back(key);
  } else if (known->type != key.type) {
    return FailInvalid(fmt::format(texts::kAttributeRedefined, SchemaWith(key.name, settings),
                                   SchemaText(index.hash_keys, index.range_keys)));
  }
  return {};
}

}  // namespace

Result<> PlanSchema(const CreateTableRequest& request, TableSettings& settings) {
  const auto& schema = *request.key_schema;
  const auto definitions = TRY(ReadDefinitions(*request.attribute_definitions, settings));
  TRY(CheckDefined(schema, definitions));
  TRY(CheckSimpleKey(schema));
  settings.partition_key = {*schema[0].attribute_name, definitions.at(*schema[0].attribute_name)};
  if (schema.size() > 1) {
    settings.sort_key =
        KeyAttribute{*schema[1].attribute_name, definitions.at(*schema[1].attribute_name)};
  }
  TRY(PlanLocalIndexes(request, definitions, settings));
  TRY(PlanGlobalIndexes(request, definitions, settings));
  TRY(CheckDefinitionsUsed(settings));
  return CheckIncluded(settings);
}

Result<Index> PlanNewIndex(const GlobalSecondaryIndex& given,
                           const std::vector<AttributeDefinition>& definitions) {
  Definitions first;
  for (const auto& definition : definitions) {
    first.emplace(*definition.attribute_name, TypeOf(*definition.attribute_type));
  }
  return PlanGlobalIndex(given, first);
}

Result<> AddNewIndex(Index index, TableSettings& settings) {
  if (std::ranges::find(settings.indexes, index.name, &Index::name) != settings.indexes.end()) {
    return FailInvalid(fmt::format(texts::kIndexExists, index.name));
  }
  for (const auto& key : index.hash_keys) TRY(MergeDefinition(key, index, settings));
  for (const auto& key : index.range_keys) TRY(MergeDefinition(key, index, settings));
  const auto global = std::ranges::count(settings.indexes, IndexKind::kGlobal, &Index::kind);
  if (static_cast<std::size_t>(global) >= limits::kGlobalIndexesMax) {
    return FailInvalid(texts::kTooManyGlobalIndexes);
  }
  settings.indexes.push_back(std::move(index));
  return CheckIncluded(settings);
}

}  // namespace stator::api
