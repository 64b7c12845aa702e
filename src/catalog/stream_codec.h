#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "catalog/stream.h"

namespace stator::catalog {

// The stored form of a stream, in the same format as a table's (docs/formats/catalog.md). Errors:
// kCorruption.
Bytes EncodeStream(const StreamSettings& settings);
Result<StreamSettings> DecodeStream(BytesView bytes);

}  // namespace stator::catalog
