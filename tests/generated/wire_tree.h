#pragma once

#include <string>

#include "client/stator.h"
#include "model/generate/tree.h"
#include "store/store.h"

// Writes requests and answers in DynamoDB's JSON, for the vectors.
namespace stator::generated {

using model::generate::Tree;

Tree WireOf(const client::Value& value);
Tree WireOf(const client::Item& item);

// Return the operation, such as "Query", and its input without members that have their default.
std::string OperationOf(const store::Request& request);
Tree InputOf(const store::Request& request);
// Returns the members of an answer that a runtime reads.
Tree OutputOf(const store::Request& request, const store::Answer& answer);

}  // namespace stator::generated
