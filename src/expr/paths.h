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

// Document paths whose placeholders are known.
namespace stator::expr {

// What `item` holds at the path. Skips over everything else.
std::optional<item::ValueView> Find(const ast::Path& path, const Slots& slots,
                                    const item::ItemView& item);

// "[a, b, [1]]", as AWS's texts show paths.
std::string PathText(const ast::Path& path, const Slots& slots);

bool SameStep(const ast::Step& a, const ast::Step& b, const Slots& slots);
bool SamePath(const ast::Path& a, const ast::Path& b, const Slots& slots);
// A total order in which a path comes right before those that continue it, names (by bytes) before
// indices (by number).
std::weak_ordering ComparePaths(const ast::Path& a, const ast::Path& b, const Slots& slots);

// The numbers of `paths`, sorted by ComparePaths. Notes two paths of which one continues the other,
// or that use one value both as a map and as a list (facts 3.6). REQUIRES: their placeholders are
// defined.
std::vector<std::uint16_t> OrderPaths(std::span<const ast::Path* const> paths, const Slots& slots,
                                      Faults& faults);

// How many of `entries`, from the first on, have the same step at `depth` of their paths. REQUIRES:
// not empty, sorted by ComparePaths, all longer than `depth` and the same before it.
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
