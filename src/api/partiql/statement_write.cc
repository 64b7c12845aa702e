#include "api/partiql/statement_write.h"

#include <algorithm>
#include <utility>

#include "api/item_checks.h"
#include "api/partiql/binding.h"
#include "api/update_decision.h"
#include "base/limits.h"
#include "base/partiql_texts.h"
#include "base/texts.h"
#include "item/encoder.h"
#include "partiql/plan.h"
#include "table/keys.h"

namespace stator::api {

using StatementKind = partiql::Statement::Kind;
using partiql::Returning;

Result<std::shared_ptr<const StatementWrite>> StatementWrite::Make(
    const ItemServices& services, const partiql::BoundStatement& bound,
    const OnFailure& on_failure) {
  std::shared_ptr<StatementWrite> write(new StatementWrite(bound, on_failure));
  TRY(write->Plan(services));
  return write;
}

Result<> StatementWrite::Plan(const ItemServices& services) {
  const auto source = TRY(FindStatementSource(services, *bound_.statement, false));
  if (source.index != nullptr) return FailInvalid(texts::kWriteOnIndex);
  table_ = source.table;
  if (bound_.statement->kind == StatementKind::kInsert) return PlanInsert();
  return PlanKeyed(source);
}

Result<> StatementWrite::PlanInsert() {
  subject_ = *bound_.item;
  if (subject_.view().Size() > limits::kItemBytesMax) return FailInvalid(texts::kItemTooLarge);
  row_key_ = TRY(table::RowKeyOfItem(*table_, subject_.view()));
  return CheckSizeWithLocalIndexes(*table_, subject_.view(), texts::kItemTooLarge);
}

Result<> StatementWrite::PlanKeyed(const query::Source& source) {
  auto key = TRY(partiql::PlanKey(source, bound_.where, partiql::Purpose::kWrite));
  subject_ = std::move(key->key);
  row_key_ = TRY(table::RowKeyOfKey(*table_, subject_.view()));
  if (key->filtered) condition_ = bound_.where;
  if (!bound_.changes) return {};
  TRY(CheckTargets(*table_, *bound_.changes));
  return CheckUpdateCharge(*bound_.changes);
}

Result<table::Decision> StatementWrite::Decide(const item::ItemView* stored) const {
  switch (bound_.statement->kind) {
    case StatementKind::kInsert:
      if (stored != nullptr) {
        Error error(ErrorCode::kDuplicateItemException, texts::kDuplicateItem);
        error.item_bytes = stored->Size();
        return Fail(std::move(error));
      }
      return table::Decision::ReplaceBorrowed(subject_);
    case StatementKind::kUpdate:
      if (stored == nullptr) {
        return Fail(ErrorCode::kConditionalCheckFailedException, texts::kConditionFailed);
      }
      TRY(CheckCondition(condition_, stored, on_failure_));
      return DecideUpdate(*table_, bound_.changes, subject_, stored);
    case StatementKind::kDelete:
      if (stored == nullptr) return table::Decision::Keep();
      TRY(CheckCondition(condition_, stored, on_failure_));
      return table::Decision::Remove();
    case StatementKind::kSelect:  // EXISTS in a transaction
      if (stored == nullptr) {
        return Fail(ErrorCode::kConditionalCheckFailedException, texts::kConditionFailed);
      }
      TRY(CheckCondition(condition_, stored, on_failure_));
      return table::Decision::Keep();
  }
  std::unreachable();
}

table::Wanted StatementWrite::wanted() const {
  const auto& returning = bound_.statement->returning;
  return {.old_image = returning == Returning::kAllOld || returning == Returning::kModifiedOld,
          .new_image = returning == Returning::kAllNew || returning == Returning::kModifiedNew};
}

std::vector<AttributeMap> StatementWrite::Returned(table::Written& written) const {
  std::vector<AttributeMap> items;
  auto& image = written.old_image ? written.old_image : written.new_image;
  if (!bound_.statement->returning || !image) return items;
  const auto returning = *bound_.statement->returning;
  if (returning == Returning::kAllOld || returning == Returning::kAllNew) {
    items.emplace_back(std::move(*image));
    return items;
  }
  item::Item modified = Modified(image->view());
  if (modified.view().count() > 0) items.emplace_back(std::move(modified));
  return items;
}

item::Item StatementWrite::Modified(item::ItemView image) const {
  if (!bound_.changes) return {};
  return expr::PickUpdated(*bound_.changes, image);
}

std::string_view KindText(const partiql::Statement& statement) {
  if (statement.exists) return "exists";
  constexpr std::string_view kKinds[] = {"select", "insert", "update", "delete"};
  return kKinds[static_cast<std::size_t>(statement.kind)];
}

StatementExplanation StatementWrite::Explained(table::HalfUnits units) const {
  StatementExplanation explained{.kind = std::string(KindText(*bound_.statement)),
                                 .table = bound_.statement->table};
  const auto access = bound_.statement->exists ? ExplainedAccess::kCheck : ExplainedAccess::kWrite;
  explained.accesses.push_back({access, KeyText(*table_, subject_.view()), 1, units});
  explained.request = partiql::ClassicWriteOf({table_, nullptr}, bound_, subject_.view());
  if (explained.request) {
    explained.request->returns_on_failure =
        on_failure_ == ReturnValuesOnConditionCheckFailure::kAllOld;
  }
  return explained;
}

table::Effort StatementWrite::effort() const {
  return EffortOf(condition_, bound_.changes,
                  bound_.statement->kind == StatementKind::kInsert ? subject_.bytes().size() : 0);
}

bool IsMissingKey(const Error& error) {
  return error.message == texts::kKeyEqualityMissing ||
         error.message.starts_with("Multiple conditions on same key");
}

bool IsKeyFault(const Error& error) {
  return error.message.starts_with("Key value must be of type") ||
         error.message.starts_with("Key attribute's data type");
}

table::Command CommandOf(const ItemServices& services, std::shared_ptr<const StatementWrite> write,
                         std::string_view operation, Charged charged, SharedThrottles throttles) {
  table::Command command;
  command.table = write->table();
  command.row_key = write->row_key();
  command.wanted = write->wanted();
  command.effort = write->effort();
  command.admission =
      MeterWrite(services, operation, ItemForm(*write->table(), write->subject().view()), charged,
                 std::move(throttles));
  command.decide = [write = std::move(write)](const item::ItemView* stored) {
    return write->Decide(stored);
  };
  return command;
}

}  // namespace stator::api
