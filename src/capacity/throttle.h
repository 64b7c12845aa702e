#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "capacity/usage.h"

namespace stator::capacity {

// The bound that a request exceeded (facts 6.5).
enum class Bound : std::uint8_t { kProvisioned, kKeyRange, kAccount, kMaxOnDemand };

// The reason why a request is throttled.
struct Throttle {
  Bound bound = Bound::kProvisioned;
  Access access = Access::kRead;
  bool index = false;      // a global index is throttled, else the table
  bool on_demand = false;  // the table's billing mode
  std::string resource;    // the ARN of the table or index
  BytesView key;           // of the claim that exceeded the bound; a view into the request
  bool operator==(const Throttle&) const = default;
};

// Whether `throttle` is the first of its table or index. A request that exceeds two bounds of one
// resource is one throttle event there. REQUIRES: `throttle` is an element of `throttles`.
bool FirstOfResource(std::span<const Throttle> throttles, const Throttle& throttle);

// Returns one of 16 reasons, such as "TableWriteProvisionedThroughputExceeded".
std::string ReasonOf(const Throttle& throttle);

// Returns AWS's exception with its text and its ThrottlingReasons. The first throttle decides which
// exception it is. REQUIRES: `throttles` is not empty.
Error ErrorOf(std::span<const Throttle> throttles);

}  // namespace stator::capacity
