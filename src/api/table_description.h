#pragma once

#include <optional>
#include <vector>

#include "api/services.h"
#include "api/types.h"
#include "catalog/table.h"

namespace stator::api {

// TableDescription as DescribeTable shows it, with live counts. `status` in place of the table's
// own: a reply to a change says that it has begun, though it may be done already.
TableDescription Describe(const TableServices& services, const catalog::Table& table,
                          std::optional<TableStatus> status = std::nullopt);

// CreateTable's reply names warm throughput only where the request does, and no time at which the
// table became on-demand.
TableDescription DescribeNew(const TableServices& services, const catalog::Table& table);

// UpdateTable's reply. A table that is no longer encrypted with a key still shows it.
TableDescription DescribeUpdated(const TableServices& services, const catalog::Table& before,
                                 const catalog::Table& table);

// DeleteTable's reply and DescribeTable of a table that is going leave out its schema.
TableDescription DescribeDeleting(const TableServices& services, const catalog::Table& table);

std::vector<KeySchemaElement> KeySchemaOf(const catalog::KeyAttribute& partition_key,
                                          const std::optional<catalog::KeyAttribute>& sort_key);
StreamViewType ViewOf(catalog::StreamView view);

// Seconds since the epoch, to the millisecond.
double Seconds(TimeMicros time);

}  // namespace stator::api
