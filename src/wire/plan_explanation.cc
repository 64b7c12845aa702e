#include "wire/plan_explanation.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "json/describe.h"
#include "json/to_json.h"
#include "wire/classic_request.h"

namespace stator::wire {
namespace {

// JSON that is written already.
struct WrittenJson {
  std::string text;
};
void WriteJson(const WrittenJson& json, std::string& out) { out += json.text; }

struct PlannedAccessAnswer {
  std::string_view access;
  std::optional<std::string_view> range;
  std::size_t items = 0;
  std::string_view items_known;
  double units = 0;
  std::string_view units_known;
};
BOOST_DESCRIBE_STRUCT(PlannedAccessAnswer, (),
                      (access, range, items, items_known, units, units_known))

struct PlanAnswer {
  std::string_view operation;
  std::optional<std::string_view> statement;
  std::string_view table;
  std::optional<std::string_view> index;
  bool consistent = false;
  std::optional<bool> backward;
  std::vector<PlannedAccessAnswer> access;
  std::size_t items = 0;
  std::string_view items_known;
  double units = 0;
  std::string_view units_known;
  std::optional<std::size_t> pages;
  std::optional<std::string_view> because;
  std::optional<WrittenJson> request;
};
BOOST_DESCRIBE_STRUCT(PlanAnswer, (),
                      (operation, statement, table, index, consistent, backward, access, items,
                       items_known, units, units_known, pages, because, request))

std::optional<std::string_view> GivenText(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional<std::string_view>(text);
}

// Fills in the members that reads and plans share.
template <class Answer>
void AddExpected(const api::Expectation& expected, Answer& answer) {
  answer.items = expected.items.value;
  answer.items_known = api::NameOf(expected.items.how);
  answer.units = static_cast<double>(expected.units.value) / 2;
  answer.units_known = api::NameOf(expected.units.how);
}

}  // namespace

std::string PlanExplanationJson(const api::PlanExplanation& plan) {
  PlanAnswer answer{.operation = plan.operation,
                    .statement = GivenText(plan.statement),
                    .table = plan.table,
                    .index = GivenText(plan.index),
                    .consistent = plan.consistent,
                    .pages = plan.pages,
                    .because = GivenText(plan.because)};
  if (plan.backward) answer.backward = true;
  AddExpected(plan.Total(), answer);
  for (const api::PlannedAccess& access : plan.accesses) {
    auto& each = answer.access.emplace_back();
    each.access = api::NameOf(access.access);
    each.range = GivenText(access.key_range);
    AddExpected(access.expected, each);
  }
  if (plan.request) answer.request = WrittenJson{ClassicRequestJson(*plan.request)};
  return json::ToJson(answer);
}

}  // namespace stator::wire
