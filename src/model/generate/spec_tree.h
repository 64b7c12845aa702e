#pragma once

#include "model/generate/tree.h"
#include "store/spec.h"

// The store's specs as data that printers write down.
namespace stator::model::generate {

Tree TreeOf(const store::ReadSpec& read);
Tree TreeOf(const store::ActionSpec& action);

}  // namespace stator::model::generate
