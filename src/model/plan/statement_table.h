#pragma once

#include "model/language/model.h"
#include "query/source.h"

namespace stator::model {

// Returns the table of the model, or its index, as the database describes it: with keys and
// projections, and without a place in a store. It serves planners only.
query::Source SourceOf(const Model& model, const Table& table, const Index* index);

}  // namespace stator::model
