#pragma once

#include <optional>

#include "base/result.h"
#include "catalog/table.h"
#include "expr/update.h"
#include "item/value.h"
#include "table/write.h"

// What an update may do to an item, wherever the update comes from.
namespace stator::api {

// An UpdateExpression of UpdateItem may cost as much as an item may hold (expr/update_charge.h).
// Transactions and AttributeUpdates have no such bound.
Result<> CheckUpdateCharge(const expr::Update& update);

// No action may touch the table's key, nor reach inside a key of an index, nor put there what no
// index can take as its key.
Result<> CheckTargets(const catalog::Table& table, const expr::Update& update);

// What the update makes of the stored item (nullptr: none) under `key`. Without an update it makes
// sure there is an item. Pure.
Result<table::Decision> DecideUpdate(const catalog::Table& table,
                                     const std::optional<expr::Update>& update,
                                     const item::Item& key, const item::ItemView* stored);

}  // namespace stator::api
