#pragma once

#include "model/language/model.h"
#include "model/layout/layout.h"
#include "model/plan/plan.h"

// A fetch whose items do not lie together, as the reads that get them.
namespace stator::model {

// The parent by itself.
Pattern ParentOf(const Pattern& fetch);

// What the plan's own read gets: the parent, and the children that lie with it.
Pattern TogetherOf(const Model& model, const Pattern& fetch, const ReadPlan& plan);

// One kind of its children, with their part of the items that the fetch expects.
Pattern ChildOf(const Model& model, const Pattern& fetch, const Wanted& child);
// That of which this is the read, apart from the parent's.
Pattern ChildOf(const Model& model, const Pattern& fetch, const ReadPlan& child);

// Of children under one of several keys: what is expected under the one that this is the read of.
Pattern UnderKey(const Pattern& child, const StoredRow& access);

}  // namespace stator::model
