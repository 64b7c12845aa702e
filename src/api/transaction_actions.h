#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "api/expression_parameters.h"
#include "api/services.h"
#include "api/types.h"
#include "base/result.h"
#include "table/ledger.h"
#include "table/write.h"

// The actions of a TransactWriteItems request. All of it leans on the request.
namespace stator::api {

// One action, whichever of the four it is.
struct TransactionAction {
  enum class Kind : std::uint8_t { kCheck, kPut, kUpdate, kDelete };
  Kind kind;
  const std::string* table_name;   // as the client gave it
  const AttributeMap* attributes;  // the item to put, else the key
  ExpressionParameters::Given given;
  const std::optional<ReturnValuesOnConditionCheckFailure>* on_failure;
  ExpressionParameters::Bound bound = {};

  // What it adds to the size of the request.
  std::size_t Bytes() const;
};

// The request's actions with everything checked that can be without looking at a table.
Result<std::vector<TransactionAction>> CheckActions(const ItemServices& services,
                                                    const TransactWriteItemsRequest& request);

// Where the action's row is, or why the table cannot take the action.
Result<Bytes> RowKeyFor(const TransactionAction& action, const catalog::Table& table);

// What tells the request's actions from any others'.
Bytes FingerprintOf(const std::vector<TransactionAction>& actions);

// The writes that the actions stand for, on the tables as they are now. An action that its table
// cannot take cancels the transaction.
Result<std::vector<table::Command>> MakeCommands(
    const ItemServices& services, const std::vector<TransactionAction>& actions,
    const std::optional<ReturnItemCollectionMetrics>& metrics);

}  // namespace stator::api
