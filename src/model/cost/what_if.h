#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/language/model.h"

// Models that differ in one thing from a given one, so that the difference can be priced.
namespace stator::model {

inline constexpr double kScaleMax = 1e6;

// Patterns that were pinned to the index may use any other way. Its name may have its table's
// before it, as in orders.GSI1. kValidation: there is no such index, or one in several tables.
Result<Model> WithoutIndex(const Model& model, const std::string& name);

// `change` is GSI1=all, GSI1=keys or GSI1=include:a,b.
Result<Model> WithProjection(const Model& model, std::string_view change);

// So many times the requests and the data; parents have as many children as before.
Result<Model> ScaledBy(const Model& model, double factor);
// "10x" or "0.5x"; the x may be left out.
Result<double> ParseScale(std::string_view text);

// Each entity in a table of its own, with the keys it has, and the indexes it is in.
Model TablePerEntity(const Model& model);

// All entities in the first table that has a sort key. Keys that were attributes themselves become
// texts with the entity's name before them.
Model SingleTable(const Model& model);

// The index that would serve a pattern that scans or exports, and the pattern using it. nullopt: it
// names nothing that an index could find.
std::optional<Model> WithIndexFor(const Model& model, const Pattern& pattern);

struct WhatIf {
  std::vector<std::string> without_indexes;
  std::vector<std::string> projections;
  std::string scale;  // empty: as it is
  bool table_per_entity = false;

  bool Any() const {
    return !without_indexes.empty() || !projections.empty() || !scale.empty() || table_per_entity;
  }
};
// All of them, one after the other. Names in `what` say which.
Result<Model> Apply(const Model& model, const WhatIf& what_if);
// "without GSI2, 10 times the load"
std::string Describe(const WhatIf& what_if);

}  // namespace stator::model
