#include "tables.h"

#include <chrono>
#include <string>
#include <string_view>
#include <thread>

#include <boost/json.hpp>

#include "orders_tables.h"

namespace service {
namespace {

namespace json = boost::json;
using stator::client::Connection;
using stator::client::Error;
using stator::client::Expected;

constexpr int kAttempts = 120;
constexpr std::chrono::milliseconds kPause{500};

Expected<void> AwaitTable(Connection& database, const std::string& table) {
  for (int i = 0; i < kAttempts; ++i) {
    const auto found = database.DescribeTable({.table = table});
    if (!found) return std::unexpected(found.error());
    if (found->status == "ACTIVE") return {};
    std::this_thread::sleep_for(kPause);  // AWS needs seconds for a table
  }
  return std::unexpected(Error{.code = "Timeout", .message = table + " did not become active"});
}

// Returns true if an earlier request already did this: the table exists, or its items already
// expire.
bool IsDone(std::string_view operation, const Error& error) {
  if (operation == "CreateTable") return error.Is("ResourceInUseException");
  return operation == "UpdateTimeToLive" && error.Is("ValidationException") &&
         error.message.find("TimeToLive is already enabled") != std::string::npos;
}

// Sends the requests for one table, listed by operation. Another instance of the service may create
// it at the same time, or may have stopped halfway.
Expected<void> MakeTable(Connection& database, const json::object& requests) {
  for (const auto& [operation, request] : requests) {
    const auto made = database.Call(std::string(operation), json::serialize(request));
    if (!made && !IsDone(operation, made.error())) return std::unexpected(made.error());
    const auto& table = request.at("TableName").as_string();
    if (auto ready = AwaitTable(database, std::string(table)); !ready) return ready;
  }
  return {};
}

}  // namespace

Expected<void> MakeTables(Connection& database) {
  const auto tables = json::parse(kOrdersTables);
  for (const auto& requests : tables.as_array()) {
    if (auto made = MakeTable(database, requests.as_object()); !made) return made;
  }
  return {};
}

}  // namespace service
