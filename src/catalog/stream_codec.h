#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "catalog/stream.h"

namespace stator::catalog {

// A stream's bytes, in the form of a table's (docs/formats/catalog.md).
Bytes EncodeStream(const StreamSettings& settings);
Result<StreamSettings> DecodeStream(BytesView bytes);

}  // namespace stator::catalog
