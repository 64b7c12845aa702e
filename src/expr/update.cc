#include "expr/update.h"

#include <cstdint>
#include <utility>
#include <variant>

#include "expr/ast.h"
#include "expr/bound.h"
#include "expr/pick.h"
#include "expr/update_check.h"

namespace stator::expr {
namespace {

const std::vector<ast::Action>& ActionsOf(const Bound& bound) {
  return std::get<ast::Update>(bound.expression->root).actions;
}

bool Writes(const ast::Action& action) {
  return action.verb == ast::Verb::kSet || action.verb == ast::Verb::kAdd;
}

// Returns the value that the action writes or adds, if it does not depend on the item.
std::optional<item::ValueView> LiteralOf(const ast::Action& action, const Slots& slots) {
  const auto* operand = std::get_if<ast::Operand>(&action.value);
  if (operand == nullptr || !Writes(action)) return std::nullopt;
  const auto* literal = std::get_if<ast::Literal>(&operand->node);
  if (literal == nullptr) return std::nullopt;
  return slots.ValueOf(*literal);
}

}  // namespace

std::vector<Update::Target> Update::Targets() const {
  std::vector<Target> targets;
  targets.reserve(ActionsOf(*bound_).size());
  for (const ast::Action& action : ActionsOf(*bound_)) {
    targets.push_back({.attribute = bound_->slots.NameOf(action.path.steps.front()),
                       .nested = action.path.steps.size() > 1,
                       .writes = Writes(action),
                       .literal = LiteralOf(action, bound_->slots)});
  }
  return targets;
}

Result<Update> BindUpdate(Cache& cache, std::string_view text, Bindings& bindings) {
  std::shared_ptr<Bound> bound = TRY(Fill(cache, Kind::kUpdate, text, bindings));
  TRY(Prefixed(Kind::kUpdate, CheckUpdate(*bound)));
  return Update(std::move(bound));
}

item::Item PickUpdated(const Update& update, const item::ItemView& image) {
  const Bound& bound = update.bound();
  std::vector<const ast::Path*> paths;
  paths.reserve(bound.order.size());
  for (const std::uint16_t number : bound.order) paths.push_back(&ActionsOf(bound)[number].path);
  return PickPaths(paths, bound.slots, image);
}

}  // namespace stator::expr
