#include "admin/advice.h"

#include <cstdint>
#include <string_view>

#include "json/writer.h"

namespace stator::admin {
namespace {

void WriteLine(const api::Advice::Line& line, std::string& out) {
  json::ObjectWriter object(out);
  const auto text = [&](std::string_view name, std::string_view value) {
    object.Key(name);
    json::WriteString(value, out);
  };
  const auto given = [&](std::string_view name, std::string_view value) {
    if (!value.empty()) text(name, value);
  };
  const auto count = [&](std::string_view name, std::uint64_t value) {
    object.Key(name);
    json::WriteInteger(static_cast<std::int64_t>(value), out);
  };
  text("operation", line.operation);
  text("table", line.table);
  given("index", line.index);
  given("keyCondition", line.key_condition);
  given("filter", line.filter);
  given("projection", line.projection);
  count("pages", line.pages);
  count("itemsExamined", line.items_examined);
  count("itemsReturned", line.items_returned);
  object.Key("units");
  json::WriteDouble(line.units, out);
  text("finding", line.finding);
  text("advice", line.advice);
}

}  // namespace

std::string AdviceJson(const std::vector<api::Advice::Line>& lines) {
  std::string json = R"({"advice":)";
  json::WriteList(lines, json, WriteLine);
  return json + "}";
}

}  // namespace stator::admin
