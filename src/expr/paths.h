#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "expr/ast.h"
#include "expr/bound.h"
#include "expr/faults.h"
#include "item/value.h"

// Operations on document paths whose placeholders are defined.
namespace stator::expr {

// Returns the value of `item` at the path without decoding the rest.
std::optional<item::ValueView> Find(const ast::Path& path, const Slots& slots,
                                    const item::ItemView& item);

// Formats a path as AWS's texts show it: "[a, b, [1]]".
std::string PathText(const ast::Path& path, const Slots& slots);

// Whether two steps or paths are equal once their placeholders are filled in.
bool SameStep(const ast::Step& a, const ast::Step& b, const Slots& slots);
bool SamePath(const ast::Path& a, const ast::Path& b, const Slots& slots);
// A total order: a path comes directly before the paths that continue it. Names (by bytes) come
// before indices (by number).
std::weak_ordering ComparePaths(const ast::Path& a, const ast::Path& b, const Slots& slots);

// Returns the indices of `paths`, sorted by ComparePaths. Notes two paths if one continues the
// other or if they use one value both as a map and as a list (facts 3.6). REQUIRES: all
// placeholders are defined.
std::vector<std::uint16_t> OrderPaths(std::span<const ast::Path* const> paths, const Slots& slots,
                                      Faults& faults);

// Returns how many of `entries`, from the first on, have the same step at `depth`. REQUIRES:
// `entries` is not empty and sorted by ComparePaths; all paths are longer than `depth` and equal
// before it.
template <class Entry, class PathOf>
std::size_t SharedStep(std::span<Entry> entries, std::size_t depth, const Slots& slots,
                       PathOf path_of) {
  const ast::Step& first = path_of(entries.front()).steps[depth];
  std::size_t count = 1;
  while (count < entries.size() && SameStep(first, path_of(entries[count]).steps[depth], slots)) {
    ++count;
  }
  return count;
}

}  // namespace stator::expr
