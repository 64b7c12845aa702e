#include "api/partiql/statement_read.h"

#include <utility>

#include "api/partiql/binding.h"
#include "expr/condition.h"
#include "partiql/plan.h"
#include "table/keys.h"

namespace stator::api {

Result<std::shared_ptr<const StatementRead>> StatementRead::Make(
    const ItemServices& services, const partiql::BoundStatement& bound, const char* key_required) {
  std::shared_ptr<StatementRead> read(new StatementRead(bound));
  read->source_ = TRY(FindStatementSource(services, *bound.statement, false));
  if (read->source_.index != nullptr) return FailInvalid(key_required);
  auto key = TRY(partiql::PlanKey(read->source_, bound.where, partiql::Purpose::kRead));
  if (!key) return FailInvalid(key_required);
  read->key_ = std::move(key->key);
  read->filtered_ = key->filtered;
  read->row_key_ = TRY(table::RowKeyOfKey(*read->source_.table, read->key_.view()));
  return read;
}

std::optional<item::Item> StatementRead::Chosen(item::ItemView item) const {
  if (filtered_ && !expr::Holds(*bound_.where, item)) return std::nullopt;
  const auto& direct = projected_.direct();
  if (direct) return expr::Project(*direct, item);
  return projected_.Rename(item::Item(Bytes(item.bytes())));
}

StatementExplanation StatementRead::Explained(std::size_t items, table::HalfUnits units,
                                              bool consistent) const {
  StatementExplanation explained{.kind = "select", .table = bound_.statement->table};
  explained.accesses.push_back(
      {ExplainedAccess::kGet, KeyText(*source_.table, key_.view()), items, units});
  const auto plan = partiql::PlanRead(source_, bound_.where);
  if (!plan) return explained;
  explained.request = partiql::ClassicRequestOf(source_, bound_, *plan, false);
  if (explained.request) explained.request->consistent = consistent;
  return explained;
}

}  // namespace stator::api
