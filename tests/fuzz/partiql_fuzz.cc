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
#include "partiql/bind.h"
#include "partiql/named_table.h"
#include "partiql/parser.h"
#include "partiql/plan.h"
#include "table/testing.h"

// Parses any text as a statement, binds parameters of all types, and plans it on a table and on an
// index.
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
  if (bound->item) CHECK(item::Verify(bound->item->bytes()).has_value());
  const query::Source index{Table().table, &Table().table->settings().indexes.front()};
  for (const query::Source& source : {Table(), index}) {
    const auto plan = PlanRead(source, bound->where);
    if (plan) CHECK(plan->branches.size() <= limits::kStatementBranchesMax);
  }
  for (const Purpose purpose : {Purpose::kRead, Purpose::kWrite}) {
    const auto key = PlanKey(Table(), bound->where, purpose);
    if (key && *key) CHECK(item::Verify((*key)->key.bytes()).has_value());
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
