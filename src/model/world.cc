#include "model/world.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/pause.h"
#include "base/result.h"
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

}  // namespace stator::model
