#pragma once

#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"
#include "wire/schema.h"

// CBOR (RFC 8949) as Smithy's RPC v2 protocol has it, which newer SDKs speak to CloudWatch.
namespace stator::wire {

// A request as JSON: times (tag 1) become numbers of seconds. SerializationException: it is no
// CBOR, or has what JSON cannot say.
Result<std::string> JsonOfCbor(BytesView cbor);

// An answer in JSON as CBOR; times get their tag, and numbers that may have a fraction are floats.
// `schema` is null for what has only texts: errors. REQUIRES: JSON that an encoder made.
Bytes CborOfJson(const std::string& json, const Schema* schema);

}  // namespace stator::wire
