#pragma once

#include <cstdint>

#include "base/bytes.h"
#include "base/result.h"
#include "catalog/table.h"

// Item collections: the items of one partition key with their entries in local indexes. A table
// with local indexes keeps the size of each (docs/formats/rows.md); the commit queue counts.
namespace stator::table {

// Where the collection of a row has its size: the row's key without the sort component. REQUIRES: a
// row key of the table.
BytesView CollectionKeyOf(const catalog::Table& table, BytesView row_key);

Bytes EncodeCollection(std::int64_t bytes);
// kCorruption if the value does not decode.
Result<std::int64_t> DecodeCollection(BytesView value);

}  // namespace stator::table
