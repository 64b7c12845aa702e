#include "capacity/throttle.h"

#include <algorithm>
#include <memory>
#include <string_view>

#include <fmt/format.h>

#include "base/texts.h"

namespace stator::capacity {
namespace {

std::string_view NameOf(Bound bound) {
  switch (bound) {
    case Bound::kProvisioned:
      return "Provisioned";
    case Bound::kKeyRange:
      return "KeyRange";
    case Bound::kAccount:
      return "AccountLimit";
    case Bound::kMaxOnDemand:
      return "MaxOnDemand";
  }
  return {};
}

ErrorCode CodeOf(const Throttle& throttle) {
  if (throttle.bound == Bound::kAccount) return ErrorCode::kRequestLimitExceeded;
  if (throttle.bound == Bound::kProvisioned || !throttle.on_demand) {
    return ErrorCode::kProvisionedThroughputExceededException;
  }
  return ErrorCode::kThrottlingException;
}

const char* TextOf(const Throttle& throttle) {
  if (throttle.bound == Bound::kAccount) return texts::kThrottledAccount;
  if (!throttle.on_demand) {
    return throttle.index ? texts::kThrottledIndexUnits : texts::kThrottledTableUnits;
  }
  return throttle.index ? texts::kThrottledIndexOnDemand : texts::kThrottledTableOnDemand;
}

}  // namespace

bool FirstOfResource(std::span<const Throttle> throttles, const Throttle& throttle) {
  return &*std::ranges::find(throttles, throttle.resource, &Throttle::resource) == &throttle;
}

std::string ReasonOf(const Throttle& throttle) {
  return fmt::format("{}{}{}{}", throttle.index ? "Index" : "Table",
                     throttle.access == Access::kRead ? "Read" : "Write", NameOf(throttle.bound),
                     throttle.bound == Bound::kAccount ? "Exceeded" : "ThroughputExceeded");
}

Error ErrorOf(std::span<const Throttle> throttles) {
  Error error(CodeOf(throttles.front()), TextOf(throttles.front()));
  ThrottlingReasons reasons;
  for (const auto& throttle : throttles) {
    reasons.push_back({ReasonOf(throttle), throttle.resource});
  }
  error.throttling = std::make_shared<const ThrottlingReasons>(std::move(reasons));
  return error;
}

}  // namespace stator::capacity
