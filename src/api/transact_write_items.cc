#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "api/consumed.h"
#include "api/explanation.h"
#include "api/handlers.h"
#include "api/item_checks.h"
#include "api/transaction_actions.h"

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

// The transaction was over before it came: it costs what reading its items costs.
TransactWriteItemsResponse AnswerReplay(const TransactWriteItemsRequest& request,
                                        const Actions& actions,
                                        const std::vector<table::HalfUnits>& read_units) {
  UnitsByTable units;
  for (std::size_t i = 0; i < actions.size() && i < read_units.size(); ++i) {
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
    parts[i].units.table *= 2;  // prepared and committed; indexes see the commit alone
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
    Context& context, const TransactWriteItemsRequest& request) {
  // The commands lean on the actions as well.
  auto actions = std::make_shared<const Actions>(TRY(CheckActions(context, request)));
  table::Transaction transaction;
  if (request.client_request_token) {
    transaction.token = table::Token{*request.client_request_token, FingerprintOf(*actions)};
  }
  // What is over was right when it happened, whatever has become of its tables.
  if (!transaction.token || !TRY(context.transactions.IsOver(*transaction.token))) {
    transaction.commands =
        TRY(MakeCommands(context, *actions, request.return_item_collection_metrics));
  }
  auto answer = [&request, actions = std::move(actions)](table::Transacted&& transacted) {
    if (transacted.replayed) return AnswerReplay(request, *actions, *transacted.replayed);
    return Answer(request, *actions, std::move(transacted.parts));
  };
  return Transact<TransactWriteItemsResponse>{std::move(transaction), std::move(answer)};
}

}  // namespace stator::api
