#pragma once

#include "api/types.h"
#include "base/result.h"
#include "catalog/stream.h"
#include "streams/reader.h"

namespace stator::api {

// A record as clients see it (facts 8). kCorruption if it does not decode.
Result<Record> RecordOf(const catalog::StreamSettings& stream, const streams::LoggedRecord& logged);

}  // namespace stator::api
