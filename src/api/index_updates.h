#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "api/services.h"
#include "api/types.h"
#include "base/result.h"
#include "catalog/table.h"

// Handles GlobalSecondaryIndexUpdates of UpdateTable, in AWS's order of checks (facts 5.2).
namespace stator::api {

// The creation and deletion of indexes that the updates ask for. Changes of throughput are
// elsewhere.
struct IndexChange {
  struct Creation {
    GlobalSecondaryIndex given;
    catalog::Index index;  // without throughput
  };
  std::optional<Creation> create;
  std::optional<std::string> remove;
  std::size_t count = 0;  // requested creations and deletions; more than one is refused

  bool any() const { return count > 0; }
};

// Reads the updates and makes all checks that do not need the table.
Result<IndexChange> ReadIndexChange(const UpdateTableRequest& request);

// Checks that every index whose throughput changes exists.
Result<> CheckUpdatedIndexes(const UpdateTableRequest& request,
                             const catalog::TableSettings& settings);

// Starts the creation or deletion; background work completes it (table::IndexWork).
Result<> PlanIndexChange(const AccountFacts& account, IndexChange change, TimeMicros now,
                         catalog::TableSettings& settings);

}  // namespace stator::api
