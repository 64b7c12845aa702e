#include "admin/transaction_pauses.h"

#include <optional>
#include <utility>

#include "admin/answer.h"
#include "admin/refusal.h"
#include "api/lookup.h"
#include "api/types.h"
#include "base/texts.h"
#include "json/describe.h"
#include "json/parser.h"
#include "json/to_json.h"
#include "table/keys.h"
#include "wire/codecs.h"

namespace stator::admin {
namespace {

struct PausesAnswer {
  std::size_t armed = 0;
  std::size_t held = 0;
};
BOOST_DESCRIBE_STRUCT(PausesAnswer, (), (armed, held))

struct ReleaseAnswer {
  std::size_t released = 0;
};
BOOST_DESCRIBE_STRUCT(ReleaseAnswer, (), (released))

// Whether the object has exactly the two members that name an item, each once.
bool NamesAnItem(const simdjson::dom::object& members) {
  json::Value ignored;
  return members.size() == 2 && members["TableName"].get(ignored) == simdjson::SUCCESS &&
         members["Key"].get(ignored) == simdjson::SUCCESS;
}

// Reads the item in GetItem's form; nullopt if the body names none.
Result<std::optional<storage::Address>> ReadItem(database::Database& database,
                                                 const std::string& json) {
  json::Parser parser;
  const auto body = parser.Parse(json);
  if (!body) return FailInvalid(texts::kHoldBody);
  if (body->empty()) return std::nullopt;
  const simdjson::dom::object members(body->root());
  if (members.size() == 0) return std::nullopt;
  if (!NamesAnItem(members)) return FailInvalid(texts::kHoldBody);
  const auto request = wire::Decode<api::GetItemRequest>(*body);
  if (!request) {
    const bool is_misshapen = request.error().code == ErrorCode::kSerializationException;
    return is_misshapen ? FailInvalid(texts::kHoldBody) : Fail(request.error());
  }
  const auto table =
      TRY(api::FindReadyTable(database.store().catalog(), database.clock(), *request->table_name));
  auto row_key = TRY(table::RowKeyOfKey(*table, request->key->item.view()));
  return storage::Address{(*table)->rows, std::move(row_key)};
}

}  // namespace

std::string PausesJson(database::Database& database) {
  const auto counts = database.store().transactions().pauses().counts();
  return json::ToJson(PausesAnswer{.armed = counts.armed, .held = counts.held});
}

void HoldTransaction(database::Database& database, const std::string& body, Loop& /*loop*/,
                     wire::Reply done) {
  auto item = ReadItem(database, body);
  if (item && !*item) item = FailInvalid(texts::kHoldBody);
  if (!item) return done(AdminRefusal(item.error()));
  const auto armed = database.store().transactions().pauses().Arm(**std::move(item));
  if (!armed) return done(AdminRefusal(armed.error()));
  done({.body = PausesJson(database)});
}

// Runs on the pool, because resumed transactions may wait for the disk.
void ReleaseTransactions(database::Database& database, const std::string& body, Loop& loop,
                         wire::Reply done) {
  auto item = ReadItem(database, body);
  if (!item) return done(AdminRefusal(item.error()));
  AnswerFromPool(database, loop, std::move(done), [&database, item = *std::move(item)] {
    const auto released = database.store().transactions().pauses().Release(item);
    return wire::Response{.body = json::ToJson(ReleaseAnswer{.released = released})};
  });
}

}  // namespace stator::admin
