#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "catalog/table.h"
#include "storage/engine.h"

// Determines how much data partitions hold. Entries are counted for whole tables and indexes only,
// so sizes of partitions are estimates.
namespace stator::database {

// The size of one partition.
struct PartSize {
  std::int64_t bytes = 0;  // as DynamoDB bills them
  std::int64_t entries = 0;
};

// Returns the size of each partition of the table with its local indexes, or of a global index, in
// order. The sizes add up to the counted size of the table or index. Empty: the engine has no
// sizes.
Result<std::vector<PartSize>> PartitionSizes(storage::Engine& engine,
                                             const catalog::Catalog& catalog,
                                             const catalog::Table& table,
                                             const catalog::Index* index);

// Returns a key in the middle of a partition's data, between two item collections. If one
// collection is most of the data and the table has no local index, the key may be inside it.
// nullopt: there is no such key.
Result<std::optional<Bytes>> MiddleOf(storage::Engine& engine, const catalog::Catalog& catalog,
                                      const catalog::Table& table, const catalog::Index* index,
                                      std::size_t place);

}  // namespace stator::database
