#pragma once

#include <string>

#include "client/stator.h"
#include "model/generate/tree.h"
#include "store/store.h"

// Requests and answers as DynamoDB's JSON states them, for the vectors.
namespace stator::generated {

using model::generate::Tree;

Tree WireOf(const client::Value& value);
Tree WireOf(const client::Item& item);

// "Query" and its input, without members that have their default.
std::string OperationOf(const store::Request& request);
Tree InputOf(const store::Request& request);
// The answer's members that a runtime reads.
Tree OutputOf(const store::Request& request, const store::Answer& answer);

}  // namespace stator::generated
