#pragma once

#include <cstdint>
#include <optional>

#include "api/attribute_value.h"
#include "base/error.h"
#include "base/result.h"

namespace stator::api {

// How an operation words plain validation texts: PutItem and UpdateItem put "1 validation error
// detected: " before some of them, the others do not (facts 1.8).
enum class Wording : std::uint8_t { kPlain, kWrapped };

Error Worded(Wording wording, Error error);

// What is wrong with a value, in the operation's wording; nothing, if nothing was noted.
Result<> CheckBadValue(const std::optional<BadValue>& bad, Wording wording);

// The first bad value of an item or key.
Result<> CheckAttributeValues(const AttributeMap& map, Wording wording);

}  // namespace stator::api
