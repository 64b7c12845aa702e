#include "model/verify/row_map.h"

#include <utility>

#include <fmt/format.h>

#include "model/verify/argument_choices.h"

namespace stator::model {
namespace {

constexpr std::size_t kCollisionsNamed = 5;

std::string Text(const client::Item& item, const std::string& name) {
  const auto* value = client::Find(item, name);
  if (value == nullptr) return "";
  if (value->is(client::Value::Type::kNumber)) return value->number();
  if (value->is(client::Value::Type::kBinary)) return value->binary();
  return value->string();
}

}  // namespace

RowMap::RowMap(const Model& model, const std::vector<StoredRow>& accesses,
               const std::vector<Instance>& instances)
    : model_(model) {
  for (const auto& table : model.tables) tables_[table.name];
  for (const auto& instance : instances) {
    for (const auto& access : accesses) {
      if (access.entity != instance.entity || !access.InTable()) continue;
      auto row = RowOf(accesses, access, instance);
      if (!row) continue;
      auto key = KeyTextOf(access.table->name, *row);
      const auto [at, added] =
          tables_[access.table->name].try_emplace(key, Row{&instance, &access, *std::move(row)});
      if (!added && collisions_.size() < kCollisionsNamed) {
        collisions_.push_back(fmt::format("{} and {} have the same key {} in {}",
                                          NameOf(*at->second.instance), NameOf(instance), key,
                                          access.table->name));
      }
    }
  }
}

const RowMap::Row* RowMap::Find(const std::string& table, const client::Item& item) const {
  const auto& rows = tables_.at(table);
  const auto found = rows.find(KeyTextOf(table, item));
  return found == rows.end() ? nullptr : &found->second;
}

const std::map<std::string, RowMap::Row>& RowMap::Of(const std::string& table) const {
  return tables_.at(table);
}

std::string RowMap::KeyTextOf(const std::string& table, const client::Item& item) const {
  return model::KeyTextOf(*model_.FindTable(table), item);
}

std::string KeyTextOf(const Table& table, const client::Item& item) {
  auto text = Text(item, table.partition_key);
  if (!table.sort_key.empty()) text += " / " + Text(item, table.sort_key);
  return text;
}

std::string NameOf(const Instance& instance) {
  const Entity& entity = *instance.entity;
  std::vector<std::string> names = entity.identity;
  if (names.empty() && !entity.keys.empty()) names = FieldsOf(entity.keys.front());
  std::string text = entity.name;
  for (const auto& name : names) text += " " + TextOf(instance.values.at(name));
  return text;
}

}  // namespace stator::model
