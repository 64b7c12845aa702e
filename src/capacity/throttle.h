#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "capacity/usage.h"

namespace stator::capacity {

// Which bound a request met (facts 6.5).
enum class Bound : std::uint8_t { kProvisioned, kKeyRange, kAccount, kMaxOnDemand };

// Why a request is throttled.
struct Throttle {
  Bound bound = Bound::kProvisioned;
  Access access = Access::kRead;
  bool index = false;      // of a global index, else of the table
  bool on_demand = false;  // the table's billing mode
  std::string resource;    // the ARN of the table or index
  BytesView key;           // of the claim that met the bound; leans on the request
  bool operator==(const Throttle&) const = default;
};

// Whether no throttle before it is of the same table or index: a request that meets two bounds of
// one is one event there. REQUIRES: one of `throttles`.
bool FirstOfResource(std::span<const Throttle> throttles, const Throttle& throttle);

// "TableWriteProvisionedThroughputExceeded" and the fifteen others.
std::string ReasonOf(const Throttle& throttle);

// The exception AWS answers with, its text and its ThrottlingReasons. REQUIRES: not empty; the
// first decides which exception it is.
Error ErrorOf(std::span<const Throttle> throttles);

}  // namespace stator::capacity
