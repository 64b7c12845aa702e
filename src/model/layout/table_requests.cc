#include "model/layout/table_requests.h"

#include <algorithm>
#include <utility>

#include "model/layout/layout.h"
#include "model/layout/render.h"

namespace stator::model {
namespace {

using client::KeyAttribute;
using Type = client::Value::Type;

bool WrittenByTemplate(const StoredRow& access, const std::string& name, bool& natural) {
  const auto side = [&](const Template& text, const std::vector<std::string>& names) {
    if (text.empty() || std::ranges::find(names, name) == names.end()) return false;
    natural = text.natural;
    return true;
  };
  if (access.index == nullptr) {
    return side(access.key.partition, {access.table->partition_key}) ||
           side(access.key.sort, {access.table->sort_key});
  }
  return (!access.index->local && side(access.key.partition, access.index->hash)) ||
         side(access.key.sort, access.index->range);
}

// Returns the attribute of the first entity in the table that has it, or nullptr.
const Attribute* AttributeOf(const Model& model, const Table& table, const std::string& name) {
  for (const auto& entity : model.entities) {
    const Attribute* attribute = entity.table == table.name ? entity.Find(name) : nullptr;
    if (attribute != nullptr) return attribute;
  }
  return nullptr;
}

// Returns the key attribute's type: a text if a template makes it, or else the type of the
// attribute of that name. Any entity of the table may declare it, even one that lacks the key's
// other attributes.
KeyAttribute KeyAttributeOf(const Model& model, const std::vector<StoredRow>& accesses,
                            const Table& table, const std::string& name) {
  for (const auto& access : accesses) {
    bool natural = false;
    if (access.table != &table || !WrittenByTemplate(access, name, natural)) continue;
    if (!natural) return {.name = name, .type = Type::kString};
  }
  const Attribute* attribute = AttributeOf(model, table, name);
  const auto type = attribute == nullptr ? Type::kString : TypeOf(*attribute);
  return {.name = name, .type = type};
}

client::Projection ProjectionOf(const Table& table, const Index& index) {
  switch (ProjectionNeeded(table, index)) {
    case Projection::kKeysOnly:
      return client::Projection::kKeysOnly;
    case Projection::kInclude:
      return client::Projection::kInclude;
    case Projection::kAll:
      break;
  }
  return client::Projection::kAll;
}

client::StreamView StreamOf(StreamView view) {
  switch (view) {
    case StreamView::kKeys:
      return client::StreamView::kKeysOnly;
    case StreamView::kNew:
      return client::StreamView::kNewImage;
    case StreamView::kOld:
      return client::StreamView::kOldImage;
    case StreamView::kNewAndOld:
      return client::StreamView::kNewAndOldImages;
    case StreamView::kNone:
      break;
  }
  return client::StreamView::kNone;
}

}  // namespace

client::CreateTableRequest TableRequest(const Model& model, const Table& table) {
  return TableRequest(model, AllStoredRows(model), table);
}

client::CreateTableRequest TableRequest(const Model& model, const std::vector<StoredRow>& all,
                                        const Table& table) {
  const auto key = [&](const std::string& name) { return KeyAttributeOf(model, all, table, name); };
  client::CreateTableRequest request{.table = table.name,
                                     .partition_key = key(table.partition_key)};
  if (!table.sort_key.empty()) request.sort_key = key(table.sort_key);
  if (!table.on_demand) {
    request.throughput = {.read_units = table.read_units, .write_units = table.write_units};
  }
  request.stream = StreamOf(StreamNeeded(model, table));
  for (const auto& index : model.indexes) {
    if (index.table != table.name) continue;
    if (index.local) {
      request.local_indexes.push_back({.name = index.name,
                                       .sort_key = key(index.range.front()),
                                       .projection = ProjectionOf(table, index),
                                       .included = IncludedOf(table, index)});
      continue;
    }
    client::GlobalIndex global{.name = index.name,
                               .partition_key = {},
                               .projection = ProjectionOf(table, index),
                               .included = IncludedOf(table, index),
                               .throughput = request.throughput};
    for (const auto& name : index.hash) global.partition_key.push_back(key(name));
    for (const auto& name : index.range) global.sort_key.push_back(key(name));
    request.global_indexes.push_back(std::move(global));
  }
  return request;
}

bool RecoveryNeeded(const Model& model, const Table& table) {
  return std::ranges::any_of(model.patterns, [&](const Pattern& pattern) {
    if (pattern.verb != Verb::kExport) return false;
    const Entity* entity = model.FindEntity(pattern.target.entity);
    return entity != nullptr && entity->table == table.name;
  });
}

StreamView StreamNeeded(const Model& model, const Table& table) {
  if (table.stream != StreamView::kNone) return table.stream;
  const bool copies = std::ranges::any_of(model.entities, [&](const Entity& entity) {
    return entity.table == table.name &&
           std::ranges::find(entity.copies, true, &Copy::via_stream) != entity.copies.end();
  });
  return copies ? StreamView::kNewAndOld : StreamView::kNone;
}

std::vector<IgnoredExpiry> IgnoredExpiries(const Model& model, const Table& table) {
  std::vector<IgnoredExpiry> ignored;
  const auto first = ExpiryAttribute(model, table);
  for (const auto& entity : model.entities) {
    if (entity.table != table.name) continue;
    for (const auto& attribute : entity.attributes) {
      if (attribute.kind == Kind::kExpiry && attribute.name != first) {
        ignored.push_back({&entity, &attribute});
      }
    }
  }
  return ignored;
}

std::string ExpiryAttribute(const Model& model, const Table& table) {
  for (const auto& entity : model.entities) {
    if (entity.table != table.name) continue;
    for (const auto& attribute : entity.attributes) {
      if (attribute.kind == Kind::kExpiry) return attribute.name;
    }
  }
  return "";
}

}  // namespace stator::model
