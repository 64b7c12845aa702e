#pragma once

#include <cstdint>

namespace stator::api {

// Which of AWS's two layers of validation judges a request: AWS moves one operation after another
// to the newer one. They differ in texts, in the order of checks and in which faults are joined
// (docs/design/0015-validation-layers.md). Every operation names its layer in operations.inc.
enum class Layer : std::uint8_t { kOlder, kNewer };

}  // namespace stator::api
