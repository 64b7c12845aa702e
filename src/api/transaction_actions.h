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

// The actions of a TransactWriteItems request. Lifetime: everything here holds views into the
// request.
namespace stator::api {

// One action of any of the four kinds.
struct TransactionAction {
  enum class Kind : std::uint8_t { kCheck, kPut, kUpdate, kDelete };
  Kind kind;
  const std::string* table_name;   // as the client named it
  const AttributeMap* attributes;  // the item to put, or the key
  ExpressionParameters::Given given;
  const std::optional<ReturnValuesOnConditionCheckFailure>* on_failure;
  ExpressionParameters::Bound bound = {};

  // Returns the action's share of the request's size.
  std::size_t Bytes() const;
};

// Returns the request's actions after all checks that do not need a table.
Result<std::vector<TransactionAction>> CheckActions(const ItemServices& services,
                                                    const TransactWriteItemsRequest& request);

// Returns the action's row key. Errors: the reason why the table cannot take the action.
Result<Bytes> RowKeyFor(const TransactionAction& action, const catalog::Table& table);

// Returns a fingerprint that distinguishes the request's actions from all others.
Bytes FingerprintOf(const std::vector<TransactionAction>& actions);

// Returns the writes for the actions, on the current tables. Errors: an action that its table
// cannot take cancels the transaction.
Result<std::vector<table::Command>> MakeCommands(
    const ItemServices& services, const std::vector<TransactionAction>& actions,
    const std::optional<ReturnItemCollectionMetrics>& metrics);

}  // namespace stator::api
