#include "admin/capacity_mode.h"

#include <utility>

#include "admin/answer.h"
#include "admin/refusal.h"
#include "api/capacity_mode.h"
#include "api/lookup.h"
#include "base/texts.h"
#include "json/describe.h"
#include "json/from_json.h"
#include "json/parser.h"
#include "json/to_json.h"

namespace stator::admin {
namespace {

using catalog::CapacityMode;

// Null means that the table has no mode of its own.
struct TableMode {
  std::optional<CapacityMode> mode;
};
void WriteJson(const TableMode& own, std::string& out) {
  own.mode ? json::Write(*own.mode, out) : void(out += "null");
}

struct CapacityAnswer {
  std::string_view table;
  TableMode mode;
  CapacityMode effective = CapacityMode::kOff;
};
BOOST_DESCRIBE_STRUCT(CapacityAnswer, (), (table, mode, effective))

wire::Response Answer(database::Database& database, const Result<catalog::TablePtr>& table) {
  if (!table) return AdminRefusal(table.error());
  return {.body = json::ToJson(CapacityAnswer{.table = (**table)->name,
                                              .mode = {(**table)->capacity},
                                              .effective = database.meter().ModeOf(**table)})};
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
  const auto mode = json::FromJson<CapacityMode>(value);
  if (!mode) return FailInvalid(texts::kCapacityBody);
  return *mode;
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
