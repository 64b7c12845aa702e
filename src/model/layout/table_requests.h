#pragma once

#include <optional>
#include <string>
#include <vector>

#include "client/stator.h"
#include "model/language/model.h"
#include "model/layout/layout.h"

// Makes the requests that create the tables of a model.
namespace stator::model {

// Returns the CreateTable request for the table and its indexes.
client::CreateTableRequest TableRequest(const Model& model, const Table& table);
// Like the function above, with all stored rows of the model, for callers that ask often.
client::CreateTableRequest TableRequest(const Model& model, const std::vector<StoredRow>& all,
                                        const Table& table);

// Whether a pattern exports the table. DynamoDB exports only tables with point-in-time recovery.
bool RecoveryNeeded(const Model& model, const Table& table);

// Returns the stream that the table needs: the model's. If the model states none but a stream
// consumer keeps copies, the stream has old and new images.
StreamView StreamNeeded(const Model& model, const Table& table);

// Returns the attribute that holds the expiry time of the table's items; empty if none expire.
std::string ExpiryAttribute(const Model& model, const Table& table);

// A `ttl` attribute by which nothing expires, because a table has only one and another was first.
struct IgnoredExpiry {
  const Entity* entity = nullptr;
  const Attribute* attribute = nullptr;
};
// Returns every `ttl` attribute of the table's entities except ExpiryAttribute's.
std::vector<IgnoredExpiry> IgnoredExpiries(const Model& model, const Table& table);

}  // namespace stator::model
