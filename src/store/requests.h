#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "client/stator.h"
#include "store/key_text.h"
#include "store/spec.h"

// The requests that specs stand for. These functions send nothing.
namespace stator::store {

// The inputs of a write beside the caller's values. Tests replace them.
struct Surroundings {
  RandomSource random;                        // chooses among the shards of a new row
  std::function<std::int64_t()> now_seconds;  // begins an item's lifetime
};
// A random generator of the thread, and the machine's clock.
Surroundings DefaultSurroundings();

// The one GetItem of a spec whose keys the values fix.
client::GetItemRequest GetOf(const ReadSpec& read, const Item& values);
// The GetItem of an item whose key the row has, for a spec that refetches.
client::GetItemRequest RefetchOf(const ReadSpec& read, const Item& row);
// The Query of one partition key, without Limit.
client::QueryRequest QueryOf(const ReadSpec& read, const Item& partition, const Item& values,
                             const Window& window);
// The first page of the statement. Errors: InvalidRequest for a value that is missing.
client::Expected<client::ExecuteStatementRequest> StatementOf(const StatementSpec& spec,
                                                              const Item& values);
// The Scan, without Limit.
client::ScanRequest ScanOf(const ReadSpec& read);

using Writes = std::vector<client::TransactWrite>;

// The writes of one call of the action. `values` are the caller's, `expected` the values that the
// item must still have. Errors: InvalidRequest for a value that breaks a rule or is missing.
client::Expected<Writes> WritesOf(const ActionSpec& action, Item values, const Item& expected,
                                  const Surroundings& surroundings);

}  // namespace stator::store
