#pragma once

#include <optional>

#include "base/result.h"
#include "catalog/table.h"
#include "expr/update.h"
#include "item/value.h"
#include "table/write.h"

// Checks and applies updates of items, whichever operation they come from.
namespace stator::api {

// Limits the charge of UpdateItem's UpdateExpression to the size of an item (expr/update_charge.h).
// Transactions and AttributeUpdates have no such bound.
Result<> CheckUpdateCharge(const expr::Update& update);

// Refuses actions that change the table's key, change the inside of an index's key, or write a
// value there that no index accepts as its key.
Result<> CheckTargets(const catalog::Table& table, const expr::Update& update);

// Applies the update to the stored item (nullptr: none) under `key`. Without an update it creates
// the item if it is missing. Pure.
Result<table::Decision> DecideUpdate(const catalog::Table& table,
                                     const std::optional<expr::Update>& update,
                                     const item::Item& key, const item::ItemView* stored);

}  // namespace stator::api
