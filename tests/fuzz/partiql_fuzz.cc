#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/limits.h"
#include "base/request_limits.h"
#include "base/utf8.h"
#include "expr/testing.h"
#include "partiql/access_rules.h"
#include "partiql/bind.h"
#include "partiql/classic_request.h"
#include "partiql/named_table.h"
#include "partiql/parser.h"
#include "partiql/plan.h"
#include "table/testing.h"

// Parses any text as a statement, binds parameters of all types, and plans it on a table and on an
// index. Plans then name their classic requests and access entries.
namespace stator::partiql {
namespace {

using namespace expr::testing;  // NOLINT(google-build-using-namespace): short names

const query::Source& Table() {
  static const query::Source source = [] {
    auto settings = table::testing::SortedTable("t");
    settings.indexes = {table::testing::GlobalIndex("i", "g")};
    return query::Source{table::testing::Published(std::move(settings)), nullptr};
  }();
  return source;
}

std::vector<item::ValueView> ParametersFor(std::size_t count) {
  static Values values;
  static const std::vector<item::ValueView> all = {
      values.Add(S("a")),         values.Add(N("1")),
      values.Add(Bool(true)),     values.Add(Null()),
      values.Add(SS({"a", "b"})), values.Add(L({N("1")})),
      values.Add(B("b")),         values.Add(M({{"k", N("1")}}))};
  std::vector<item::ValueView> parameters;
  for (std::size_t i = 0; i < count; ++i) parameters.push_back(all[i % all.size()]);
  return parameters;
}

void CheckTexts(const ClassicRequest& request) {
  for (const std::string* text : {&request.filter, &request.condition, &request.update}) {
    CHECK(text->size() <= limits::kExpressionBytesMax);
  }
  CHECK(item::Verify(request.values.bytes()).has_value());
}

void UsePlan(const query::Source& source, const BoundStatement& bound, const ReadPlan& plan) {
  const auto entry = AccessEntryOf(source, bound, plan, "");
  CHECK(!entry.full_scan || entry.leading_keys.empty());
  if (bound.statement->kind != Statement::Kind::kSelect) return;
  if (const auto request = ClassicRequestOf(source, bound, plan, false)) CheckTexts(*request);
}

void UseKey(const BoundStatement& bound, item::ItemView key) {
  CHECK(AccessEntryOf(Table(), bound, key, "").leading_keys.size() <= 1);
  if (const auto request = ClassicWriteOf(Table(), bound, key)) CheckTexts(*request);
}

void Use(const std::string& text) {
  TableNamedIn(text);
  auto parsed = Parse(text);
  if (!parsed) {
    CHECK(!parsed.error().message.empty());
    return;
  }
  CHECK(parsed->pattern.size() <= 2 * text.size() + 1);
  const auto parameters = ParametersFor(parsed->parameters);
  const auto bound = Bind(std::make_shared<const Statement>(*std::move(parsed)), parameters);
  if (!bound) return;
  if (bound->item) {
    CHECK(item::Verify(bound->item->bytes()).has_value());
    UseKey(*bound, bound->item->view());
  }
  const query::Source index{Table().table, &Table().table->settings().indexes.front()};
  for (const query::Source& source : {Table(), index}) {
    const auto plan = PlanRead(source, bound->where);
    if (!plan) continue;
    CHECK(plan->branches.size() <= limits::kStatementBranchesMax);
    UsePlan(source, *bound, *plan);
  }
  for (const Purpose purpose : {Purpose::kRead, Purpose::kWrite}) {
    const auto key = PlanKey(Table(), bound->where, purpose);
    if (!key || !*key) continue;
    CHECK(item::Verify((*key)->key.bytes()).has_value());
    if (!bound->item) UseKey(*bound, (*key)->key.view());
  }
}

}  // namespace
}  // namespace stator::partiql

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  if (size > stator::limits::kStatementBytesMax || !stator::ValidUtf8(text)) return 0;
  stator::partiql::Use(text);
  return 0;
}
