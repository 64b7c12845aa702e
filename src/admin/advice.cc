#include "admin/advice.h"

#include <cstdint>
#include <optional>
#include <string_view>

#include "json/describe.h"
#include "json/to_json.h"

namespace stator::admin {
namespace {

struct AdviceLine {
  std::string_view operation;
  std::string_view table;
  std::optional<std::string_view> index;
  std::optional<std::string_view> key_condition;
  std::optional<std::string_view> filter;
  std::optional<std::string_view> projection;
  std::uint64_t pages = 0;
  std::uint64_t items_examined = 0;
  std::uint64_t items_returned = 0;
  double units = 0;
  std::string_view finding;
  std::string_view advice;
};
BOOST_DESCRIBE_STRUCT(AdviceLine, (),
                      (operation, table, index, key_condition, filter, projection, pages,
                       items_examined, items_returned, units, finding, advice))

struct AdviceAnswer {
  std::vector<AdviceLine> advice;
};
BOOST_DESCRIBE_STRUCT(AdviceAnswer, (), (advice))

std::optional<std::string_view> IfGiven(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional<std::string_view>(text);
}

}  // namespace

std::string AdviceJson(const std::vector<api::Advice::Line>& lines) {
  AdviceAnswer answer;
  for (const auto& line : lines) {
    answer.advice.push_back({.operation = line.operation,
                             .table = line.table,
                             .index = IfGiven(line.index),
                             .key_condition = IfGiven(line.key_condition),
                             .filter = IfGiven(line.filter),
                             .projection = IfGiven(line.projection),
                             .pages = line.pages,
                             .items_examined = line.items_examined,
                             .items_returned = line.items_returned,
                             .units = line.units,
                             .finding = line.finding,
                             .advice = line.advice});
  }
  return json::ToJson(answer);
}

}  // namespace stator::admin
