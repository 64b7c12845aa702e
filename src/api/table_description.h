#pragma once

#include <optional>
#include <vector>

#include "api/services.h"
#include "api/types.h"
#include "catalog/table.h"

namespace stator::api {

// Returns TableDescription as DescribeTable shows it, with current counts. `status` replaces the
// table's own status: a reply to a change reports that it has begun, even if it is already done.
TableDescription Describe(const TableServices& services, const catalog::Table& table,
                          std::optional<TableStatus> status = std::nullopt);

// Returns the description for CreateTable's reply. It has warm throughput only if the request has
// it, and no time at which the table became on-demand.
TableDescription DescribeNew(const TableServices& services, const catalog::Table& table);

// Returns the description for UpdateTable's reply. A table that is no longer encrypted with a key
// still shows that key.
TableDescription DescribeUpdated(const TableServices& services, const catalog::Table& before,
                                 const catalog::Table& table);

// Returns the description for DeleteTable's reply and for a table being deleted, which omits the
// schema.
TableDescription DescribeDeleting(const TableServices& services, const catalog::Table& table);

// Convert settings of a table to the API's types.
std::vector<KeySchemaElement> KeySchemaOf(const catalog::KeyAttribute& partition_key,
                                          const std::optional<catalog::KeyAttribute>& sort_key);
StreamViewType ViewOf(catalog::StreamView view);

// Returns seconds since the epoch, with milliseconds.
double Seconds(TimeMicros time);

}  // namespace stator::api
