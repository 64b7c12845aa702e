#pragma once

#include "client/stator.h"

namespace stator::client {

// The request as DynamoDB states it: each key attribute defined once, in the order of its first
// use.
TableDefinition DefinitionOf(const CreateTableRequest& request);

}  // namespace stator::client
