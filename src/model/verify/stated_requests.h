#pragma once

#include <optional>
#include <string>

#include "client/stator.h"
#include "model/language/model.h"
#include "model/verify/evaluate.h"

// Requests that a model states itself, because the program that it describes sends them.
namespace stator::model {

struct StatedRequest {
  std::optional<client::GetItemRequest> get;
  client::QueryRequest query;  // unless there is a get
  std::string fault;           // why there is no request; empty: there is one
};

// REQUIRES: pattern.stated.
StatedRequest StatedRequestOf(const Model& model, const Pattern& pattern,
                              const Arguments& arguments);

// The key that `as key` states, of the table; nullopt: the values do not make it.
std::optional<client::Item> StatedKey(const Table& table, const Entity& entity, const KeyPair& key,
                                      const client::Item& values);

}  // namespace stator::model
