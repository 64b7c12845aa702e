#pragma once

#include <cstdint>
#include <optional>

#include "api/attribute_value.h"
#include "api/layer.h"
#include "base/error.h"
#include "base/result.h"

namespace stator::api {

// The wording of a request's errors: its layer of validation, and whether its operation prefixes
// plain texts with "1 validation error detected: ".
enum class Wording : std::uint8_t {
  kOlder,
  kNewer,     // reads
  kPrefixed,  // PutItem, UpdateItem, DeleteItem on the newer layer
};

// Returns the wording of a request on `layer`. `newer` is its operation's wording on the newer
// layer.
constexpr Wording WordingOn(Layer layer, Wording newer) {
  return layer == Layer::kNewer ? newer : Wording::kOlder;
}
constexpr bool IsNewer(Wording wording) { return wording != Wording::kOlder; }

// Returns the error in this wording.
Error Worded(Wording wording, Error error);
// The same for the outcome of a check.
Result<> Worded(Wording wording, Result<> outcome);

// Reports a bad value in the operation's wording; succeeds if there is none.
Result<> CheckBadValue(const std::optional<BadValue>& bad, Wording wording);

// Reports the first bad value of an item or key.
Result<> CheckAttributeValues(const AttributeMap& map, Wording wording);

}  // namespace stator::api
