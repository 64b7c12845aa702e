#include "model/layout.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "model/bucket.h"
#include "model/overlap.h"

namespace stator::model {
namespace {

void AddFields(const Template& text, std::vector<std::string>& fields) {
  for (const auto& part : text.parts) {
    if (part.type == Part::Type::kLiteral || part.type == Part::Type::kRandom) continue;
    if (!Contains(fields, part.text)) fields.push_back(part.text);
  }
}

// Attributes whose value can be read off the key.
bool Shows(const Template& text, std::string_view attribute) {
  return std::ranges::any_of(text.parts, [&](const Part& part) {
    return part.type == Part::Type::kField && part.bucket == Bucket::kNone &&
           part.text == attribute;
  });
}

bool Shows(const KeyPair& key, std::string_view attribute) {
  return Shows(key.partition, attribute) || Shows(key.sort, attribute);
}

// A key of attributes as they are, if the entity has them all.
std::optional<Template> NaturalTemplate(const Entity& entity,
                                        const std::vector<std::string>& names) {
  Template text{.natural = true};
  for (const auto& name : names) {
    if (entity.Find(name) == nullptr) return std::nullopt;
    text.parts.push_back({.type = Part::Type::kField, .text = name});
  }
  return text;
}

class Rows {
 public:
  Rows(const Model& model, const Entity& entity)
      : model_(model), entity_(entity), table_(model.FindTable(entity.table)) {}

  std::vector<Access> All() {
    AddItems();
    const std::size_t items = rows_.size();
    for (std::size_t i = 0; i < entity_.copies.size(); ++i) {
      AddRow(Access::Row::kCopy, i, entity_.copies[i].key);
    }
    for (std::size_t i = 0; i < entity_.guards.size(); ++i) {
      AddRow(Access::Row::kGuard, i, entity_.guards[i]);
    }
    const std::vector<Access> base(rows_.begin(), rows_.end());
    for (const auto& index : model_.indexes) {
      if (index.table == entity_.table) AddIndex(index, base, items);
    }
    return std::move(rows_);
  }

 private:
  void AddItems() {
    for (std::size_t i = 0; i < entity_.keys.size(); ++i) {
      AddRow(Access::Row::kItem, i, entity_.keys[i]);
    }
    if (!entity_.keys.empty()) return;
    auto partition = NaturalTemplate(entity_, {table_->partition_key});
    std::optional<Template> sort = Template{};
    if (!table_->sort_key.empty()) sort = NaturalTemplate(entity_, {table_->sort_key});
    if (!partition || !sort) return;
    AddRow(Access::Row::kItem, 0, {.partition = *partition, .sort = *sort, .place = entity_.place});
  }

  void AddRow(Access::Row row, std::size_t number, KeyPair key) {
    Access access{.entity = &entity_, .row = row, .number = number, .table = table_};
    if (key.when) access.conditions.push_back(*key.when);
    access.key = Prefixed(std::move(key));
    rows_.push_back(std::move(access));
  }

  KeyPair Prefixed(KeyPair key) const {
    if (!model_.tenant || entity_.shared || key.partition.natural) return key;
    const auto& prefix = model_.tenant->prefix.parts;
    key.partition.parts.insert(key.partition.parts.begin(), prefix.begin(), prefix.end());
    return key;
  }

  void AddIndex(const Index& index, const std::vector<Access>& base, std::size_t items) {
    bool stated = false;
    for (const auto& entry : entity_.entries) {
      if (entry.index != index.name) continue;
      stated = true;
      for (std::size_t i = 0; i < items; ++i) AddEntry(index, base[i], entry.key);
    }
    if (!stated) AddNatural(index, base);
  }

  void AddEntry(const Index& index, const Access& row, KeyPair key) {
    if (key.when && Exclude(row.conditions, {*key.when})) return;  // an item is not both
    Access access = row;
    access.index = &index;
    if (key.when) access.conditions.push_back(*key.when);
    if (index.local) {
      access.key.sort = key.partition;  // a local index's line has one side
      access.key.when = key.when;
      access.key.place = key.place;
    } else {
      access.key = Prefixed(std::move(key));
    }
    rows_.push_back(std::move(access));
  }

