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

// Checks and answers that the single-item writes share.
namespace stator::api {

// PutItem and DeleteItem can return the old item or nothing.
Result<> CheckReturnsOldOrNone(const std::optional<ReturnValue>& wanted, Wording wording);

// Whether the client wants to know of the item's collection; only tables with local indexes have
// them.
bool WantsCollectionSize(const std::optional<ReturnItemCollectionMetrics>& wanted,
                         const catalog::Table& table);

// What it is told, if it wants to know: the collection of `item`, which is an item or its key, and
// the whole gigabytes between which its size lies.
std::optional<ItemCollectionMetrics> CollectionMetrics(
    const std::optional<ReturnItemCollectionMetrics>& wanted, const table::Written& written,
    item::ItemView item);

// Adds to a list in which every collection stands once: it may have been written several times, and
// its newest size counts.
void AddMetrics(ItemCollectionMetrics metrics, std::vector<ItemCollectionMetrics>& all);

// The image with its entries in local indexes must fit in one item's limit; `text` is what AWS says
// if not.
Result<> CheckSizeWithLocalIndexes(const catalog::Table& table, item::ItemView image,
                                   const char* text);

// An upper bound on what a decision with these expressions looks at. `item_bytes`: of an item that
// the request brings.
table::Effort EffortOf(const std::optional<expr::Condition>& condition,
                       const std::optional<expr::Update>& update, std::size_t item_bytes);

// ConditionalCheckFailedException unless the condition, if there is one, holds for the stored item
// (nullptr: none); with the item, if the client wants it and it exists.
Result<> CheckCondition(const std::optional<expr::Condition>& condition,
                        const item::ItemView* stored,
                        const std::optional<ReturnValuesOnConditionCheckFailure>& wanted);

}  // namespace stator::api
