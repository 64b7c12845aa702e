#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/language/model.h"

// Functions that change one thing in a model, so that the difference can be priced.
namespace stator::model {

inline constexpr double kScaleMax = 1e6;

// Removes the index. Patterns that were pinned to it may use any other way; statements that read it
// read the table. `name` may carry the
// table's name, as in orders.GSI1. Errors: kValidation if no index has this name, or several tables
// have one.
Result<Model> WithoutIndex(const Model& model, const std::string& name);

// Changes an index's projection. `change` is GSI1=all, GSI1=keys or GSI1=include:a,b.
Result<Model> WithProjection(const Model& model, std::string_view change);

// Multiplies the request rates and the item counts by `factor`. Parents keep their number of
// children.
Result<Model> ScaledBy(const Model& model, double factor);
// Parses "10x" or "0.5x". The x is optional.
Result<double> ParseScale(std::string_view text);

// Moves each entity into a table of its own. The entity keeps its keys and its indexes.
Model TablePerEntity(const Model& model);

// Moves all entities into the first table that has a sort key. Partition and sort keys that were
// plain attributes become texts. A partition key begins with the name of its old table.
Model SingleTable(const Model& model);

// Adds the index that would serve a pattern that scans or exports, and lets the pattern use it.
// nullopt: the pattern has no condition that an index could serve.
std::optional<Model> WithIndexFor(const Model& model, const Pattern& pattern);

// Returns the attributes of that index's partition key. Empty: no index serves the pattern.
std::vector<std::string> IndexedBy(const Model& model, const Pattern& pattern);

// The changes that the user asks about.
struct WhatIf {
  std::vector<std::string> without_indexes;
  std::vector<std::string> projections;
  std::string scale;  // empty: unchanged
  bool table_per_entity = false;

  // Returns true if there is a change.
  bool Any() const {
    return !without_indexes.empty() || !projections.empty() || !scale.empty() || table_per_entity;
  }
};
// Applies all changes in sequence: indexes, projections, scale, tables. Errors name the wrong word.
Result<Model> Apply(const Model& model, const WhatIf& what_if);
// "without GSI2, scaled 10x"
std::string Describe(const WhatIf& what_if);

}  // namespace stator::model
