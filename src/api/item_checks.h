#pragma once

#include <optional>
#include <vector>

#include "api/expression_parameters.h"
#include "api/types.h"
#include "base/result.h"
#include "catalog/table.h"
#include "expr/condition.h"
#include "expr/update.h"
#include "item/value.h"
#include "table/write.h"

// Checks and answers shared by the writes of single items.
namespace stator::api {

// Checks that the client wants the old item or nothing, as PutItem and DeleteItem allow.
Result<> CheckReturnsOldOrNone(const std::optional<ReturnValue>& wanted, Wording wording);

// Whether the client wants the size of the item's collection. Only tables with local indexes have
// collections.
bool WantsCollectionSize(const std::optional<ReturnItemCollectionMetrics>& wanted,
                         const catalog::Table& table);

// Returns the item's collection and the whole gigabytes around its size, if the client wants them.
// `item` is the item or its key.
std::optional<ItemCollectionMetrics> CollectionMetrics(
    const std::optional<ReturnItemCollectionMetrics>& wanted, const table::Written& written,
    item::ItemView item);

// Adds to a list that has each collection once. A collection may be written several times; its
// newest size counts.
void AddMetrics(ItemCollectionMetrics metrics, std::vector<ItemCollectionMetrics>& all);

// Checks that the image with its entries in local indexes fits in the limit of one item. `text` is
// AWS's error text.
Result<> CheckSizeWithLocalIndexes(const catalog::Table& table, item::ItemView image,
                                   const char* text);

// Returns an upper bound on the data that a decision with these expressions reads. `item_bytes` is
// the size of an item in the request.
table::Effort EffortOf(const std::optional<expr::Condition>& condition,
                       const std::optional<expr::Update>& update, std::size_t item_bytes);

// Fails with ConditionalCheckFailedException if there is a condition and the stored item (nullptr:
// none) does not satisfy it. The error contains the item if the client wants it and it exists.
Result<> CheckCondition(const std::optional<expr::Condition>& condition,
                        const item::ItemView* stored,
                        const std::optional<ReturnValuesOnConditionCheckFailure>& wanted);

}  // namespace stator::api
