#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "item/value.h"

// The order-preserving key encoding: bytes compare as the values do (docs/formats/keys.md).
namespace stator::item {

// Appends one key component. S and B are escaped and terminated, and N ends itself, so a
// concatenation of components orders as a tuple. REQUIRES: `value` is a kString, kNumber or
// kBinary.
void AppendKeyComponent(ValueView value, Bytes& out);

// Appends the bytes that all components beginning with this S or B value share: the encoding
// without its terminator. begins_with uses it. REQUIRES: `value` is no number.
void AppendKeyPrefix(ValueView value, Bytes& out);

// Removes one component of `type` from the front of `in` and appends it to `out` as an encoded
// value. Errors: kCorruption; `in` stays unchanged.
Result<> DecodeKeyComponent(Type type, BytesView& in, Bytes& out);

// The first 8 bytes of MD5("Outliers" + the partition key's bytes), as MD5 gives them: AWS's own
// Scan order. A partition key of several attributes (a multi-attribute index key) hashes as the
// concatenation of its key components.
using Route = std::array<char, 8>;
Route RouteOf(std::span<const ValueView> partition_values);

// The smallest byte string greater than every string that begins with `prefix`. nullopt if there is
// no such string.
std::optional<Bytes> PrefixEnd(BytesView prefix);

}  // namespace stator::item
