#pragma once

#include "model/generate/tree.h"
#include "store/spec.h"

// Converts the store's specs to data that printers write.
namespace stator::model::generate {

// Return the spec as a tree.
Tree TreeOf(const store::ReadSpec& read);
Tree TreeOf(const store::StatementSpec& spec);
Tree TreeOf(const store::ActionSpec& action);

}  // namespace stator::model::generate
