#pragma once

#include <cstdint>

#include "api/attribute_value.h"
#include "wire/decoder.h"

// Attribute values from JSON straight into the item encoding. JSON of the wrong type fails the
// request; a value that is wrong in itself is noted in `bad` and stands in the result as NULL.
namespace stator::wire {

enum class Names : std::uint8_t {
  kAttributes,    // 1 to 65535 bytes; anything else is a bad value
  kPlaceholders,  // of expressions, which check them
};

bool ReadAttributeMap(Decoder& decoder, const Path& path, json::Value json, Names names,
                      api::AttributeMap& out);
bool ReadAttributeValue(Decoder& decoder, const Path& path, json::Value json,
                        api::AttributeValue& out);

}  // namespace stator::wire
