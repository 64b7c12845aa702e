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

}  // namespace stator::api
