#include "model/layout/layout.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "model/layout/overlap.h"

namespace stator::model {
namespace {

// Whether every key of the entity shows the attribute, whichever of them an item has: one side
// shows it and is the same in all keys.
bool ShownByEvery(const std::vector<KeyPair>& keys, std::string_view attribute) {
  return std::ranges::any_of(std::array{&KeyPair::partition, &KeyPair::sort}, [&](const auto side) {
    const Template& first = keys.front().*side;
    return Shows(first, attribute) && std::ranges::all_of(keys, [&](const KeyPair& key) {
             return (key.*side).parts == first.parts;
           });
  });
}

// Returns a natural key of these attributes; nullopt if the entity lacks one.
std::optional<Template> NaturalTemplate(const Entity& entity,
                                        const std::vector<std::string>& names) {
  Template text{.natural = true};
  for (const auto& name : names) {
    if (entity.Find(name) == nullptr) return std::nullopt;
    text.parts.push_back({.type = Part::Type::kField, .text = name});
  }
  return text;
}

// The entity whose rows are listed, and the table that holds them.
struct Owner {
  const Model& model;
  const Entity& entity;
  const Table& table;
};

// Returns the key as stored: behind the tenant's prefix, unless the entity is shared.
KeyPair Prefixed(const Owner& owner, KeyPair key) {
  const auto& tenant = owner.model.tenant;
  if (!tenant || owner.entity.shared || key.partition.natural) return key;
  const auto& prefix = tenant->prefix.parts;
  key.partition.parts.insert(key.partition.parts.begin(), prefix.begin(), prefix.end());
  return key;
}

StoredRow TableRow(const Owner& owner, StoredRow::Row type, std::size_t number, KeyPair key) {
  StoredRow row{.entity = &owner.entity, .row = type, .number = number, .table = &owner.table};
  if (key.when) row.conditions.push_back(*key.when);
  row.key = Prefixed(owner, std::move(key));
  return row;
}

// Returns the rows of the entity's items: one for each of its keys. An entity without `key` lines
// has one row, whose key is the entity's own attributes.
std::vector<StoredRow> ItemRows(const Owner& owner) {
  const Entity& entity = owner.entity;
  std::vector<StoredRow> rows;
  for (std::size_t i = 0; i < entity.keys.size(); ++i) {
    rows.push_back(TableRow(owner, StoredRow::Row::kItem, i, entity.keys[i]));
  }
  if (!entity.keys.empty()) return rows;
  const Table& table = owner.table;
  const auto partition = NaturalTemplate(entity, {table.partition_key});
  const auto sort = table.sort_key.empty() ? std::optional<Template>(Template{})
                                           : NaturalTemplate(entity, {table.sort_key});
  if (!partition || !sort) return rows;
  KeyPair key{.partition = *partition, .sort = *sort, .place = entity.place};
  rows.push_back(TableRow(owner, StoredRow::Row::kItem, 0, std::move(key)));
  return rows;
}

// Returns the row's template for an attribute of its table's key; nullptr for any other attribute.
const Template* TableKeyOf(const StoredRow& row, const std::string& name) {
  if (name == row.table->partition_key) return &row.key.partition;
  return name == row.table->sort_key ? &row.key.sort : nullptr;
}

// Returns the row's template for one side of an index's key, if that side is an attribute of the
// table's key. A row has one value for it, in the index as well.
const Template* TableSideOf(const StoredRow& row, const std::vector<std::string>& names) {
  return row.table->HasKey(names) ? TableKeyOf(row, names.front()) : nullptr;
}

// Returns one side of a natural index key; nullopt if the row lacks an attribute, so that the index
// has no entry of it.
std::optional<Template> NaturalSideOf(const StoredRow& row, const std::vector<std::string>& names) {
  if (const Template* own = TableSideOf(row, names)) return *own;
  Template text{.natural = true};
  for (const auto& name : names) {
    const Template* own = TableKeyOf(row, name);
    if (own != nullptr && !own->natural) {
      text.parts.push_back({.type = Part::Type::kMade, .text = name, .made = own->parts});
    } else if (row.row != StoredRow::Row::kGuard && row.Holds(name) &&
               row.entity->Find(name) != nullptr) {
      text.parts.push_back({.type = Part::Type::kField, .text = name});
    } else {
      return std::nullopt;
    }
  }
  return text;
}

// Returns the row's entry in an index for which the entity has no line.
std::optional<StoredRow> NaturalEntry(const Index& index, const StoredRow& row) {
  const auto partition = NaturalSideOf(row, index.hash);
  const auto sort = index.range.empty() ? Template{} : NaturalSideOf(row, index.range);
  if (!partition || !sort) return std::nullopt;
  StoredRow entry = row;
  entry.index = &index;
  entry.key = {.partition = *partition, .sort = *sort, .place = index.place};
  return entry;
}

// Returns the row's entry as a line of the entity states it; nullopt if no item meets the
// conditions of both.
std::optional<StoredRow> StatedEntry(const Owner& owner, const Index& index, const StoredRow& row,
                                     KeyPair key) {
  if (key.when && Exclude(row.conditions, {*key.when})) return std::nullopt;
  StoredRow entry = row;
  entry.index = &index;
  if (key.when) entry.conditions.push_back(*key.when);
  if (index.local) {
    entry.key.sort = key.partition;  // a local index's line has one side
    entry.key.when = key.when;
    entry.key.place = key.place;
    return entry;
  }
  entry.key = Prefixed(owner, std::move(key));
  if (const Template* own = TableSideOf(row, index.hash)) entry.key.partition = *own;
  if (const Template* own = TableSideOf(row, index.range)) entry.key.sort = *own;
  return entry;
}

// Appends the index entries of an entity's item rows. `items` is the number of these rows. If each
// of them has the same entry, one entry stands for all, whichever key the item has.
void AddMerged(std::vector<StoredRow> entries, std::size_t items, std::vector<StoredRow>& rows) {
  const auto same = [&](const StoredRow& other) {
    const auto& key = entries.front().key;
    return other.key.partition.parts == key.partition.parts &&
           other.key.sort.parts == key.sort.parts;
  };
  if (items > 1 && entries.size() == items && std::ranges::all_of(entries, same)) {
    auto& first = entries.front();
    first.any_key = true;
    first.conditions.clear();
    if (first.key.when) first.conditions.push_back(*first.key.when);
    entries.erase(entries.begin() + 1, entries.end());
  }
  std::ranges::move(entries, std::back_inserter(rows));
}

// Adds the entries of an index for which the entity has no line; items and other rows get entries
// alike. `base` holds the table's rows, items first.
void AddNaturalEntries(const Index& index, const std::vector<StoredRow>& base, std::size_t items,
                       std::vector<StoredRow>& rows) {
  std::vector<StoredRow> of_items;
  std::vector<StoredRow> others;
  for (std::size_t i = 0; i < base.size(); ++i) {
    auto entry = NaturalEntry(index, base[i]);
    if (entry) (i < items ? of_items : others).push_back(*std::move(entry));
  }
  AddMerged(std::move(of_items), items, rows);
  std::ranges::move(others, std::back_inserter(rows));
}

void AddEntries(const Owner& owner, const Index& index, const std::vector<StoredRow>& base,
                std::size_t items, std::vector<StoredRow>& rows) {
  const Table& table = owner.table;
  const bool inverted =
      table.HasKey(index.hash) && (index.range.empty() || table.HasKey(index.range));
  bool stated = false;
  for (const auto& line : owner.entity.entries) {
    // If the index's key consists of the table's key attributes, the row alone determines it.
    if (line.index != index.name || (inverted && !index.local)) continue;
    stated = true;
    std::vector<StoredRow> entries;
    for (std::size_t i = 0; i < items; ++i) {
      auto entry = StatedEntry(owner, index, base[i], line.key);
      if (entry) entries.push_back(*std::move(entry));
    }
    AddMerged(std::move(entries), items, rows);
  }
  if (!stated) AddNaturalEntries(index, base, items, rows);
}

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
  const Owner owner{.model = model, .entity = entity, .table = *model.FindTable(entity.table)};
  auto rows = ItemRows(owner);
  const std::size_t items = rows.size();
  for (std::size_t i = 0; i < entity.copies.size(); ++i) {
    rows.push_back(TableRow(owner, StoredRow::Row::kCopy, i, entity.copies[i].key));
  }
  for (std::size_t i = 0; i < entity.guards.size(); ++i) {
    rows.push_back(TableRow(owner, StoredRow::Row::kGuard, i, entity.guards[i]));
  }
  const std::vector<StoredRow> base = rows;
  for (const auto& index : model.indexes) {
    if (index.table == entity.table) AddEntries(owner, index, base, items, rows);
  }
  return rows;
}

std::vector<StoredRow> AllStoredRows(const Model& model) {
  std::vector<StoredRow> all;
  for (const auto& entity : model.entities) {
    for (auto& access : StoredRowsOf(model, entity)) all.push_back(std::move(access));
  }
  return all;
}

}  // namespace stator::model
