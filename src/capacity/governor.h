#pragma once

#include <vector>

#include "base/clock.h"
#include "capacity/throttle.h"
#include "capacity/usage.h"
#include "catalog/table.h"

namespace stator::capacity {

// Knows how much of their capacity tables and global indexes have left, on service time. Says what
// would be refused and refuses nothing itself. Safe for concurrent use.
class Governor {
 public:
  // The bounds that the claims meet; none: all of them are within capacity. A request is admitted
  // while there is anything left and charged once it is known what it took (facts 6.3).
  std::vector<Throttle> Admit(const catalog::Table& table, Access access,
                              std::span<const Claim> claims, TimeMicros now);

  // Takes what was used.
  void Charge(const catalog::Table& table, Access access, std::span<const Claim> claims,
              TimeMicros now);
};

}  // namespace stator::capacity
