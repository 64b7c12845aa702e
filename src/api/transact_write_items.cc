#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "api/consumed.h"
#include "api/explanation.h"
#include "api/handlers.h"
#include "api/item_checks.h"
#include "api/lookup.h"
#include "api/metering.h"
#include "api/transaction_actions.h"
#include "api/transaction_replay.h"

namespace stator::api {
namespace {

using Actions = std::vector<TransactionAction>;
// Returns the items in the order of the actions. Lifetime: it holds views into the actions.
TransactionReplay ReplayOf(const ItemServices& services, const Actions& actions) {
  TransactionReplay replay("TransactWriteItems");
  for (const auto& action : actions) {
    auto table = FindReadyTable(services.catalog, services.clock, *action.table_name);
    auto row_key = table ? RowKeyFor(action, **table) : Result<Bytes>();
    const bool there = table.has_value() && row_key.has_value();
    replay.Add(*action.table_name, there ? *std::move(table) : nullptr,
               there ? *std::move(row_key) : Bytes(), action.attributes->item.view());
  }
  return replay;
}

// Answers a repeated request of a transaction that had already ended. It costs the reads of its
// items.
TransactWriteItemsResponse AnswerReplay(const ItemServices& services,
                                        const TransactWriteItemsRequest& request,
                                        const TransactionReplay& replay,
                                        const std::vector<table::HalfUnits>& read_units) {
  TransactWriteItemsResponse response;
  AddConsumed(request.return_consumed_capacity,
              replay.Charge(services, read_units, request.explanation), Access::kRead,
              response.consumed_capacity);
  return response;
}

TransactWriteItemsResponse Answer(const TransactWriteItemsRequest& request, const Actions& actions,
                                  std::vector<table::Written> parts) {
  UnitsByTable units;
  TransactWriteItemsResponse response;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const auto& name = *actions[i].table_name;
    CountTwice(parts[i].units);
    units[name].Add(parts[i].units);
    ExplainWrite(request.explanation, name, parts[i]);
    if (actions[i].kind == TransactionAction::Kind::kCheck) continue;
    if (auto metrics = CollectionMetrics(request.return_item_collection_metrics, parts[i],
                                         actions[i].attributes->item.view())) {
      if (!response.item_collection_metrics) response.item_collection_metrics.emplace();
      AddMetrics(std::move(*metrics), (*response.item_collection_metrics)[name]);
    }
  }
  AddConsumed(request.return_consumed_capacity, units, Access::kWrite, response.consumed_capacity);
  return response;
}

}  // namespace

// Writes and checks up to a hundred items together or not at all.
Result<Transact<TransactWriteItemsResponse>> TransactWriteItems(
    const ItemServices& services, const TransactWriteItemsRequest& request) {
  // The commands also hold views into the actions.
  auto actions = std::make_shared<const Actions>(TRY(CheckActions(services, request)));
  table::Transaction transaction;
  if (request.client_request_token) {
    transaction.token = table::Token{*request.client_request_token, FingerprintOf(*actions)};
  }
  // The result of an ended transaction stands, even if its tables have changed since.
  TransactionReplay replay("TransactWriteItems");
  if (transaction.token && TRY(services.transactions.IsOver(*transaction.token))) {
    replay = ReplayOf(services, *actions);
    TRY(replay.Admit(services));
  } else {
    transaction.commands =
        TRY(MakeCommands(services, *actions, request.return_item_collection_metrics));
  }
  auto answer = [&services, &request, actions = std::move(actions),
                 replay = std::move(replay)](table::Transacted&& transacted) mutable {
    if (transacted.replayed) {
      // The transaction may have ended after the check above.
      if (replay.empty()) replay = ReplayOf(services, *actions);
      return AnswerReplay(services, request, replay, *transacted.replayed);
    }
    return Answer(request, *actions, std::move(transacted.parts));
  };
  return Transact<TransactWriteItemsResponse>{std::move(transaction), std::move(answer)};
}

}  // namespace stator::api
