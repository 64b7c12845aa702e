#include "expr/projection.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "expr/ast.h"
#include "expr/bound.h"
#include "expr/faults.h"
#include "expr/paths.h"
#include "expr/pick.h"

namespace stator::expr {
namespace {

const std::vector<ast::Path>& PathsOf(const Bound& bound) {
  return std::get<ast::Projection>(bound.expression->root).paths;
}

Result<> CheckProjection(Bound& bound) {
  Faults faults;
  std::vector<const ast::Path*> paths;
  for (const ast::Path& path : PathsOf(bound)) {
    NoteUndefined(*bound.expression, bound.slots, path, faults);
    paths.push_back(&path);
  }
  TRY(faults.Report({Fault::kUndefinedName}));
  bound.order = OrderPaths(paths, bound.slots, faults);
  return faults.Report({Fault::kOverlap, Fault::kConflict});
}

}  // namespace

std::vector<std::string_view> Projection::Attributes() const {
  std::vector<std::string_view> names;
  // The paths are sorted, so repeated names are neighbours.
  for (const std::uint16_t number : bound_->order) {
    const ast::Path& path = PathsOf(*bound_)[number];
    const std::string_view name = bound_->slots.NameOf(path.steps.front());
    if (names.empty() || names.back() != name) names.push_back(name);
  }
  return names;
}

Result<Projection> BindProjection(Cache& cache, std::string_view text, Bindings& bindings) {
  std::shared_ptr<Bound> bound = TRY(Fill(cache, Kind::kProjection, text, bindings));
  TRY(Prefixed(Kind::kProjection, CheckProjection(*bound)));
  return Projection(std::move(bound));
}

item::Item Project(const Projection& projection, const item::ItemView& item) {
  const Bound& bound = projection.bound();
  std::vector<const ast::Path*> paths;
  paths.reserve(bound.order.size());
  for (const std::uint16_t number : bound.order) paths.push_back(&PathsOf(bound)[number]);
  return PickPaths(paths, bound.slots, item);
}

}  // namespace stator::expr
