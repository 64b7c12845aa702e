#pragma once

#include <cstdint>

namespace stator::api {

// AWS has two layers of validation and moves its operations to the newer one by one. The layers
// differ in texts, in the order of checks and in which faults are joined
// (docs/design/0015-validation-layers.md). operations.inc names the layer of every operation.
enum class Layer : std::uint8_t { kOlder, kNewer };

}  // namespace stator::api
