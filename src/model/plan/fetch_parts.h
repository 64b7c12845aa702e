#pragma once

#include "model/language/model.h"
#include "model/layout/layout.h"
#include "model/plan/plan.h"

// Splits a fetch whose items lie under several keys into reads of its parts.
namespace stator::model {

// Returns the read of the parent alone.
Pattern ParentOf(const Pattern& fetch);

// Returns the part that the plan's own read serves: the parent, and the children that lie with it.
Pattern TogetherOf(const Model& model, const Pattern& fetch, const ReadPlan& plan);

// Returns the read of one kind of children, with its part of the items that the fetch expects.
Pattern ChildOf(const Model& model, const Pattern& fetch, const Wanted& child);
// Returns the pattern that the read plan `child`, a part of the fetch's plan, serves.
Pattern ChildOf(const Model& model, const Pattern& fetch, const ReadPlan& child);

// Scales the expected items of a read of children to those that lie under the key of `access`, if
// the children lie under one of several keys.
Pattern UnderKey(const Pattern& child, const StoredRow& access);

}  // namespace stator::model
