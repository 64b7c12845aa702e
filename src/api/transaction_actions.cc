#include "api/transaction_actions.h"

#include "api/item_checks.h"
#include "api/lookup.h"
#include "api/metering.h"
#include "api/update_decision.h"
#include "base/cancellation.h"
#include "base/digest.h"
#include "base/limits.h"
#include "base/texts.h"
#include "base/varint.h"
#include "table/keys.h"

namespace stator::api {
namespace {

template <class Named>
TransactionAction ActionOf(TransactionAction::Kind kind, const Named& named,
                           const AttributeMap& attributes) {
  return {.kind = kind,
          .table_name = &*named.table_name,
          .attributes = &attributes,
          .given = {.condition = &named.condition_expression,
                    .names = &named.expression_attribute_names,
                    .values = &named.expression_attribute_values,
                    .deep_values = true,
                    .unused_values = kind == TransactionAction::Kind::kPut},
          .on_failure = &named.return_values_on_condition_check_failure};
}

Result<TransactionAction> ActionIn(const TransactWriteItem& item) {
  const int count =
      static_cast<int>(item.condition_check.has_value()) + static_cast<int>(item.put.has_value()) +
      static_cast<int>(item.update.has_value()) + static_cast<int>(item.delete_.has_value());
  if (count == 0) return FailInvalid(texts::kTransactionEmptyAction);
  if (count > 1) return FailInvalid(texts::kTransactionAmbiguous);
  if (item.put) return ActionOf(TransactionAction::Kind::kPut, *item.put, *item.put->item);
  if (item.delete_)
    return ActionOf(TransactionAction::Kind::kDelete, *item.delete_, *item.delete_->key);
  if (item.condition_check) {
    return ActionOf(TransactionAction::Kind::kCheck, *item.condition_check,
                    *item.condition_check->key);
  }
  auto action = ActionOf(TransactionAction::Kind::kUpdate, *item.update, *item.update->key);
  action.given.update = &item.update->update_expression;
  return action;
}

// Makes the checks of an action that are the same for all tables.
Result<> Check(const ItemServices& services, Wording wording, TransactionAction& action) {
  const ExpressionParameters parameters(action.given, wording);
  TRY(parameters.CheckMixing());
  TRY(parameters.Check());
  const auto& bad = action.attributes->bad;
  // AWS reports very deep keys and items after the expressions, unlike other bad values.
  if (bad && bad->nesting != BadValue::Nesting::kVeryDeep) {
    TRY(CheckAttributeValues(*action.attributes, wording));
  }
  if (action.kind == TransactionAction::Kind::kPut &&
      action.attributes->item.view().Size() > limits::kItemBytesMax) {
    return FailInvalid(texts::kItemTooLarge);
  }
  action.bound = TRY(parameters.Bind(services.expressions));
  return CheckAttributeValues(*action.attributes, wording);
}

// Values of expressions may nest deeper than items, so an update must not store them.
Result<> CheckNesting(const item::Item& image) {
  for (const item::Attribute& attribute : image.view()) {
    if (attribute.value.Depth() > limits::kItemNestingMax) {
      return FailInvalid(texts::kUpdateTooDeep);
    }
  }
  return {};
}

Result<table::Decision> UpdateShallow(const TransactionAction& action, const catalog::Table& table,
                                      const item::ItemView* stored) {
  auto decision = TRY(DecideUpdate(table, action.bound.update, action.attributes->item, stored));
  const auto& values = *action.given.values;
  if (values && values->bad && decision.image) TRY(CheckNesting(*decision.image));
  return decision;
}

void AppendOptional(const std::optional<std::string>* text, Bytes& out) {
  const bool there = text != nullptr && *text;
  out.push_back(there ? '\1' : '\0');
  if (there) AppendSized(**text, out);
}

void AppendAction(const TransactionAction& action, Bytes& out) {
  out.push_back(static_cast<char>(action.kind));
  AppendSized(*action.table_name, out);
  AppendSized(action.attributes->item.view().bytes(), out);
  AppendOptional(action.given.condition, out);
  AppendOptional(action.given.update, out);
  const auto* names = action.given.names->has_value() ? &**action.given.names : nullptr;
  AppendVarint(names != nullptr ? names->size() : 0, out);
  if (names != nullptr) {
    for (const auto& [name, attribute] : *names) {
      AppendSized(name, out);
      AppendSized(attribute, out);
    }
  }
  const auto& values = *action.given.values;
  AppendSized(values ? values->item.view().bytes() : BytesView(), out);
  out.push_back(*action.on_failure ? static_cast<char>(1 + static_cast<int>(**action.on_failure))
                                   : '\0');
}

Result<table::Decision> Decide(const TransactionAction& action, const catalog::Table& table,
                               const item::ItemView* stored) {
  TRY(CheckCondition(action.bound.condition, stored, *action.on_failure));
  switch (action.kind) {
    case TransactionAction::Kind::kCheck:
      return table::Decision::Keep();
    case TransactionAction::Kind::kPut:
      return table::Decision::ReplaceBorrowed(action.attributes->item);
    case TransactionAction::Kind::kUpdate:
      return UpdateShallow(action, table, stored);
    case TransactionAction::Kind::kDelete:
      return stored != nullptr ? table::Decision::Remove() : table::Decision::Keep();
  }
  std::unreachable();
}

Error CancelledBy(std::size_t place, std::size_t count, Error error) {
  CancellationReasons reasons(count);
  reasons[place] = std::move(error);
  return Cancelled(std::move(reasons));
}

}  // namespace

std::size_t TransactionAction::Bytes() const {
  const auto& values = *given.values;
  return attributes->item.view().Size() + (values ? values->item.view().Size() : 0);
}

Result<std::vector<TransactionAction>> CheckActions(const ItemServices& services,
                                                    const TransactWriteItemsRequest& request) {
  std::vector<TransactionAction> actions;
  std::size_t bytes = 0;
  // Checks one action at a time, so that the first fault of the first bad action is reported.
  for (const auto& item : *request.transact_items) {
    auto& action = actions.emplace_back(TRY(ActionIn(item)));
    TRY(Check(services, WordingOn(request.layer, Wording::kNewer), action));
    bytes += action.Bytes();
  }
  if (bytes > limits::kTransactionBytesMax) return FailInvalid(texts::kTransactionTooLarge);
  return actions;
}

Result<Bytes> RowKeyFor(const TransactionAction& action, const catalog::Table& table) {
  const auto attributes = action.attributes->item.view();
  if (action.kind == TransactionAction::Kind::kPut) {
    auto row_key = TRY(table::RowKeyOfItem(table, attributes));
    TRY(CheckSizeWithLocalIndexes(table, attributes, texts::kItemTooLarge));
    return row_key;
  }
  if (action.bound.update) TRY(CheckTargets(table, *action.bound.update));
  return table::RowKeyOfKey(table, attributes);
}

Bytes FingerprintOf(const std::vector<TransactionAction>& actions) {
  Bytes text;
  for (const auto& action : actions) AppendAction(action, text);
  return Sha256(text);
}

Result<std::vector<table::Command>> MakeCommands(
    const ItemServices& services, const std::vector<TransactionAction>& actions,
    const std::optional<ReturnItemCollectionMetrics>& metrics) {
  std::vector<catalog::TablePtr> tables;
  for (const auto& action : actions) {
    tables.push_back(TRY(FindReadyTable(services.catalog, services.clock, *action.table_name)));
  }
  for (std::size_t i = 0; i < actions.size(); ++i) {
    TRY(table::CheckKeyNotEmpty(*tables[i], actions[i].attributes->item.view()));
  }
  std::vector<table::Command> commands;
  const auto throttles = std::make_shared<capacity::RequestThrottles>();
  std::set<std::pair<storage::Space, stator::Bytes>> written;
  std::optional<Error> refused;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    auto row_key = RowKeyFor(actions[i], *tables[i]);
    if (!row_key) {
      if (!refused) refused = CancelledBy(i, actions.size(), std::move(row_key.error()));
      continue;
    }
    if (!written.emplace((*tables[i])->rows, *row_key).second) {
      return FailInvalid(texts::kTransactionDuplicates);
    }
    auto& command = commands.emplace_back();
    command.table = tables[i];
    command.row_key = *std::move(row_key);
    command.decide = [action = &actions[i], table = tables[i]](const item::ItemView* stored) {
      return Decide(*action, *table, stored);
    };
    command.effort = EffortOf(actions[i].bound.condition, actions[i].bound.update,
                              actions[i].attributes->item.bytes().size());
    command.wanted.collection_size = WantsCollectionSize(metrics, *tables[i]);
    command.admission = MeterWrite(services, "TransactWriteItems",
                                   ItemForm(*tables[i], actions[i].attributes->item.view()),
                                   Charged::kTwice, throttles);
  }
  if (refused) return Fail(*std::move(refused));
  return commands;
}

}  // namespace stator::api
