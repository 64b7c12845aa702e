#pragma once

#include <cstdint>

#include "base/bytes.h"
#include "base/result.h"
#include "catalog/table.h"

// Item collections: the items of one partition key with their entries in local indexes. A table
// with local indexes stores the size of each (docs/formats/rows.md), and the commit queue maintains
// it.
namespace stator::table {

// Returns the key of the row's collection size: the row key without the sort component. Lifetime: a
// view into `row_key`. REQUIRES: `row_key` is a row key of the table.
BytesView CollectionKeyOf(const catalog::Table& table, BytesView row_key);

// The stored form of a collection's size.
Bytes EncodeCollection(std::int64_t bytes);
// Errors: kCorruption if the value does not decode.
Result<std::int64_t> DecodeCollection(BytesView value);

}  // namespace stator::table
