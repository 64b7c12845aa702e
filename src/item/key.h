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

// Appends one key component. S and B are escaped and terminated, N is self-delimiting, so
// components can follow one another and still order as tuples. REQUIRES: kString, kNumber or
// kBinary.
void AppendKeyComponent(ValueView value, Bytes& out);

// Appends the bytes that every component beginning with this S or B value shares: the encoding
// without its terminator. For begins_with.
void AppendKeyPrefix(ValueView value, Bytes& out);

// Takes one component of `type` off the front of `in` and appends it as an encoded value.
Result<> DecodeKeyComponent(Type type, BytesView& in, Bytes& out);

// First 8 bytes, big-endian as stored, of MD5("Outliers" + the partition key's bytes): AWS's own
// Scan order. Several values (multi-attribute index keys) hash as the concatenation of their key
// components.
using Route = std::array<char, 8>;
Route RouteOf(std::span<const ValueView> partition_values);

// The smallest byte string greater than every string that begins with `prefix`; nullopt if none is.
std::optional<Bytes> PrefixEnd(BytesView prefix);

}  // namespace stator::item
