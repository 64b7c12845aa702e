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

// Where the client wants a partition of its table split; what it leaves open is chosen for it
// (streams/lineage.h).
struct SplitRequest {
  std::string index;  // a global index; empty: the table itself
  std::optional<std::uint32_t> partition;
  std::optional<AttributeMap> key;
};

// Splits one of the partitions of the table, and with it the shard of its stream, or of an index,
// and waits until that is durable. Returns the table as it is then.
Result<catalog::TablePtr> SplitTable(const TableServices& services, std::string_view name,
                                     const SplitRequest& request);

}  // namespace stator::api
