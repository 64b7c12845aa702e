#include "admin/capacity_mode.h"

#include <utility>

#include "admin/answer.h"
#include "admin/refusal.h"
#include "api/capacity_mode.h"
#include "api/lookup.h"
#include "base/texts.h"
#include "json/parser.h"
#include "json/writer.h"

namespace stator::admin {
namespace {

using catalog::CapacityMode;

struct Named {
  std::string_view name;
  CapacityMode mode;
};

constexpr Named kModes[] = {{"off", CapacityMode::kOff},
                            {"observe", CapacityMode::kObserve},
                            {"enforce", CapacityMode::kEnforce}};

std::string_view NameOf(CapacityMode mode) {
  for (const auto& each : kModes) {
    if (each.mode == mode) return each.name;
  }
  std::unreachable();
}

// Null means that the table has no mode of its own.
std::string ModeJson(const catalog::Table& table, CapacityMode effective) {
  std::string json = "{\"table\":";
  json::WriteString(table->name, json);
  json += ",\"mode\":";
  if (table->capacity) {
    json::WriteString(NameOf(*table->capacity), json);
  } else {
    json += "null";
  }
  json += ",\"effective\":";
  json::WriteString(NameOf(effective), json);
  return json + "}";
}

wire::Response Answer(database::Database& database, const Result<catalog::TablePtr>& table) {
  if (!table) return AdminRefusal(table.error());
  return {.body = ModeJson(**table, database.meter().ModeOf(**table))};
}

}  // namespace

Result<std::optional<CapacityMode>> ReadCapacityMode(const std::string& json) {
  json::Parser parser;
  const auto body = parser.Parse(json);
  if (!body || body->empty()) return FailInvalid(texts::kCapacityBody);
  const simdjson::dom::object object(body->root());
  if (object.size() != 1) return FailInvalid(texts::kCapacityBody);
  json::Value value;
  if (object["mode"].get(value) != simdjson::SUCCESS) return FailInvalid(texts::kCapacityBody);
  if (value.is_null()) return std::optional<CapacityMode>();
  std::string_view name;
  if (value.get(name) != simdjson::SUCCESS) return FailInvalid(texts::kCapacityBody);
  for (const auto& each : kModes) {
    if (each.name == name) return each.mode;
  }
  return FailInvalid(texts::kCapacityBody);
}

void ReadCapacity(database::Database& database, std::string_view table, Loop& loop,
                  wire::Reply done) {
  AnswerFromPool(database, loop, std::move(done), [&database, table = std::string(table)] {
    return Answer(database, api::FindAnyTable(database.store().catalog(), database.clock(), table));
  });
}

void SetCapacity(database::Database& database, std::string_view table, const std::string& body,
                 Loop& loop, wire::Reply done) {
  const auto mode = ReadCapacityMode(body);
  if (!mode) return done(AdminRefusal(mode.error()));
  AnswerFromPool(database, loop, std::move(done),
                 [&database, table = std::string(table), mode = *mode] {
                   return Answer(database, api::SetCapacityMode(database.services(), table, mode));
                 });
}

}  // namespace stator::admin
