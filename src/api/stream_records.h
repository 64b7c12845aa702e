#pragma once

#include "api/types.h"
#include "base/result.h"
#include "catalog/stream.h"
#include "streams/reader.h"

namespace stator::api {

// Converts a record to the form that clients see (facts 8). Errors: kCorruption if it does not
// decode.
Result<Record> RecordOf(const catalog::StreamSettings& stream, const streams::LoggedRecord& logged);

}  // namespace stator::api
