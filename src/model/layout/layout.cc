#include "model/layout/layout.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "model/layout/overlap.h"

namespace stator::model {
namespace {

// Who does not know which of the keys an item has reads off only what is the same in all.
bool ShownByEvery(const std::vector<KeyPair>& keys, std::string_view attribute) {
  return std::ranges::any_of(std::array{&KeyPair::partition, &KeyPair::sort}, [&](const auto side) {
    const Template& first = keys.front().*side;
    return Shows(first, attribute) && std::ranges::all_of(keys, [&](const KeyPair& key) {
             return (key.*side).parts == first.parts;
           });
  });
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

  std::vector<StoredRow> All() {
    AddItems();
    const std::size_t items = rows_.size();
    for (std::size_t i = 0; i < entity_.copies.size(); ++i) {
      AddRow(StoredRow::Row::kCopy, i, entity_.copies[i].key);
    }
    for (std::size_t i = 0; i < entity_.guards.size(); ++i) {
      AddRow(StoredRow::Row::kGuard, i, entity_.guards[i]);
    }
    const std::vector<StoredRow> base(rows_.begin(), rows_.end());
    for (const auto& index : model_.indexes) {
      if (index.table == entity_.table) AddIndex(index, base, items);
    }
    return std::move(rows_);
  }

 private:
  void AddItems() {
    for (std::size_t i = 0; i < entity_.keys.size(); ++i) {
      AddRow(StoredRow::Row::kItem, i, entity_.keys[i]);
    }
    if (!entity_.keys.empty()) return;
    auto partition = NaturalTemplate(entity_, {table_->partition_key});
    std::optional<Template> sort = Template{};
    if (!table_->sort_key.empty()) sort = NaturalTemplate(entity_, {table_->sort_key});
    if (!partition || !sort) return;
    AddRow(StoredRow::Row::kItem, 0,
           {.partition = *partition, .sort = *sort, .place = entity_.place});
  }

  void AddRow(StoredRow::Row row, std::size_t number, KeyPair key) {
    StoredRow access{.entity = &entity_, .row = row, .number = number, .table = table_};
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

  void AddIndex(const Index& index, const std::vector<StoredRow>& base, std::size_t items) {
    const bool own =
        table_->HasKey(index.hash) && (index.range.empty() || table_->HasKey(index.range));
    if (own && !index.local) return AddNatural(index, base, items);  // whatever a line says
    bool stated = false;
    for (const auto& entry : entity_.entries) {
      if (entry.index != index.name) continue;
      stated = true;
      std::vector<StoredRow> made;
      for (std::size_t i = 0; i < items; ++i) AddEntry(index, base[i], entry.key, made);
      AddTogether(std::move(made), items);
    }
    if (!stated) AddNatural(index, base, items);
  }

  // What is the same for all keys that the item may have in the table does not depend on which it
  // has.
  void AddTogether(std::vector<StoredRow> made, std::size_t items) {
    const auto same = [&](const StoredRow& other) {
      const auto& key = made.front().key;
      return other.key.partition.parts == key.partition.parts &&
             other.key.sort.parts == key.sort.parts;
    };
    if (items > 1 && made.size() == items && std::ranges::all_of(made, same)) {
      auto& first = made.front();
      first.any_key = true;
      first.conditions.clear();
      if (first.key.when) first.conditions.push_back(*first.key.when);
      made.erase(made.begin() + 1, made.end());
    }
    for (auto& access : made) rows_.push_back(std::move(access));
  }

  void AddEntry(const Index& index, const StoredRow& row, KeyPair key,
                std::vector<StoredRow>& made) const {
    if (key.when && Exclude(row.conditions, {*key.when})) return;  // an item is not both
    StoredRow access = row;
    access.index = &index;
    if (key.when) access.conditions.push_back(*key.when);
    if (index.local) {
      access.key.sort = key.partition;  // a local index's line has one side
      access.key.when = key.when;
      access.key.place = key.place;
    } else {
      access.key = Prefixed(std::move(key));
      if (const Template* own = OwnSide(index.hash, row)) access.key.partition = *own;
      if (const Template* own = OwnSide(index.range, row)) access.key.sort = *own;
    }
    made.push_back(std::move(access));
  }

  // A row has one value for each attribute of its table's key, in an index as well.
  const Template* OwnSide(const std::vector<std::string>& names, const StoredRow& row) const {
    return table_->HasKey(names) ? OwnOf(names.front(), row) : nullptr;
  }

  // What the row has in the attribute of its table's key; nullptr: that is no such attribute.
  const Template* OwnOf(const std::string& name, const StoredRow& row) const {
    if (name == table_->partition_key) return &row.key.partition;
    return name == table_->sort_key ? &row.key.sort : nullptr;
  }

  // nullopt: rows like this one are not in the index.
  std::optional<Template> SideOf(const std::vector<std::string>& names,
                                 const StoredRow& row) const {
    if (const Template* own = OwnSide(names, row)) return *own;
    Template text{.natural = true};
    for (const auto& name : names) {
      const Template* own = OwnOf(name, row);
      if (own != nullptr && !own->natural) {
        text.parts.push_back({.type = Part::Type::kMade, .text = name, .made = own->parts});
      } else if (row.row != StoredRow::Row::kGuard && row.Holds(name) &&
                 entity_.Find(name) != nullptr) {
        text.parts.push_back({.type = Part::Type::kField, .text = name});
      } else {
        return std::nullopt;
      }
    }
    return text;
  }

  void AddNatural(const Index& index, const std::vector<StoredRow>& base, std::size_t items) {
    std::vector<StoredRow> of_items;
    std::vector<StoredRow> others;
    for (std::size_t i = 0; i < base.size(); ++i) {
      const StoredRow& row = base[i];
      const auto partition = SideOf(index.hash, row);
      const auto sort = index.range.empty() ? Template{} : SideOf(index.range, row);
      if (!partition || !sort) continue;
      StoredRow access = row;
      access.index = &index;
      access.key = {.partition = *partition, .sort = *sort, .place = index.place};
      (i < items ? of_items : others).push_back(std::move(access));
    }
    AddTogether(std::move(of_items), items);
    for (auto& access : others) rows_.push_back(std::move(access));
  }

  const Model& model_;
  const Entity& entity_;
  const Table* table_;
  std::vector<StoredRow> rows_;
};

}  // namespace

bool StoredRow::IsOf(const StoredRow& in_table) const {
  return entity == in_table.entity && row == in_table.row && (any_key || number == in_table.number);
}

bool StoredRow::Holds(std::string_view attribute) const {
  if (Shows(key, attribute)) return true;
  if (row == Row::kGuard) return false;
  if (row == Row::kCopy) {
    const auto& copy = entity->copies[number];
    if (!Shows(copy.key, attribute) && !Contains(copy.attributes, attribute)) return false;
  }
  if (index == nullptr || index->projection == Projection::kAll) return true;
  if (row == Row::kItem && number < entity->keys.size() &&
      (any_key ? ShownByEvery(entity->keys, attribute) : Shows(entity->keys[number], attribute))) {
    return true;
  }
  if (attribute == table->partition_key || attribute == table->sort_key) return true;
  return index->projection == Projection::kInclude && Contains(index->include, attribute);
}

bool StoredRow::HoldsAll() const {
  return std::ranges::all_of(entity->attributes,
                             [&](const Attribute& attribute) { return Holds(attribute.name); });
}

bool StoredRow::FollowsByItself() const {
  if (index == nullptr) return false;
  const auto follows = [&](const Template& text, const std::vector<std::string>& names) {
    return text.empty() || text.natural || table->HasKey(names);
  };
  return follows(key.partition, index->hash) && follows(key.sort, index->range);
}

std::vector<StoredRow> StoredRowsOf(const Model& model, const Entity& entity) {
  return Rows(model, entity).All();
}

std::vector<StoredRow> AllStoredRows(const Model& model) {
  std::vector<StoredRow> all;
  for (const auto& entity : model.entities) {
    for (auto& access : StoredRowsOf(model, entity)) all.push_back(std::move(access));
  }
  return all;
}

}  // namespace stator::model
