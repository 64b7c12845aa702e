#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "client/stator.h"
#include "model/plan/plan.h"
#include "model/verify/evaluate.h"

// The requests of one run of a read pattern. Pure: what is sent, and not the sending.
namespace stator::model {

struct ReadRequests {
  std::optional<client::GetItemRequest> get;
  std::vector<client::QueryRequest> queries;  // one for each partition key that is asked
  std::optional<client::ScanRequest> scan;
  std::vector<std::string> order;  // key attributes by which the queries' answers are merged
  bool backward = false;
  std::int64_t limit = 0;                      // 0: none
  std::map<std::string, std::int64_t> limits;  // of children, by entity, where there is one
  bool second_read = false;                    // each item found is to be got from the table
  std::string fault;                           // why there is no request; empty: there is
  std::vector<ReadRequests> children;          // of a fetch that gets them apart
};

// As Stator plans them. REQUIRES: the plan is of that pattern.
ReadRequests PlannedRequests(const Pattern& pattern, const ReadPlan& plan,
                             const Arguments& arguments);

// As the model states them (`as key`, `as query`). REQUIRES: pattern.stated.
ReadRequests StatedRequests(const Model& model, const Pattern& pattern, const Arguments& arguments);

// The key that `as key` states, of the table; nullopt: the arguments do not make it.
std::optional<client::Item> StatedKey(const Table& table, const Entity& entity, const KeyPair& key,
                                      const client::Item& values);

}  // namespace stator::model
