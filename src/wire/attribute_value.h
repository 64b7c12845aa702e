#pragma once

#include <cstdint>

#include "api/attribute_value.h"
#include "wire/decoder.h"

// Decodes attribute values from JSON directly into the item encoding. JSON of the wrong type fails
// the request. An invalid value is recorded in `bad`, and the result has NULL in its place.
namespace stator::wire {

// The kind of the names in a map of attribute values.
enum class Names : std::uint8_t {
  kAttributes,    // 1 to 65535 bytes; any other length is a bad value
  kPlaceholders,  // names in expressions, which check them
};

// Return false after JSON of the wrong type, as all functions of decoder.h do.
bool ReadAttributeMap(Decoder& decoder, const Path& path, json::Value json, Names names,
                      api::AttributeMap& out);
bool ReadAttributeValue(Decoder& decoder, const Path& path, json::Value json,
                        api::AttributeValue& out);

}  // namespace stator::wire
