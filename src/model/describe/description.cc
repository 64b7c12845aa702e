#include "model/describe/description.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "json/describe.h"
#include "json/to_json.h"
#include "model/describe/pattern_requests.h"
#include "model/generate/tables.h"
#include "model/language/print.h"
#include "model/layout/layout.h"
#include "model/plan/key_specs.h"

namespace stator::model {
namespace {

struct DescribedAttribute {
  std::string name;
  std::string kind;
  std::string_view type;
  std::optional<std::vector<std::string>> values;
};
BOOST_DESCRIBE_STRUCT(DescribedAttribute, (), (name, kind, type, values))

struct DescribedIndex {
  std::string_view name;
  std::size_t line = 0;
  bool local = false;
  std::vector<std::string> partition_key;
  std::vector<std::string> sort_key;
  std::string projection;
  std::vector<std::string> include;
};
BOOST_DESCRIBE_STRUCT(DescribedIndex, (),
                      (name, line, local, partition_key, sort_key, projection, include))

struct DescribedTable {
  std::string_view name;
  std::size_t line = 0;
  std::string_view partition_key;
  std::optional<std::string_view> sort_key;
  std::vector<DescribedIndex> indexes;
  Input create_table;
  std::optional<Input> time_to_live;
};
BOOST_DESCRIBE_STRUCT(DescribedTable, (),
                      (name, line, partition_key, sort_key, indexes, create_table, time_to_live))

struct DescribedRow {
  std::string_view role;
  std::optional<std::string_view> index;
  std::vector<ValueTemplate> partition;
  std::vector<ValueTemplate> sort;
  std::optional<std::vector<DescribedCondition>> when;
  std::vector<std::string_view> attributes;
};
BOOST_DESCRIBE_STRUCT(DescribedRow, (), (role, index, partition, sort, when, attributes))

struct DescribedParent {
  std::string_view entity;
  std::string_view attribute;
  double average = 0;
  std::int64_t most = 0;
};
BOOST_DESCRIBE_STRUCT(DescribedParent, (), (entity, attribute, average, most))

struct DescribedEntity {
  std::string_view name;
  std::size_t line = 0;
  std::string_view table;
  std::int64_t count = 0;
  std::int64_t bytes = 0;
  std::optional<DescribedParent> parent;
  std::vector<std::string> identity;
  std::vector<DescribedAttribute> attributes;
  std::vector<DescribedRow> rows;
};
BOOST_DESCRIBE_STRUCT(DescribedEntity, (),
                      (name, line, table, count, bytes, parent, identity, attributes, rows))

struct DescribedPattern {
  std::string_view id;
  std::size_t line = 0;
  std::string text;
  std::string_view purpose;
  std::string_view entity;
  std::vector<std::string> children;
  double rate = 0;
  double peak = 0;
  bool writes = false;
  std::vector<DescribedAttribute> arguments;
  std::vector<DescribedRequest> requests;
  std::optional<std::string> reason;
};
BOOST_DESCRIBE_STRUCT(DescribedPattern, (),
                      (id, line, text, purpose, entity, children, rate, peak, writes, arguments,
                       requests, reason))

struct Description {
  std::string_view model;
  std::string_view text;
  std::vector<DescribedTable> tables;
  std::vector<DescribedEntity> entities;
  std::vector<DescribedPattern> patterns;
};
BOOST_DESCRIBE_STRUCT(Description, (), (model, text, tables, entities, patterns))

DescribedAttribute DescribedOf(const Attribute& attribute, std::string name) {
  DescribedAttribute described{
      .name = std::move(name), .kind = PrintKind(attribute), .type = TypeNameOf(attribute)};
  for (const auto& share : attribute.values) {
    if (!described.values) described.values.emplace();
    described.values->push_back(share.value);
  }
  return described;
}

DescribedIndex DescribedOf(const Table& table, const Index& index) {
  DescribedIndex described{.name = index.name,
                           .line = index.place.line,
                           .local = index.local,
                           .partition_key = index.hash,
                           .sort_key = index.range,
                           .projection = generate::ProjectionTypeOf(table, index)};
  if (described.projection == "INCLUDE") described.include = IncludedOf(table, index);
  return described;
}

DescribedTable DescribedOf(const Model& model, const Table& table) {
  DescribedTable described{.name = table.name,
                           .line = table.place.line,
                           .partition_key = table.partition_key,
                           .create_table = {generate::CreateTableOf(model, table)}};
  if (!table.sort_key.empty()) described.sort_key = table.sort_key;
  if (auto live = generate::UpdateTimeToLiveOf(model, table); !live.IsEmpty()) {
    described.time_to_live = Input{std::move(live)};
  }
  for (const auto& index : model.indexes) {
    if (index.table == table.name) described.indexes.push_back(DescribedOf(table, index));
  }
  return described;
}

std::string_view RoleOf(const StoredRow& row) {
  switch (row.row) {
    case StoredRow::Row::kItem:
      return "item";
    case StoredRow::Row::kCopy:
      return "copy";
    case StoredRow::Row::kGuard:
      return "guard";
  }
  std::unreachable();
}

std::vector<ValueTemplate> TemplatesOf(const Entity& entity, const std::vector<std::string>& names,
                                       const Template& text) {
  std::vector<ValueTemplate> templates;
  for (const auto& key : KeySpecsOf(entity, names, text)) {
    templates.push_back(TemplateOf(entity, key));
  }
  return templates;
}

DescribedRow DescribedOf(const StoredRow& row) {
  const auto& entity = *row.entity;
  DescribedRow described{
      .role = RoleOf(row),
      .partition = TemplatesOf(entity, PartitionNames(*row.table, row.index), row.key.partition),
      .sort = TemplatesOf(entity, SortNames(*row.table, row.index), row.key.sort)};
  if (row.index != nullptr) described.index = row.index->name;
  for (const auto& condition : row.conditions) {
    if (!described.when) described.when.emplace();
    described.when->push_back({condition.attribute, condition.value});
  }
  for (const auto& attribute : entity.attributes) {
    if (row.Holds(attribute.name)) described.attributes.push_back(attribute.name);
  }
  return described;
}

DescribedEntity DescribedOf(const Model& model, const Entity& entity) {
  DescribedEntity described{.name = entity.name,
                            .line = entity.place.line,
                            .table = entity.table,
                            .count = entity.count,
                            .bytes = entity.bytes,
                            .identity = entity.identity};
  if (!entity.parent.empty()) {
    described.parent = {.entity = entity.parent,
                        .attribute = entity.parent_key,
                        .average = entity.children_average,
                        .most = entity.children_max};
  }
  for (const auto& attribute : entity.attributes) {
    described.attributes.push_back(DescribedOf(attribute, attribute.name));
  }
  for (const auto& row : StoredRowsOf(model, entity)) described.rows.push_back(DescribedOf(row));
  return described;
}

DescribedPattern DescribedOf(const Model& model, const Pattern& pattern) {
  auto made = pattern.reads() ? RequestsOfRead(model, pattern) : RequestsOfWrite(model, pattern);
  DescribedPattern described{.id = pattern.id,
                             .line = pattern.place.line,
                             .text = PrintRequest(pattern),
                             .purpose = pattern.text,
                             .rate = pattern.per_second,
                             .peak = pattern.peak_per_second,
                             .writes = !pattern.reads(),
                             .requests = std::move(made.requests)};
  described.entity = pattern.reads() ? pattern.target.entity : pattern.actions.front().entity;
  for (const auto& child : pattern.children) described.children.push_back(child.entity);
  for (auto& argument : made.arguments) {
    described.arguments.push_back(DescribedOf(*argument.attribute, std::move(argument.name)));
  }
  if (!made.reason.empty()) described.reason = std::move(made.reason);
  return described;
}

}  // namespace

std::string DescriptionJson(const Model& model) {
  Description description{.model = model.name, .text = model.text};
  for (const auto& table : model.tables) description.tables.push_back(DescribedOf(model, table));
  for (const auto& entity : model.entities) {
    description.entities.push_back(DescribedOf(model, entity));
  }
  for (const auto& pattern : model.patterns) {
    description.patterns.push_back(DescribedOf(model, pattern));
  }
  return json::ToJson(description) + "\n";
}

}  // namespace stator::model
