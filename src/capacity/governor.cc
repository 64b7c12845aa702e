#include "capacity/governor.h"

namespace stator::capacity {

std::vector<Throttle> Governor::Admit(const catalog::Table& /*table*/, Access /*access*/,
                                      std::span<const Claim> /*claims*/, TimeMicros /*now*/) {
  return {};
}

void Governor::Charge(const catalog::Table& /*table*/, Access /*access*/,
                      std::span<const Claim> /*claims*/, TimeMicros /*now*/) {}

}  // namespace stator::capacity
