#include "model/verify/inspection.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "base/result.h"
#include "model/verify/argument_choices.h"
#include "model/verify/read_check.h"
#include "model/verify/reads.h"
#include "model/verify/row_map.h"

namespace stator::model {
namespace {

using client::Item;

bool HasKey(const Index& index, const Item& row) {
  const auto has = [&](const std::string& name) { return row.contains(name); };
  return std::ranges::all_of(index.hash, has) && std::ranges::all_of(index.range, has);
}

// Returns the fault of the row under a key; empty if there is none.
std::string FaultOf(const RowMap& rows, const Table& table, const Item& item) {
  const auto key = rows.KeyTextOf(table.name, item);
  const auto* row = rows.Find(table.name, item);
  if (row == nullptr) return fmt::format("{} is left over", key);
  auto difference = DifferenceOf(item, row->item);
  if (difference.empty()) {
    for (const auto& [name, value] : row->item) {
      if (item.contains(name)) continue;
      difference = fmt::format("{} is missing, must be {}", name, TextOf(value));
      break;
    }
  }
  if (difference.empty()) return "";
  return fmt::format("{} of {}: {}", key, NameOf(*row->instance), difference);
}

std::string MissingText(const std::string& key, const RowMap::Row& row) {
  return fmt::format("{} of {} is missing", key, NameOf(*row.instance));
}

// Inspects all tables and indexes.
class Inspection {
 public:
  explicit Inspection(World& world)
      : world_(world), rows_(world.model, world.accesses, world.instances) {}

  client::Expected<std::vector<std::string>> Run() {
    for (const auto& table : world_.model.tables) {
      const auto items = TRY(AllItems(world_.database, table.name, ""));
      CheckTable(table, items);
    }
    for (const auto& index : world_.model.indexes) {
      const auto items = TRY(AllItems(world_.database, index.table, index.name));
      CheckIndex(index, items);
    }
    return std::move(found_);
  }

 private:
  void CheckTable(const Table& table, const std::vector<Item>& items) {
    std::set<std::string> seen;
    for (const auto& item : items) {
      const auto key = rows_.KeyTextOf(table.name, item);
      seen.insert(key);
      auto fault = FaultOf(rows_, table, item);
      if (!fault.empty()) Fault(table.name, key, std::move(fault));
    }
    for (const auto& [key, row] : rows_.Of(table.name)) {
      if (!seen.contains(key)) Fault(table.name, key, MissingText(key, row));
    }
  }

  // Reports faults of index entries. An entry of a faulty row is faulty too, so it is not reported.
  void CheckIndex(const Index& index, const std::vector<Item>& items) {
    const auto label = world_.model.LabelOf(index);
    std::set<std::string> seen;
    for (const auto& item : items) {
      const auto key = rows_.KeyTextOf(index.table, item);
      seen.insert(key);
      if (faulty_.contains(index.table + "\n" + key)) continue;
      const auto* row = rows_.Find(index.table, item);
      if (row == nullptr || !HasKey(index, row->item)) {
        found_.push_back(fmt::format("{}: the entry of {} is left over", label, key));
      } else if (const auto difference = DifferenceOf(item, row->item); !difference.empty()) {
        found_.push_back(fmt::format("{}: {}: {}", label, key, difference));
      }
    }
    for (const auto& [key, row] : rows_.Of(index.table)) {
      if (!HasKey(index, row.item) || seen.contains(key) ||
          faulty_.contains(index.table + "\n" + key)) {
        continue;
      }
      found_.push_back(fmt::format("{}: the entry of {} is missing", label, key));
    }
  }

  void Fault(const std::string& table, const std::string& key, std::string text) {
    faulty_.insert(table + "\n" + key);
    found_.push_back(std::move(text));
  }

  World& world_;
  RowMap rows_;
  std::set<std::string> faulty_;
  std::vector<std::string> found_;
};

struct ReadRow {
  const TouchedRows::Place* place = nullptr;
  std::optional<Item> item;
};

std::vector<std::string> FaultsOf(const RowMap& rows, const std::vector<ReadRow>& read) {
  std::vector<std::string> faults;
  for (const auto& [place, item] : read) {
    std::string fault;
    if (item) {
      fault = FaultOf(rows, *place->table, *item);
    } else if (const auto* row = rows.Find(place->table->name, place->key)) {
      fault = MissingText(KeyTextOf(*place->table, place->key), *row);
    }
    if (!fault.empty()) faults.push_back(std::move(fault));
  }
  return faults;
}

}  // namespace

void TouchedRows::Add(const std::vector<client::TransactWrite>& requests) {
  for (const auto& request : requests) {
    std::visit(
        [this](const auto& write) {
          if constexpr (requires { write.item; }) {
            AddKey(write.table, write.item);
          } else {
            AddKey(write.table, write.key);
          }
        },
        request);
  }
}

void TouchedRows::Add(const std::vector<StoredRow>& accesses, const Instance& instance) {
  for (const auto& access : accesses) {
    if (access.entity != instance.entity || !access.InTable()) continue;
    if (const auto key = KeyOf(access, instance)) AddKey(access.table->name, *key);
  }
}

void TouchedRows::AddKey(const std::string& table, const Item& row) {
  Place place{.table = model_.FindTable(table), .key = {}};
  for (const auto& name : {place.table->partition_key, place.table->sort_key}) {
    if (const auto* value = client::Find(row, name)) place.key.emplace(name, *value);
  }
  auto text = table + "\n" + KeyTextOf(*place.table, place.key);
  places_.try_emplace(std::move(text), std::move(place));
}

client::Expected<std::vector<std::string>> InconsistenciesOf(World& world) {
  return Inspection(world).Run();
}

client::Expected<std::vector<std::string>> InconsistenciesOf(
    World& world, const TouchedRows& touched, const std::vector<Instance>& concerned) {
  std::vector<ReadRow> read;
  for (const auto& [text, place] : touched.places()) {
    auto got = world.database.GetItem(
        {.table = place.table->name, .key = place.key, .consistent_read = true});
    // A value that cannot be a key has no row.
    if (!got && got.error().Is("ValidationException")) got = client::GetItemResult{};
    read.push_back({&place, TRY(std::move(got)).item});
  }
  if (FaultsOf(RowMap(world.model, world.accesses, concerned), read).empty()) {
    return std::vector<std::string>{};
  }
  // Another instance may have the same key.
  return FaultsOf(RowMap(world.model, world.accesses, world.instances), read);
}

}  // namespace stator::model
