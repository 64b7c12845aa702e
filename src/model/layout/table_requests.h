#pragma once

#include <optional>
#include <string>
#include <vector>

#include "client/stator.h"
#include "model/language/model.h"

// The tables of a model, as requests that make them.
namespace stator::model {

client::CreateTableRequest TableRequest(const Model& model, const Table& table);

// Whether a pattern exports the table, which only one with point-in-time recovery can be.
bool RecoveryNeeded(const Model& model, const Table& table);

// The stream that the table is to have: as the model says, and with both images where it says
// nothing but has a stream's consumer keep copies.
StreamView StreamNeeded(const Model& model, const Table& table);

// The attribute by which the table's items expire; empty: none do.
std::string ExpiryAttribute(const Model& model, const Table& table);

// A table has one such attribute. These are all of the others, by which nothing expires.
struct IgnoredExpiry {
  const Entity* entity = nullptr;
  const Attribute* attribute = nullptr;
};
std::vector<IgnoredExpiry> IgnoredExpiries(const Model& model, const Table& table);

}  // namespace stator::model
