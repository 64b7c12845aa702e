#include "model/plan/estimate.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/limits.h"
#include "model/layout/rows.h"
#include "model/layout/sizes.h"

namespace stator::model {
namespace {

double WriteUnits(std::int64_t bytes) {
  return std::max(1.0, std::ceil(static_cast<double>(bytes) / limits::kWriteUnitBytes));
}

// Returns the share of an enum's value; 0 if it has no such value.
double ShareOf(const Attribute& attribute, const std::string& value) {
  const auto found = std::ranges::find(attribute.values, value, &Share::value);
  return found == attribute.values.end() ? 0 : found->percent / 100;
}

bool IsAmong(const Condition& condition, const std::vector<Condition>& given) {
  return std::ranges::find(given, condition) != given.end();
}

// Returns the share of instances that have the row, among the instances that meet `given`.
double PresenceGiven(const StoredRow& access, const std::vector<Condition>& given) {
  double share = 1;
  for (const auto& condition : access.conditions) {
    const Attribute* attribute = access.entity->Find(condition.attribute);
    if (attribute == nullptr || attribute->values.empty() || IsAmong(condition, given)) continue;
    share *= ShareOf(*attribute, condition.value);
  }
  return share;
}

// Returns the attributes that the row or entry has besides its key attributes.
std::vector<std::string> ListedIn(const StoredRow& access) {
  std::vector<std::string> held;
  if (access.row == StoredRow::Row::kCopy) {
    held = access.entity->copies[access.number].attributes;
  } else if (access.row == StoredRow::Row::kItem) {
    for (const auto& attribute : access.entity->attributes) held.push_back(attribute.name);
  }
  if (access.index == nullptr || access.index->projection == Projection::kAll) return held;
  std::erase_if(held, [&](const auto& name) { return !Contains(access.index->include, name); });
  return held;
}

// The attributes of a row with the bytes of their values, each counted once.
class NamedAttributes {
 public:
  NamedAttributes(const Model& model, const StoredRow& access)
      : model_(model), access_(access), entity_(*access.entity) {}

  // Returns the bytes of names and values. `lists`: counts lists too, at their greatest length,
  // which few lists reach.
  std::int64_t Bytes(bool lists) {
    AddKeys(access_);
    for (const auto& name : ListedIn(access_)) {
      const Attribute* attribute = entity_.Find(name);
      if (attribute == nullptr) continue;
      const bool counts = lists || attribute->kind != Kind::kList;
      Add(name, counts ? ValueBytes(*attribute) : 0);
    }
    const bool projects = access_.index != nullptr;
    const bool all = !projects || access_.index->projection == Projection::kAll;
    for (const auto& other : StoredRowsOf(model_, entity_)) {
      // An item carries the keys of its index entries, and an entry carries its item's key.
      const bool key = projects && other.InTable() && access_.IsOf(other);
      const bool entry = all && !other.InTable() && access_.row == StoredRow::Row::kItem &&
                         (other.IsOf(access_) || access_.any_key);
      if (key || entry) AddKeys(other);
    }
    if (all) Add(kTypeAttribute, static_cast<std::int64_t>(TypeNameOf(access_).size()));
    std::int64_t sum = 0;
    for (const auto& [name, bytes] : bytes_) {
      sum += static_cast<std::int64_t>(name.size()) + bytes;
    }
    return sum;
  }

 private:
  void Add(const std::string& name, std::int64_t bytes) {
    auto& known = bytes_[name];
    known = std::max(known, bytes);
  }

  void AddKeys(const StoredRow& access) {
    AddSide(access.key.partition, HashNames(access));
    AddSide(access.key.sort, RangeNames(access));
  }

  // A natural side consists of attributes of their own; a template makes one attribute.
  void AddSide(const Template& text, const std::vector<std::string>& names) {
    if (text.empty() || names.empty()) return;
    if (!text.natural) return Add(names.front(), TemplateBytes(entity_, text));
    for (const auto& part : text.parts) {
      const bool made = part.type == Part::Type::kMade;
      Add(part.text,
          made ? TemplateBytes(entity_, MadeText(part)) : ValueBytes(*entity_.Find(part.text)));
    }
  }

