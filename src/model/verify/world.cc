#include "model/verify/world.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/limits.h"
#include "base/pause.h"
#include "base/result.h"
#include "model/layout/table_requests.h"
#include "model/verify/argument_choices.h"
#include "model/verify/row_map.h"

namespace stator::model {
namespace {

using client::Item;

constexpr int kWaitsMax = 600;
constexpr std::chrono::milliseconds kWait{200};
constexpr int kResendsMax = 100;

// DynamoDB creates tables in the background.
client::Expected<void> WaitUntilActive(client::Connection& database, const std::string& table) {
  for (int i = 0; i < kWaitsMax; ++i) {
    const auto described = TRY(database.DescribeTable({.table = table}));
    if (described.status == "ACTIVE") return {};
    Pause(kWait);
  }
  return std::unexpected(client::Error{
      .code = "Timeout", .message = fmt::format("{} does not become active in time", table)});
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

client::Expected<void> Drop(client::Connection& database, const std::string& table) {
  TRY(database.DeleteTable({.table = table}));
  for (int i = 0; i < kWaitsMax; ++i) {
    const auto described = database.DescribeTable({.table = table});
    if (!described && described.error().Is("ResourceNotFoundException")) return {};
    TRY(described);
    Pause(kWait);
  }
  return std::unexpected(
      client::Error{.code = "Timeout", .message = fmt::format("{} is not deleted in time", table)});
}

// Adds to the error which tables exist already.
client::Error InTheWay(World& world, client::Error error) {
  std::vector<std::string> names;
  for (const auto& table : world.model.tables) {
    if (Contains(world.tables_made, table.name)) continue;
    if (world.database.DescribeTable({.table = table.name})) names.push_back(table.name);
  }
  if (names.empty()) return error;
  error.message = fmt::format(
      "{} {} already, and what was not made by this run is not touched. If {} left from a run that "
      "was interrupted, DeleteTable removes {}.",
      fmt::join(names, ", "), names.size() == 1 ? "exists" : "exist",
      names.size() == 1 ? "it is" : "they are", names.size() == 1 ? "it" : "them");
  return error;
}

// Finds the row for which the service refused a batch, by putting the rows one by one.
client::Error NameRow(World& world, const Table& table, const std::vector<const RowMap::Row*>& rows,
                      client::Error error) {
  if (!error.Is("ValidationException")) return error;
  for (const auto* row : rows) {
    auto put = world.database.PutItem({.table = table.name, .item = row->item});
    if (put || !put.error().Is("ValidationException")) continue;
    auto named = std::move(put).error();
    named.message = fmt::format("{} with the key {} of {}: {}", NameOf(*row->instance),
                                TextOf(client::Value::String(KeyTextOf(table, row->item))),
                                table.name, named.message);
    return named;
  }
  return error;
}

client::Expected<void> WriteBatch(World& world, const Table& table,
                                  const std::vector<const RowMap::Row*>& rows) {
  client::BatchWriteItemRequest request;
  auto& batch = request.tables[table.name];
  for (const auto* row : rows) batch.emplace_back(client::BatchPut{row->item});
  auto sent = Send(world.database, std::move(request));
  if (!sent) return std::unexpected(NameRow(world, table, rows, std::move(sent).error()));
  return {};
}

}  // namespace

client::Expected<void> GoOn(const World& world) {
  if (!world.is_stopped()) return {};
  return std::unexpected(
      client::Error{.code = "Interrupted", .message = "The run was stopped before its end."});
}

client::Expected<void> MakeTables(World& world) {
  for (const auto& table : world.model.tables) {
    TRY(GoOn(world));
    auto made = world.database.CreateTable(TableRequest(world.model, table));
    if (!made && made.error().Is("ResourceInUseException")) {
      return std::unexpected(InTheWay(world, std::move(made).error()));
    }
    TRY(made);
    world.tables_made.push_back(table.name);
    TRY(WaitUntilActive(world.database, table.name));
    const auto expiry = ExpiryAttribute(world.model, table);
    if (expiry.empty()) continue;
    TRY(world.database.UpdateTimeToLive({.table = table.name, .attribute = expiry}));
  }
  return {};
}

client::Expected<void> DropTables(World& world) {
  client::Expected<void> all;
  for (const auto& table : world.tables_made) {
    auto dropped = Drop(world.database, table);
    if (all) all = std::move(dropped);
  }
  world.tables_made.clear();
  return all;
}

client::Expected<void> WriteRows(World& world, const std::vector<Instance>& instances) {
  const RowMap rows(world.model, world.accesses, instances);
  for (const auto& table : world.model.tables) {
    std::vector<const RowMap::Row*> batch;
    for (const auto& [key, row] : rows.Of(table.name)) {
      batch.push_back(&row);
      if (batch.size() < limits::kBatchWritesMax) continue;
      TRY(GoOn(world));
      TRY(WriteBatch(world, table, batch));
      batch.clear();
    }
    if (!batch.empty()) TRY(WriteBatch(world, table, batch));
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
