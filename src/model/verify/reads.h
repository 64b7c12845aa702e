#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "client/stator.h"
#include "model/plan/lower.h"
#include "model/verify/evaluate.h"

// Runs read patterns.
namespace stator::model {

// The result of one run of a read pattern, and its cost.
struct ReadOutcome {
  // The items that the caller gets: merged, ordered and limited. Behind them stand items of other
  // shapes that the requests read as well.
  std::vector<client::Item> items;
  std::int64_t requests = 0;
  std::int64_t scanned = 0;
  std::int64_t counted = 0;  // of the scanned items, those that passed the filters
  double units = 0;
  bool scan = false;  // the pattern was served by a Scan
  std::string error;  // why there is no result; empty: there is one
};

// Runs the spec that a generated program contains, with two changes. It drops the rules, because
// the sample breaks them on purpose. It drops the limit of a `get`, so that it finds a second item.
ReadOutcome RunPlanned(client::Connection& database, const Pattern& pattern,
                       const LoweredRead& lowered, const Arguments& arguments);

// Runs the statement of a lowered pattern, likewise without its rules.
ReadOutcome RunStatement(client::Connection& database, const Pattern& pattern,
                         const LoweredRead& lowered, const Arguments& arguments);

// Runs the request that the model states (`as key`, `as query`). REQUIRES: pattern.stated.
ReadOutcome RunStated(client::Connection& database, const Model& model, const Pattern& pattern,
                      const Arguments& arguments);

// Reads all items of a table or index with a Scan. Verify inspects the effects of patterns with it.
client::Expected<std::vector<client::Item>> AllItems(client::Connection& database,
                                                     const std::string& table,
                                                     const std::string& index);

}  // namespace stator::model
