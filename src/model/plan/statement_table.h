#pragma once

#include <vector>

#include "model/language/model.h"
#include "model/layout/layout.h"
#include "query/source.h"

namespace stator::model {

// Returns the table of the model, or its index, as the database describes it: with keys and
// projections, and without a place in a store. It serves planners only. `all`: the model's stored
// rows.
query::Source SourceOf(const Model& model, const std::vector<StoredRow>& all, const Table& table,
                       const Index* index);

}  // namespace stator::model
