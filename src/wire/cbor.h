#pragma once

#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"
#include "wire/schema.h"

// CBOR (RFC 8949) as Smithy's RPC v2 protocol uses it. Newer SDKs use it for CloudWatch. libcbor
// builds a tree of allocated nodes; this reader and writer go straight to and from JSON, with
// bounds on depth and size, and the writer follows the shapes.
namespace stator::wire {

// Converts a request to JSON; times (tag 1) become numbers of seconds. Errors:
// SerializationException if the bytes are no CBOR, or contain values that JSON lacks.
Result<std::string> JsonOfCbor(BytesView cbor);

// Converts a JSON answer to CBOR. Times get their tag, and numbers that may have a fraction become
// floats. `schema` is null for answers with texts only: errors. REQUIRES: JSON that an encoder
// wrote.
Bytes CborOfJson(const std::string& json, const Schema* schema);

}  // namespace stator::wire
