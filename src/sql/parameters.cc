#include "sql/parameters.h"

#include <utility>

#include <fmt/format.h>

#include "client/json_read.h"
#include "json/parser.h"
#include "sql/cell.h"

namespace stator::sql {
namespace {

// A parser takes objects only, so the text becomes the member of one. The text could close that
// object and open others; then the object has not exactly this member.
Result<std::vector<client::Value>> ParseParameter(const std::string& text) {
  const auto refuse = [&] {
    constexpr std::size_t kShownColumns = 60;
    return FailInvalid(
        fmt::format("-p takes a value such as {{\"S\": \"a\"}}, or a list of values, and not {}.",
                    CellOf(text, kShownColumns).text));
  };
  json::Parser parser;
  const auto body = parser.Parse(fmt::format("{{\"parameter\":{}}}", text));
  simdjson::dom::object object;
  if (!body || body->empty() || body->root().get(object) != simdjson::SUCCESS ||
      object.size() != 1) {
    return refuse();
  }
  std::vector<client::Value> values;
  const json::Value given = object.begin().value();
  const bool is_read =
      given.is_array() ? client::Read(given, values) : client::Read(given, values.emplace_back());
  if (!is_read) return refuse();
  return values;
}

}  // namespace

Result<std::deque<client::Value>> ParseParameters(const std::vector<std::string>& texts) {
  std::deque<client::Value> values;
  for (const std::string& text : texts) {
    for (auto& value : TRY(ParseParameter(text))) values.push_back(std::move(value));
  }
  return values;
}

}  // namespace stator::sql
