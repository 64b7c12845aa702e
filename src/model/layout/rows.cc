#include "model/layout/rows.h"

#include <algorithm>
#include <utility>

#include "model/layout/render.h"

namespace stator::model {
namespace {

using client::Item;
using client::Value;

// Adds one side of a key to `key`. Each part of a natural key is an attribute of its own.
bool AddSide(const StoredRow& access, const Template& text, const std::vector<std::string>& names,
             const Instance& instance, Item& key) {
  if (text.empty() || names.empty()) return true;
  if (text.natural) {
    for (std::size_t i = 0; i < std::min(names.size(), text.parts.size()); ++i) {
      const Part& part = text.parts[i];
      if (part.type == Part::Type::kMade) {
        if (!AddSide(access, MadeText(part), {names[i]}, instance, key)) return false;
        continue;
      }
      const Value* value = client::Find(instance.values, part.text);
      if (value == nullptr) return false;
      key.insert_or_assign(names[i], *value);
    }
    return true;
  }
  auto rendered = TemplateText(*access.entity, text, instance.values, instance.random);
  if (!rendered) return false;
  key.insert_or_assign(names.front(), Value::String(*std::move(rendered)));
  return true;
}

bool InCopy(const StoredRow& access, const std::string& attribute) {
  const auto& copy = access.entity->copies[access.number];
  const auto fields = FieldsOf(access.key);
  return std::ranges::find(copy.attributes, attribute) != copy.attributes.end() ||
         std::ranges::find(fields, attribute) != fields.end();
}

void AddAttributes(const StoredRow& access, const Instance& instance, Item& row) {
  if (access.row == StoredRow::Row::kGuard) return;
  for (const auto& [name, value] : instance.values) {
    if (access.row == StoredRow::Row::kCopy && !InCopy(access, name)) continue;
    row.insert_or_assign(name, value);
  }
}

// Adds the key attributes that templates make for an index. An item has its natural ones anyway.
void AddIndexKeys(const StoredRow& entry, const Instance& instance, Item& row) {
  const auto key = KeyOf(entry, instance);
  if (!key) return;
  for (const auto& [name, value] : *key) row.insert_or_assign(name, value);
}

}  // namespace

std::string TypeNameOf(const StoredRow& access) {
  return access.entity->name + (access.row == StoredRow::Row::kGuard ? ".unique" : "");
}

std::vector<std::string> HashNames(const StoredRow& access) {
  if (access.index == nullptr) return {access.table->partition_key};
  return access.index->hash;
}

std::vector<std::string> RangeNames(const StoredRow& access) {
  if (access.index != nullptr) return access.index->range;
  if (access.table->sort_key.empty()) return {};
  return {access.table->sort_key};
}

std::optional<Item> KeyOf(const StoredRow& access, const Instance& instance) {
  if (!ConditionsHold(*access.entity, access.conditions, instance.values)) return std::nullopt;
  Item key;
  if (!AddSide(access, access.key.partition, HashNames(access), instance, key)) return std::nullopt;
  if (!AddSide(access, access.key.sort, RangeNames(access), instance, key)) return std::nullopt;
  return key;
}

std::optional<Item> RowOf(const std::vector<StoredRow>& accesses, const StoredRow& access,
                          const Instance& instance) {
  auto key = KeyOf(access, instance);
  if (!key) return std::nullopt;
  Item row;
  AddAttributes(access, instance, row);
  for (const auto& entry : accesses) {
    if (entry.index != nullptr && entry.IsOf(access) && access.row == StoredRow::Row::kItem) {
      AddIndexKeys(entry, instance, row);
    }
  }
  for (auto& [name, value] : *key) row.insert_or_assign(name, std::move(value));
  row.insert_or_assign(kTypeAttribute, Value::String(TypeNameOf(access)));
  return row;
}

}  // namespace stator::model
