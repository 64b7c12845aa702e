#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "catalog/table.h"

namespace stator::catalog {

// The stored form of a descriptor: a format byte, then an item whose attributes are its members
// (docs/formats/catalog.md). Decoding ignores unknown attributes of the same format. Errors:
// kCorruption.
Bytes EncodeTable(const TableSettings& settings);
Result<TableSettings> DecodeTable(BytesView bytes);

}  // namespace stator::catalog
