#pragma once

#include <optional>
#include <string>

#include "client/stator.h"
#include "model/language/model.h"
#include "model/verify/evaluate.h"

// Makes the requests that a model states because the described program sends them.
namespace stator::model {

// A GetItem or a Query, or why there is none.
struct StatedRequest {
  std::optional<client::GetItemRequest> get;
  client::QueryRequest query;  // if there is no get
  std::string fault;           // why there is no request; empty: there is one
};

// Makes the request that a read pattern states. REQUIRES: pattern.stated.
StatedRequest StatedRequestOf(const Model& model, const Pattern& pattern,
                              const Arguments& arguments);

// Returns the table key that `as key` states; nullopt if a value for it is missing.
std::optional<client::Item> StatedKey(const Table& table, const Entity& entity, const KeyPair& key,
                                      const client::Item& values);

}  // namespace stator::model
