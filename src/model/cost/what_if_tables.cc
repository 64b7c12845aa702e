#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "model/cost/price_model.h"
#include "model/cost/what_if.h"
#include "model/layout/expiry.h"
#include "model/layout/layout.h"
#include "model/plan/estimate.h"
#include "model/plan/read_steps.h"

namespace stator::model {
namespace {

bool Has(const Entity& entity, const std::vector<std::string>& names) {
  return std::ranges::all_of(names,
                             [&](const std::string& name) { return entity.Find(name) != nullptr; });
}

// Returns true if the entity is in the index, by an entry or by its attributes.
bool IsIn(const Model& model, const Entity& entity, const Index& index) {
  return std::ranges::any_of(StoredRowsOf(model, entity),
                             [&](const StoredRow& access) { return access.index == &index; });
}

std::string OwnName(const Entity& entity, const std::string& index) {
  return entity.name + "-" + index;
}

void Rename(const Entity& entity, std::string& index) {
  if (!index.empty() && index != "table" && index != "*" && index != "copy") {
    index = OwnName(entity, index);
  }
}

// Turns one side of a key into a text. Key attributes become fields of the text.
Template Spelled(const Template& side, const std::string& prefix) {
  if (!side.natural) return side;
  Template text{.place = side.place};
  if (!prefix.empty()) text.parts.push_back({.text = prefix + "#"});
  for (const auto& part : side.parts) {
    if (&part != &side.parts.front()) text.parts.push_back({.text = "#"});
    text.parts.push_back(part);
  }
  return text;
}

// Turns plain keys into texts with the old table's name in front. So rows of one table stay
// together and apart from all others.
void Spell(const Entity& entity, const Table& from, KeyPair& key) {
  key.partition = Spelled(key.partition, from.name);
  key.sort = Spelled(key.sort, "");
  if (key.sort.empty()) key.sort.parts = {Part{.text = entity.name}};
}

// Returns the key of an entity that has the table's key attributes and no key line.
std::optional<KeyPair> UnsaidKey(const Entity& entity, const Table& table) {
  if (!entity.keys.empty() || !Has(entity, {table.partition_key})) return std::nullopt;
  const auto field = [](const std::string& name) {
    return Template{.parts = {{.type = Part::Type::kField, .text = name}}, .natural = true};
  };
  KeyPair key{.partition = field(table.partition_key), .place = entity.place};
  if (table.sort_key.empty()) return key;
  if (!Has(entity, {table.sort_key})) return std::nullopt;
  key.sort = field(table.sort_key);
  return key;
}

void MoveInto(Entity& entity, const Table& from, const std::string& table) {
  if (auto key = UnsaidKey(entity, from)) entity.keys.push_back(*std::move(key));
  for (auto& key : entity.keys) Spell(entity, from, key);
  for (auto& copy : entity.copies) Spell(entity, from, copy.key);
  for (auto& guard : entity.guards) Spell(entity, from, guard);
  entity.table = table;
}

bool IsAttribute(const Model& model, const std::string& name) {
  return std::ranges::any_of(model.entities,
                             [&](const Entity& entity) { return entity.Find(name) != nullptr; });
}

// Returns a name that no entity's attribute has.
std::string FreeName(const Model& model, std::string name) {
  while (IsAttribute(model, name)) name.insert(0, "_");
  return name;
}

// Returns the table for all entities. An entity with an attribute of the key's name would be keyed
// by that attribute. So the table's key is no entity's attribute.
Table OneTable(const Model& model) {
  const auto sorted = std::ranges::find_if(
      model.tables, [](const Table& table) { return !table.sort_key.empty(); });
  Table table = sorted == model.tables.end() ? model.tables.front() : *sorted;
  if (model.tables.size() == 1 && !table.sort_key.empty()) return table;
  if (!table.sort_key.empty() && !IsAttribute(model, table.partition_key) &&
      !IsAttribute(model, table.sort_key)) {
    return table;
  }
  table.partition_key = FreeName(model, "PK");
  table.sort_key = FreeName(model, "SK");
  return table;
}

// Returns the entity's own lines about an index, without the tenant's prefix.
IndexEntry EntryOf(const Model& model, const StoredRow& access) {
  KeyPair key{.partition = Spelled(access.key.partition, ""),
              .sort = Spelled(access.key.sort, ""),
              .when = access.key.when,
              .place = access.key.place};
  const bool prefixed = model.tenant && !access.entity->shared && !access.key.partition.natural;
  if (prefixed) {
    auto& parts = key.partition.parts;
    parts.erase(parts.begin(),
                parts.begin() + static_cast<std::ptrdiff_t>(model.tenant->prefix.parts.size()));
  }
  if (access.index->local) {  // the line of a local index has one side
    key.partition = std::move(key.sort);
    key.sort = {};
  }
  return {.index = access.index->name, .key = std::move(key)};
}

// Gives the index key attributes of its own, which only the entities of its old table write. In one
// table, an index on shared attributes would also contain entities of other tables.
void GiveOwnKey(const Model& model, const Index& original, Index& index, Model& changed) {
  const bool sorted = !index.range.empty();
  if (!index.local) index.hash = {FreeName(model, index.name + "PK")};
  if (sorted) index.range = {FreeName(model, index.name + "SK")};
  for (auto& entity : changed.entities) {
    const Entity& before = *model.FindEntity(entity.name);
    if (before.table != original.table) continue;
    std::erase_if(entity.entries,
                  [&](const IndexEntry& entry) { return entry.index == index.name; });
    for (const auto& access : StoredRowsOf(model, before)) {
      if (access.index != &original || access.row != StoredRow::Row::kItem) continue;
      entity.entries.push_back(EntryOf(model, access));
      entity.entries.back().index = index.name;
    }
  }
  for (auto& pattern : changed.patterns) {
    for (auto& action : pattern.actions) {
      if (action.verb != Verb::kUpdate) continue;
      if (model.FindEntity(action.entity)->table != original.table) continue;
      if (!action.rewrites) action.rewrites.emplace();
      action.rewrites->push_back(index.name);
    }
  }
}

// Returns true if entities of other tables would also be in the index, by their attributes or by
// the key of the one table.
bool TakesInOthers(const Model& model, const Index& index) {
  const Table& from = *model.FindTable(index.table);
  if (from.HasKey(index.hash) && !index.local) return model.tables.size() > 1;
  return std::ranges::any_of(model.entities, [&](const Entity& entity) {
    if (entity.table == index.table) return false;
    return (index.local || Has(entity, index.hash)) && Has(entity, index.range);
  });
}

// Renames an index: indexes of different tables may share a name, indexes of one table may not.
void RenameIn(const Model& model, Index& index, Model& changed) {
  const std::string old = index.name;
  index.name = index.table + "-" + old;
  const auto rename = [&](const std::string& entity, std::string& name) {
    if (name == old && model.FindEntity(entity)->table == index.table) name = index.name;
  };
  for (auto& entity : changed.entities) {
    for (auto& entry : entity.entries) rename(entity.name, entry.index);
  }
  for (auto& pattern : changed.patterns) {
    for (auto& action : pattern.actions) {
      if (!action.rewrites) continue;
      for (auto& name : *action.rewrites) rename(action.entity, name);
    }
    const auto& first = pattern.reads() ? pattern.target.entity : pattern.actions.front().entity;
    rename(first, pattern.via);
    if (pattern.stated) rename(first, pattern.stated->index);
    if (pattern.sql) rename(first, pattern.sql->index);
  }
}

// Units a second that the patterns use on an entity's rows.
struct Use {
  double reads = 0;
  double writes = 0;
};

std::map<std::string, Use> UsesOf(const Model& model) {
  std::map<std::string, Use> uses;
  for (const auto& pattern : model.patterns) {
    if (pattern.reads()) {
      uses[pattern.target.entity].reads +=
          pattern.per_second * StepsOf(model, pattern).cost.read_units;
      continue;
    }
    for (const auto& entry : Estimate(model, pattern).entries) {
      uses[entry.access.entity->name].writes += pattern.per_second * entry.write;
    }
  }
  return uses;
}

// Returns the share of a table's units for a user of `used` units. If nothing is used, all users
// get equal shares.
std::int64_t PartOf(std::int64_t units, double used, double used_by_all, double users) {
  const double share = used_by_all > 0 ? used / used_by_all : 1 / users;
  return std::max<std::int64_t>(1, std::llround(static_cast<double>(units) * share));
}

// Divides the capacity stated for a table among its entities, in proportion to their use.
void Divide(const Model& model, const std::map<std::string, Use>& uses, const Entity& entity,
            Table& table) {
  if (table.on_demand) return;
  const auto of = [&](const Entity& one) {
    const auto found = uses.find(one.name);
    return found == uses.end() ? Use{} : found->second;
  };
  Use all;
  double users = 0;
  for (const auto& other : model.entities) {
    if (other.table != entity.table) continue;
    all.reads += of(other).reads;
    all.writes += of(other).writes;
    ++users;
  }
  const Use own = of(entity);
  table.read_units = PartOf(table.read_units, own.reads, all.reads, users);
  table.write_units = PartOf(table.write_units, own.writes, all.writes, users);
  if (!table.scaling) return;
  const double used = own.reads + own.writes;
  for (auto* units : {&table.scaling->min, &table.scaling->max}) {
    *units = PartOf(*units, used, all.reads + all.writes, users);
  }
}

// Gives one table the sum of all tables' capacity. If any table is on demand, its use is not
// stated, so the one table is on demand too.
void Gather(const std::vector<Table>& tables, Table& one) {
  one.read_units = 0;
  one.write_units = 0;
  one.on_demand = std::ranges::any_of(tables, &Table::on_demand);
  const bool scaled = !one.on_demand && std::ranges::any_of(tables, [](const Table& table) {
    return table.scaling.has_value();
  });
  Scaling sum;
  for (const auto& table : tables) {
    one.read_units += table.read_units;
    one.write_units += table.write_units;
    const auto fixed = std::max(table.read_units, table.write_units);
    sum.min += table.scaling ? table.scaling->min : fixed;
    sum.max += table.scaling ? table.scaling->max : fixed;
    if (table.scaling) sum.target_percent = table.scaling->target_percent;
  }
  one.scaling = scaled ? std::optional(sum) : std::nullopt;
}

// Keeps one expiry attribute, because a table has only one. Entities that expired in tables of
// their own still do: their counts become the counts after expiry.
Model WithOneExpiry(const Model& model) {
  if (model.tables.size() < 2) return model;
  std::vector<std::string> notes;
  Model kept = AfterExpiry(model, notes);
  std::string name;
  for (auto& entity : kept.entities) {
    for (auto& attribute : entity.attributes) {
      if (attribute.kind != Kind::kExpiry) continue;
      if (name.empty()) name = attribute.name;
      if (attribute.name != name) attribute.kind = Kind::kNumber;
    }
  }
  return kept;
}

}  // namespace

Model TablePerEntity(const Model& model) {
  const auto uses = UsesOf(model);
  Model changed = model;
  changed.tables.clear();
  changed.indexes.clear();
  for (auto& entity : changed.entities) {
    const Entity& original = *model.FindEntity(entity.name);
    for (const auto& index : model.indexes) {
      if (!IsIn(model, original, index)) continue;
      changed.indexes.push_back(index);
      changed.indexes.back().name = OwnName(entity, index.name);
      changed.indexes.back().table = entity.name;
    }
    for (auto& entry : entity.entries) Rename(entity, entry.index);
    changed.tables.push_back(*model.FindTable(entity.table));
    Divide(model, uses, original, changed.tables.back());
    changed.tables.back().name = entity.name;
    entity.table = entity.name;
  }
  for (auto& pattern : changed.patterns) {
    if (pattern.reads()) Rename(*model.FindEntity(pattern.target.entity), pattern.via);
    if (pattern.sql) Rename(*model.FindEntity(pattern.target.entity), pattern.sql->index);
    pattern.stated.reset();
    for (auto& action : pattern.actions) {
      if (!action.rewrites) continue;
      for (auto& name : *action.rewrites) Rename(*model.FindEntity(action.entity), name);
    }
  }
  return changed;
}

Model SingleTable(const Model& model) {
  Model changed = WithOneExpiry(model);
  Table table = OneTable(changed);
  for (auto& entity : changed.entities) {
    const Table& from = *model.FindTable(entity.table);
    const bool stays = from.name == table.name && from.partition_key == table.partition_key &&
                       from.sort_key == table.sort_key;
    if (!stays) MoveInto(entity, from, table.name);
  }
  for (std::size_t i = 0; i < changed.indexes.size(); ++i) {
    auto& index = changed.indexes[i];
    const Index& original = model.indexes[i];
    if (model.LabelOf(original) != original.name) RenameIn(model, index, changed);
    if (TakesInOthers(model, original)) GiveOwnKey(model, original, index, changed);
    const Table& from = *model.FindTable(original.table);
    for (auto* names : {&index.hash, &index.range}) {
      if (!from.HasKey(*names)) continue;
      *names = {names->front() == from.partition_key ? table.partition_key : table.sort_key};
    }
    index.table = table.name;
  }
  for (const auto& other : model.tables) {
    if (other.stream != StreamView::kNone) table.stream = other.stream;
  }
  Gather(model.tables, table);
  changed.tables = {std::move(table)};
  return changed;
}

}  // namespace stator::model
