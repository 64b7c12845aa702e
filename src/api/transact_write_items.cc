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
#include "base/cancellation.h"

namespace stator::api {
namespace {

using Actions = std::vector<TransactionAction>;
using UnitsByTable = std::map<std::string, table::UnitsUsed>;  // as the client named the tables

void AddConsumed(const TransactWriteItemsRequest& request, const UnitsByTable& units, Access access,
                 TransactWriteItemsResponse& response) {
  for (const auto& [name, used] : units) {
    auto consumed = ConsumedTogether(request.return_consumed_capacity, name, used, access);
    if (!consumed) return;
    if (!response.consumed_capacity) response.consumed_capacity.emplace();
    response.consumed_capacity->push_back(std::move(*consumed));
  }
}

// An item of a transaction that had already ended. A repeated request reads the item instead of
// writing it.
struct Replayed {
  catalog::TablePtr table;
  Bytes row_key;
  // Holds views into both. Empty if the table is gone or was replaced.
  std::optional<ItemMeter> meter;
};

// Returns the items in the order of the actions. Lifetime: they hold views into the actions.
std::vector<Replayed> ReplayOf(const ItemServices& services, const Actions& actions) {
  std::vector<Replayed> replay(actions.size());  // its elements never move
  for (std::size_t i = 0; i < actions.size(); ++i) {
    auto table = FindReadyTable(services.catalog, services.clock, *actions[i].table_name);
    if (!table) continue;
    auto row_key = RowKeyFor(actions[i], **table);
    if (!row_key) continue;
    auto& item = replay[i];
    item.table = *std::move(table);
    item.row_key = *std::move(row_key);
    item.meter.emplace(*item.table, "TransactWriteItems", item.row_key,
                       ItemForm(*item.table, actions[i].attributes->item.view()));
  }
  return replay;
}

Result<> Admit(const ItemServices& services, std::vector<Replayed>& replay) {
  capacity::RequestThrottles throttles;
  CancellationReasons reasons(replay.size());
  bool refused = false;
  for (std::size_t i = 0; i < replay.size(); ++i) {
    if (!replay[i].meter) continue;
    if (auto admitted = replay[i].meter->Admit(services, &throttles); !admitted) {
      refused = true;
      reasons[i] = std::move(admitted.error());
    }
  }
  if (refused) return Fail(Cancelled(std::move(reasons)));
  return {};
}

// Answers a repeated request of a transaction that had already ended. It costs the reads of its
// items.
TransactWriteItemsResponse AnswerReplay(const ItemServices& services,
                                        const TransactWriteItemsRequest& request,
                                        const Actions& actions, const std::vector<Replayed>& replay,
                                        const std::vector<table::HalfUnits>& read_units) {
  UnitsByTable units;
  for (std::size_t i = 0; i < actions.size() && i < read_units.size(); ++i) {
    if (!replay[i].meter) continue;
    replay[i].meter->Charge(services, read_units[i]);
    units[*actions[i].table_name].table += read_units[i];
    ExplainRead(request.explanation, *actions[i].table_name, std::nullopt, true, read_units[i]);
  }
  TransactWriteItemsResponse response;
  AddConsumed(request, units, Access::kRead, response);
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
  AddConsumed(request, units, Access::kWrite, response);
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
  std::vector<Replayed> replay;
  if (transaction.token && TRY(services.transactions.IsOver(*transaction.token))) {
    replay = ReplayOf(services, *actions);
    TRY(Admit(services, replay));
  } else {
    transaction.commands =
        TRY(MakeCommands(services, *actions, request.return_item_collection_metrics));
  }
  auto answer = [&services, &request, actions = std::move(actions),
                 replay = std::move(replay)](table::Transacted&& transacted) mutable {
    if (transacted.replayed) {
      // The transaction may have ended after the check above.
      if (replay.empty()) replay = ReplayOf(services, *actions);
      return AnswerReplay(services, request, *actions, replay, *transacted.replayed);
    }
    return Answer(request, *actions, std::move(transacted.parts));
  };
  return Transact<TransactWriteItemsResponse>{std::move(transaction), std::move(answer)};
}

}  // namespace stator::api
