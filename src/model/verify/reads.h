#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "client/stator.h"
#include "model/plan/lower.h"
#include "model/verify/evaluate.h"

// Runs of read patterns.
namespace stator::model {

struct ReadOutcome {
  // The items that the caller gets, merged, in order and limited. Behind them stand items that the
  // requests read beside, of shapes that the pattern does not want.
  std::vector<client::Item> items;
  std::int64_t requests = 0;
  std::int64_t scanned = 0;
  std::int64_t counted = 0;  // of these, items that passed the filters
  double units = 0;
  bool scan = false;  // a Scan served the pattern
  std::string error;  // why there is no answer; empty: there is one
};

// Runs the spec that a generated program contains, but for two of its parts: the rules, because the
// sample breaks them on purpose, and the limit of a `get`, to find that there is a second item.
ReadOutcome RunPlanned(client::Connection& database, const Pattern& pattern,
                       const LoweredRead& lowered, const Arguments& arguments);

// Runs the request that the model states (`as key`, `as query`). REQUIRES: pattern.stated.
ReadOutcome RunStated(client::Connection& database, const Model& model, const Pattern& pattern,
                      const Arguments& arguments);

// All items of a table or index, by Scan. Verify looks with it at what patterns did.
client::Expected<std::vector<client::Item>> AllItems(client::Connection& database,
                                                     const std::string& table,
                                                     const std::string& index);

}  // namespace stator::model
