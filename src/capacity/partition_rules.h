#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "catalog/table.h"

// Computes how many partitions a throughput needs and what partitions can serve (facts 6.3, 6.4).
namespace stator::capacity {

// The properties of a table or global index that the rules use.
struct Dimensions {
  catalog::BillingMode billing = catalog::BillingMode::kProvisioned;
  catalog::Throughput units;                 // provisioned
  std::optional<catalog::Throughput> asked;  // warm throughput
  std::size_t partitions = 0;
};

// `index` is a global index of the table; nullptr means the table itself.
Dimensions DimensionsOf(const catalog::TableSettings& settings, const catalog::Index* index);

// Returns the number of partitions that a resource starts with and never goes below.
std::size_t PartitionsFor(const Dimensions& dimensions);

// Returns the throughput that the resource serves at once: the larger of the requested warm
// throughput and the units of its billing mode. A resource with more partitions than these need
// serves at least what its partitions serve. The result never shrinks, because partitions are never
// merged.
catalog::Throughput WarmThroughputOf(const Dimensions& dimensions);

// Warm throughput that a change of a table requests beyond what the resource had (facts 6.4).
struct WarmRaise {
  std::string index;  // empty: the table itself
  catalog::Throughput units;

  bool operator==(const WarmRaise&) const = default;
};

// Returns the raises of the table and its global indexes, omitting zeros. `before` is nullptr for a
// new table. Raises that come with a billing mode or more capacity are not included.
std::vector<WarmRaise> WarmRaises(const catalog::TableSettings* before,
                                  const catalog::TableSettings& after);

}  // namespace stator::capacity
