#include "model/world.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/pause.h"
#include "base/result.h"
#include "model/argument_choices.h"
#include "model/read_check.h"
#include "model/read_run.h"
#include "model/row_map.h"
#include "model/table_requests.h"

namespace stator::model {
namespace {

using client::Item;

constexpr int kWaitsMax = 600;
constexpr std::chrono::milliseconds kWait{200};
constexpr int kResendsMax = 100;

// DynamoDB makes tables in the background.
client::Expected<void> WaitUntilActive(client::Connection& database, const std::string& table) {
  for (int i = 0; i < kWaitsMax; ++i) {
    const auto described = TRY(database.DescribeTable({.table = table}));
    if (described.status == "ACTIVE") return {};
    Pause(kWait);
  }
  return std::unexpected(
      client::Error{.code = "Timeout", .message = fmt::format("{} does not become active", table)});
}

client::Expected<void> Send(client::Connection& database, client::BatchWriteItemRequest request) {
  for (int i = 0; i < kResendsMax; ++i) {
    auto done = TRY(database.BatchWriteItem(request));
    if (done.unprocessed.empty()) return {};
    request.tables = std::move(done.unprocessed);
  }
  return std::unexpected(
      client::Error{.code = "Throttled", .message = "the tables do not take the sample"});
}

bool HasKey(const Index& index, const Item& row) {
  const auto has = [&](const std::string& name) { return row.contains(name); };
  return std::ranges::all_of(index.hash, has) && std::ranges::all_of(index.range, has);
}

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
      CheckRow(table, key, item);
    }
    for (const auto& [key, row] : rows_.Of(table.name)) {
      if (seen.contains(key)) continue;
      Fault(table.name, key, fmt::format("{} of {} is missing", key, NameOf(*row.instance)));
    }
  }

  void CheckRow(const Table& table, const std::string& key, const Item& item) {
    const auto* row = rows_.Find(table.name, item);
    if (row == nullptr) {
      Fault(table.name, key, fmt::format("{} is left over", key));
      return;
    }
    auto difference = DifferenceOf(item, row->item);
    if (difference.empty()) {
      for (const auto& [name, value] : row->item) {
        if (item.contains(name)) continue;
        difference = fmt::format("{} is missing, must be {}", name, TextOf(value));
        break;
      }
    }
    if (difference.empty()) return;
    Fault(table.name, key, fmt::format("{} of {}: {}", key, NameOf(*row->instance), difference));
  }

  // Entries of rows that are wrong themselves follow them.
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

}  // namespace

client::Expected<void> MakeTables(World& world) {
  for (const auto& table : world.model.tables) {
    TRY(world.database.CreateTable(TableRequest(world.model, table)));
    world.tables_made.push_back(table.name);
    TRY(WaitUntilActive(world.database, table.name));
    const auto expiry = ExpiryAttribute(world.model, table);
    if (expiry.empty()) continue;
    TRY(world.database.UpdateTimeToLive({.table = table.name, .attribute = expiry}));
  }
  return {};
}

client::Expected<void> DropTables(World& world) {
  for (const auto& table : world.tables_made) TRY(world.database.DeleteTable({.table = table}));
  return {};
}

client::Expected<void> WriteRows(World& world, const std::vector<Instance>& instances) {
  const RowMap rows(world.model, world.accesses, instances);
  for (const auto& table : world.model.tables) {
    client::BatchWriteItemRequest request;
    auto& batch = request.tables[table.name];
    for (const auto& [key, row] : rows.Of(table.name)) {
      batch.emplace_back(client::BatchPut{row.item});
      if (batch.size() < limits::kBatchWritesMax) continue;
      TRY(Send(world.database, request));
      batch.clear();
    }
    if (!batch.empty()) TRY(Send(world.database, request));
  }
  return {};
}

client::Expected<void> DeleteRows(World& world, const Instance& instance) {
  for (const auto& access : world.accesses) {
    if (access.entity != instance.entity || !access.InTable()) continue;
    auto key = KeyOf(access, instance);
    if (!key) continue;
    TRY(world.database.DeleteItem({.table = access.table->name, .key = *std::move(key)}));
  }
  return {};
}

client::Expected<std::vector<std::string>> InconsistenciesOf(World& world) {
  return Inspection(world).Run();
}

}  // namespace stator::model
