#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "catalog/table.h"
#include "storage/engine.h"

// How much partitions hold. Entries are counted for whole tables and indexes only, so that of their
// parts is estimated.
namespace stator::database {

// A part of a table or global index.
struct PartSize {
  std::int64_t bytes = 0;  // as DynamoDB bills them
  std::int64_t entries = 0;
};

// Of each partition, in their order; of the table with its local indexes, or of a global index.
// Together they are what the table or index holds. Empty: the engine cannot tell.
Result<std::vector<PartSize>> PartitionSizes(storage::Engine& engine,
                                             const catalog::Catalog& catalog,
                                             const catalog::Table& table,
                                             const catalog::Index* index);

// A key in the middle of what a partition holds: between two item collections, or, where one of
// them makes up the most of it and the table has no local index, within it. nullopt: there is none.
Result<std::optional<Bytes>> MiddleOf(storage::Engine& engine, const catalog::Catalog& catalog,
                                      const catalog::Table& table, const catalog::Index* index,
                                      std::size_t place);

}  // namespace stator::database
