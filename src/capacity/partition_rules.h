#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "catalog/table.h"

// How many partitions throughput takes, and what partitions are good for (facts 6.3, 6.4).
namespace stator::capacity {

// A table or a global index, as far as the rules look at it.
struct Dimensions {
  catalog::BillingMode billing = catalog::BillingMode::kProvisioned;
  catalog::Throughput units;                 // provisioned
  std::optional<catalog::Throughput> asked;  // warm throughput
  std::size_t partitions = 0;
};

// `index` is a global index of the table; nullptr: the table itself.
Dimensions DimensionsOf(const catalog::TableSettings& settings, const catalog::Index* index);

// How many partitions it begins with, and has at least.
std::size_t PartitionsFor(const Dimensions& dimensions);

// What it is ready for at once: what was asked for, what comes with its billing mode, and, where it
// has more partitions than these take, what they serve. Never less than before, for partitions
// never become fewer.
catalog::Throughput WarmThroughputOf(const Dimensions& dimensions);

// Units of warm throughput that a change of a table asks for beyond what there was (facts 6.4).
struct WarmRaise {
  std::string index;  // empty: the table itself
  catalog::Throughput units;

  bool operator==(const WarmRaise&) const = default;
};

// Of the table and its global indexes, only where there is any. `before` is nullptr if the table is
// new. What a billing mode or more capacity brings of itself is no part of it.
std::vector<WarmRaise> WarmRaises(const catalog::TableSettings* before,
                                  const catalog::TableSettings& after);

}  // namespace stator::capacity