  void AddNatural(const Index& index, const std::vector<Access>& base) {
    auto range = NaturalTemplate(entity_, index.range);
    if (!range) return;
    if (index.range.empty()) range = Template{};
    for (const auto& row : base) {
      const auto partition =
          index.local ? std::optional(row.key.partition) : NaturalTemplate(entity_, index.hash);
      if (!partition || row.row == Access::Row::kGuard) continue;
      Access access = row;
      const auto holds = [&](const std::string& name) { return row.Holds(name); };
      if (!std::ranges::all_of(index.range, holds)) continue;
      if (!index.local && !std::ranges::all_of(index.hash, holds)) continue;
      access.index = &index;
      access.key = {.partition = *partition, .sort = *range, .place = index.place};
      rows_.push_back(std::move(access));
    }
  }

  const Model& model_;
  const Entity& entity_;
  const Table* table_;
  std::vector<Access> rows_;
};

}  // namespace

bool Access::Holds(std::string_view attribute) const {
  if (Shows(key, attribute)) return true;
  if (row == Row::kGuard) return false;
  if (row == Row::kCopy) {
    const auto& copy = entity->copies[number];
    if (!Shows(copy.key, attribute) && !Contains(copy.attributes, attribute)) return false;
  }
  if (index == nullptr || index->projection == Projection::kAll) return true;
  if (row == Row::kItem && number < entity->keys.size() && Shows(entity->keys[number], attribute)) {
    return true;
  }
  if (attribute == table->partition_key || attribute == table->sort_key) return true;
  return index->projection == Projection::kInclude && Contains(index->include, attribute);
}

bool Access::HoldsAll() const {
  return std::ranges::all_of(entity->attributes,
                             [&](const Attribute& attribute) { return Holds(attribute.name); });
}

bool Access::FollowsByItself() const {
  const bool sorted = key.sort.empty() || key.sort.natural;
  return sorted && ((index != nullptr && index->local) || key.partition.natural);
}

std::vector<Access> AccessesOf(const Model& model, const Entity& entity) {
  return Rows(model, entity).All();
}

std::vector<Access> AllAccesses(const Model& model) {
  std::vector<Access> all;
  for (const auto& entity : model.entities) {
    for (auto& access : AccessesOf(model, entity)) all.push_back(std::move(access));
  }
  return all;
}

std::vector<std::string> FieldsOf(const Template& text) {
  std::vector<std::string> fields;
  AddFields(text, fields);
  return fields;
}

std::vector<std::string> FieldsOf(const KeyPair& key) {
  std::vector<std::string> fields;
  AddFields(key.partition, fields);
  AddFields(key.sort, fields);
  return fields;
}

std::vector<std::string> ExactFieldsOf(const KeyPair& key) {
  auto fields = FieldsOf(key);
  std::erase_if(fields, [&](const std::string& name) { return !Shows(key, name); });
  return fields;
}

std::string TextOf(const Part& part) {
  switch (part.type) {
    case Part::Type::kLiteral:
      return part.text;
    case Part::Type::kField:
      return fmt::format("{{{}{}{}{}}}", part.text, part.bucket == Bucket::kNone ? "" : ":",
                         NameOf(part.bucket), part.descending ? " desc" : "");
    case Part::Type::kShard:
      return fmt::format("{{shard({},{})}}", part.text, part.shards);
    case Part::Type::kRandom:
      return fmt::format("{{random({})}}", part.shards);
  }
  return "";
}

std::string TextOf(const Template& text) {
  std::string all;
  for (const auto& part : text.parts) {
    if (text.natural && !all.empty()) all += '+';
    all += text.natural ? part.text : TextOf(part);
  }
  return all;
}

}  // namespace stator::model
