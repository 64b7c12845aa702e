#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "catalog/table.h"

namespace stator::catalog {

// A descriptor's bytes: a format byte and then an item whose attributes are its members
// (docs/formats/catalog.md). Unknown attributes of the same format are ignored.
Bytes EncodeTable(const TableSettings& settings);
Result<TableSettings> DecodeTable(BytesView bytes);

}  // namespace stator::catalog
