#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "model/estimate.h"
#include "model/layout.h"
#include "model/price_model.h"
#include "model/what_if.h"

namespace stator::model {
namespace {

bool Has(const Entity& entity, const std::vector<std::string>& names) {
  return std::ranges::all_of(names,
                             [&](const std::string& name) { return entity.Find(name) != nullptr; });
}

// Whether the entity is in the index: by an entry, or because it has the attributes.
bool IsIn(const Model& model, const Entity& entity, const Index& index) {
  return std::ranges::any_of(AccessesOf(model, entity),
                             [&](const Access& access) { return access.index == &index; });
}

std::string OwnName(const Entity& entity, const std::string& index) {
  return entity.name + "-" + index;
}

void Rename(const Entity& entity, std::string& index) {
  if (!index.empty() && index != "table" && index != "*" && index != "copy") {
    index = OwnName(entity, index);
  }
}

// A key that has no template: its attributes are the table's.
KeyPair Spelled(const Entity& entity, const Table& table) {
  KeyPair key{.place = entity.place};
  key.partition.parts = {Part{.text = entity.name + "#"},
                         {.type = Part::Type::kField, .text = table.partition_key}};
  if (!table.sort_key.empty()) {
    key.sort.parts = {{.type = Part::Type::kField, .text = table.sort_key}};
  }
  return key;
}

void MoveInto(Entity& entity, const Table& from, const std::string& table) {
  if (entity.keys.empty() && Has(entity, {from.partition_key}) &&
      (from.sort_key.empty() || Has(entity, {from.sort_key}))) {
    entity.keys.push_back(Spelled(entity, from));
  }
  const auto complete = [&](KeyPair& key) {
    if (key.sort.empty()) key.sort.parts = {Part{.text = entity.name}};
  };
  for (auto& key : entity.keys) complete(key);
  for (auto& copy : entity.copies) complete(copy.key);
  for (auto& guard : entity.guards) complete(guard);
  entity.table = table;
}

// Tables may have indexes of one name, which one table cannot.
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
  }
}

// Units a second that the patterns use of an entity's rows.
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

// Of what a table is given, the share of one that uses so much of it; of nothing used, as much as
// the others.
std::int64_t PartOf(std::int64_t units, double used, double used_by_all, double users) {
  const double share = used_by_all > 0 ? used / used_by_all : 1 / users;
  return std::max<std::int64_t>(1, std::llround(static_cast<double>(units) * share));
}

// Capacity that is stated of a table is divided among the entities in it, as they use it.
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

// One table is given what all are; on demand if some are, as nobody says what these take.
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

// A table has one attribute by which items expire. What was in tables of their own expires as it
// did: its count is what is left of it.
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
  const auto sorted = std::ranges::find_if(
      changed.tables, [](const Table& table) { return !table.sort_key.empty(); });
  Table table = sorted == changed.tables.end() ? changed.tables.front() : *sorted;
  if (table.sort_key.empty()) {  // nobody's key may be natural in it
    table.partition_key = "PK";
    table.sort_key = "SK";
  }
  for (auto& entity : changed.entities) {
    const Table& from = *model.FindTable(entity.table);
    const bool stays = from.name == table.name && from.sort_key == table.sort_key;
    if (!stays) MoveInto(entity, from, table.name);
  }
  for (std::size_t i = 0; i < changed.indexes.size(); ++i) {
    auto& index = changed.indexes[i];
    if (model.LabelOf(index) != index.name) RenameIn(model, index, changed);
    const Table& from = *model.FindTable(index.table);
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