  const Model& model_;
  const StoredRow& access_;
  const Entity& entity_;
  std::map<std::string, std::int64_t> bytes_;
};

// Whether the attribute of an item changes over time: some pattern sets it.
bool Changes(const Model& model, const Entity& entity, const std::string& attribute) {
  for (const auto& pattern : model.patterns) {
    for (const auto& action : pattern.actions) {
      if (action.entity == entity.name && Contains(action.sets, attribute)) return true;
    }
  }
  return false;
}

// Returns how many entries a put makes among items that meet `given`, from 0 to 1. The values of a
// changing attribute follow each other in the model's order, so a new item has the first value.
double EntriesOfPut(const Model& model, const StoredRow& entry,
                    const std::vector<Condition>& given) {
  double share = 1;
  for (const auto& condition : entry.conditions) {
    const Attribute* attribute = entry.entity->Find(condition.attribute);
    if (attribute == nullptr || attribute->values.empty() || IsAmong(condition, given)) continue;
    if (Changes(model, *entry.entity, attribute->name)) {
      share *= attribute->values.front().value == condition.value ? 1 : 0;
    } else {
      share *= ShareOf(*attribute, condition.value);
    }
  }
  return share;
}

// Returns in how many of an attribute's changes, from 0 to 1, the entry appears or disappears.
// Items change from the first value to the last: one change enters each value and one leaves it.
double ComesOrGoes(const StoredRow& entry, const Condition& condition) {
  const Attribute* attribute = entry.entity->Find(condition.attribute);
  if (attribute == nullptr || attribute->values.size() < 2) return PresenceOf(entry);
  const auto& values = attribute->values;
  const bool end =
      condition.value == values.front().value || condition.value == values.back().value;
  return std::min(1.0, (end ? 1.0 : 2.0) / static_cast<double>(values.size() - 1));
}

// Returns in how many of the pattern's runs, from 0 to 1, the row is written. Some items lack a
// sparse copy; some updates delete a moving copy and others put it.
double RunsOf(const Model& model, const RowWrite& row) {
  if (row.access.row == StoredRow::Row::kItem) return 1;
  if (!row.moved) {
    return row.type == RowWrite::Type::kPut ? EntriesOfPut(model, row.access, {})
                                            : PresenceOf(row.access);
  }
  const auto written = WrittenBy(*row.action);
  for (const auto& condition : row.access.conditions) {
    if (Contains(written, condition.attribute)) return ComesOrGoes(row.access, condition) / 2;
  }
  return PresenceOf(row.access);
}

// Returns the writes of an index entry when a put replaces an item. The put changes all attributes
// except those of the item's key.
double WritesOfReplacing(const RowWrite& row, const StoredRow& entry, double present) {
  const auto kept = FieldsOf(row.access.key);
  const auto changes = [&](const std::string& name) { return !Contains(kept, name); };
  for (const auto& condition : entry.conditions) {
    if (changes(condition.attribute)) return ComesOrGoes(entry, condition);
  }
  if (std::ranges::any_of(FieldsOf(entry.key), changes)) return 2 * present;
  return std::ranges::any_of(ListedIn(entry), changes) ? present : 0;
}

// Returns the writes of an index entry: none if nothing in it changes, two if it moves.
double WritesOf(const Model& model, const RowWrite& row, const StoredRow& entry) {
  if (row.moved) return 1;
  const double present = PresenceGiven(entry, row.access.conditions);
  const bool put = row.type == RowWrite::Type::kPut;
  if (put && !row.conditions.empty()) return WritesOfReplacing(row, entry, present);
  if (put) return EntriesOfPut(model, entry, row.access.conditions);
  if (row.type == RowWrite::Type::kDelete) return present;
  const auto same = [&](const StoredRow& other) { return other.index == entry.index; };
  if (std::ranges::any_of(row.rewritten, same)) {
    for (const auto& condition : entry.conditions) {
      if (Contains(row.attributes, condition.attribute)) return ComesOrGoes(entry, condition);
    }
    return 2 * present;
  }
  const bool touched = std::ranges::any_of(
      row.attributes, [&](const std::string& name) { return entry.Holds(name); });
  return touched ? present : 0;
}

void AddWrite(const StoredRow& row, double units, PatternCost& cost) {
  if (units == 0) return;
  cost.write_units += units;
  cost.entries.push_back({row, units});
  const std::string index = row.index == nullptr ? "" : row.index->name;
  for (auto& resource : cost.resources) {
    if (resource.table == row.table->name && resource.index == index) {
      resource.write += units;
      return;
    }
  }
  cost.resources.push_back({.table = row.table->name, .index = index, .write = units});
}

// Adds the row and its index entries. `runs`: the share of the pattern's runs that write the row.
void AddRowWrite(const Model& model, const RowWrite& row, bool transaction, double runs,
                 PatternCost& cost) {
  runs *= static_cast<double>(row.times);
  const double units = WriteUnits(RowBytes(model, row.access)) * (transaction ? 2 : 1);
  AddWrite(row.access, units * runs, cost);
  if (row.type == RowWrite::Type::kCheck) return;
  for (const auto& entry : StoredRowsOf(model, *row.access.entity)) {
    if (entry.InTable() || !entry.IsOf(row.access)) continue;
    const double writes = WritesOf(model, row, entry);
    AddWrite(entry, runs * writes * WriteUnits(RowBytes(model, entry)), cost);
  }
}

// A new item has one of the keys that its entity may have, each with the share of its condition.
void AddNewItem(const Model& model, const RowWrite& row, bool transaction, PatternCost& cost) {
  std::vector<RowWrite> variants;
  std::vector<double> shares;
  double sum = 0;
  for (const auto& item : StoredRowsOf(model, *row.access.entity)) {
    if (!item.InTable() || item.row != StoredRow::Row::kItem) continue;
    variants.push_back(row);
    variants.back().access = item;
    shares.push_back(EntriesOfPut(model, item, {}));
    sum += shares.back();
  }
  if (variants.size() < 2 || sum <= 0) return AddRowWrite(model, row, transaction, 1, cost);
  for (std::size_t i = 0; i < variants.size(); ++i) {
    AddRowWrite(model, variants[i], transaction, shares[i] / sum, cost);
  }
}

}  // namespace

double PresenceOf(const StoredRow& access) { return PresenceGiven(access, {}); }

std::int64_t RowBytes(const Model& model, const StoredRow& access) {
  const auto named = NamedAttributes(model, access).Bytes(true);
  if (access.row != StoredRow::Row::kItem) return named;
  const auto item = std::max(access.entity->bytes, NamedAttributes(model, access).Bytes(false));
  return access.HoldsAll() ? item : std::min(item, named);
}

void AddCost(const PatternCost& step, PatternCost& sum) {
  sum.requests += step.requests;
  sum.read_units += step.read_units;
  sum.write_units += step.write_units;
  sum.items_read += step.items_read;
  sum.bytes_read += step.bytes_read;
  for (const auto& resource : step.resources) {
    const auto same = std::ranges::find_if(sum.resources, [&](const ResourceUnits& other) {
      return other.table == resource.table && other.index == resource.index;
    });
    if (same == sum.resources.end()) {
      sum.resources.push_back(resource);
    } else {
      same->read += resource.read;
      same->write += resource.write;
    }
  }
}

PatternCost EstimateWrite(const Model& model, const WritePlan& plan) {
  PatternCost cost;
  for (const auto& row : plan.rows) {
    const bool new_item =
        row.type == RowWrite::Type::kPut && row.access.row == StoredRow::Row::kItem;
    if (new_item) {
      AddNewItem(model, row, plan.transaction, cost);
    } else {
      AddRowWrite(model, row, plan.transaction, RunsOf(model, row), cost);
    }
  }
  return cost;
}

PatternCost Estimate(const Model& model, const Pattern& pattern) {
  if (pattern.reads()) return EstimateRead(model, pattern, PlanRead(model, pattern));
  return EstimateWrite(model, PlanWrite(model, pattern));
}

std::vector<StoredBytes> EstimateStorage(const Model& model) {
  std::vector<StoredBytes> all;
  for (const auto& access : AllStoredRows(model)) {
    const double items = static_cast<double>(access.entity->count) * PresenceOf(access);
    const bool instance = access.InTable() && access.row == StoredRow::Row::kItem;
    all.push_back({.table = access.table->name,
                   .index = access.index == nullptr ? "" : access.index->name,
                   .entity = access.entity->name,
                   .items = items,
                   .instances = instance ? items : 0,
                   .bytes = items * (static_cast<double>(RowBytes(model, access)) +
                                     limits::kBilledOverheadBytes)});
  }
  return all;
}

}  // namespace stator::model
