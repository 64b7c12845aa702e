#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "api/services.h"
#include "api/types.h"
#include "base/result.h"
#include "catalog/table.h"

// GlobalSecondaryIndexUpdates of UpdateTable, in AWS's order of checks (facts 5.2).
namespace stator::api {

// What the updates do to the set of indexes. Changes of throughput are not in it.
struct IndexChange {
  struct Creation {
    GlobalSecondaryIndex given;
    catalog::Index index;  // without throughput
  };
  std::optional<Creation> create;
  std::optional<std::string> remove;
  std::size_t count = 0;  // of creations and deletions asked for; more than one is refused

  bool any() const { return count > 0; }
};

// Checked as far as that goes without the table.
Result<IndexChange> ReadIndexChange(const UpdateTableRequest& request);

// Every index whose throughput is to change is there.
Result<> CheckUpdatedIndexes(const UpdateTableRequest& request,
                             const catalog::TableSettings& settings);

// Begins the creation or deletion; background work carries it through (table::IndexWork).
Result<> PlanIndexChange(const AccountFacts& account, IndexChange change, TimeMicros now,
                         catalog::TableSettings& settings);

}  // namespace stator::api
