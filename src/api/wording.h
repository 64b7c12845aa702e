#pragma once

#include <cstdint>
#include <optional>

#include "api/attribute_value.h"
#include "api/layer.h"
#include "base/error.h"
#include "base/result.h"

namespace stator::api {

// How a request is told what is wrong with it: on which layer of validation it is judged, and
// whether its operation puts "1 validation error detected: " before plain texts there.
enum class Wording : std::uint8_t {
  kOlder,
  kNewer,     // reads
  kPrefixed,  // PutItem, UpdateItem, DeleteItem on the newer layer
};

// The wording of a request that is judged on `layer`; `newer` is its operation's on the newer one.
constexpr Wording WordingOn(Layer layer, Wording newer) {
  return layer == Layer::kNewer ? newer : Wording::kOlder;
}
constexpr bool IsNewer(Wording wording) { return wording != Wording::kOlder; }

Error Worded(Wording wording, Error error);
// The same of a check's outcome.
Result<> Worded(Wording wording, Result<> outcome);

// What is wrong with a value, in the operation's wording; nothing, if nothing was noted.
Result<> CheckBadValue(const std::optional<BadValue>& bad, Wording wording);

// The first bad value of an item or key.
Result<> CheckAttributeValues(const AttributeMap& map, Wording wording);

}  // namespace stator::api
