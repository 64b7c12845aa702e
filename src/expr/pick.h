#pragma once

#include <span>

#include "expr/ast.h"
#include "expr/bound.h"
#include "item/value.h"

namespace stator::expr {

// Returns the parts of `item` at `paths`, inside their parents (facts 3.8). REQUIRES: `paths` is
// sorted by ComparePaths, and no two of them overlap or conflict.
item::Item PickPaths(std::span<const ast::Path* const> paths, const Slots& slots,
                     const item::ItemView& item);

}  // namespace stator::expr
