#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "api/attribute_value.h"
#include "api/services.h"
#include "base/result.h"
#include "catalog/table.h"

namespace stator::api {

// The place at which a client wants a partition split. streams/lineage.h chooses the parts that the
// client leaves open.
struct SplitRequest {
  std::string index;  // a global index; empty: the table itself
  std::optional<std::uint32_t> partition;
  std::optional<AttributeMap> key;
};

// Splits a partition of an index, or of the table together with the shard of its stream. Waits
// until the split is durable. Returns the changed table.
Result<catalog::TablePtr> SplitTable(const TableServices& services, std::string_view name,
                                     const SplitRequest& request);

}  // namespace stator::api
