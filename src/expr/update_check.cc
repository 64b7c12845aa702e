#include "expr/update_check.h"

#include <array>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "base/texts.h"
#include "expr/paths.h"

namespace stator::expr {
namespace {

using item::Type;

constexpr std::size_t kFunctionOperands = 2;  // of if_not_exists and of list_append

bool IsSet(Type type) {
  return type == Type::kStringSet || type == Type::kNumberSet || type == Type::kBinarySet;
}

class Checker {
 public:
  explicit Checker(const Bound& bound) : tree_(*bound.expression), slots_(bound.slots) {}

  void NoteUndefinedIn(const ast::Action& action) {
    NoteUndefined(tree_, slots_, action.path, faults_);
    ForEachOperand(action, [this](const ast::Operand& operand) { NoteUndefinedIn(operand); });
  }

  // REQUIRES: all placeholders are defined.
  void NoteTypesIn(const ast::Action& action) {
    if (action.verb == ast::Verb::kAdd || action.verb == ast::Verb::kDelete) {
      return NoteActionOperand(action.verb, std::get<ast::Operand>(action.value));
    }
    ForEachOperand(action, [this](const ast::Operand& operand) { NoteCallsIn(operand); });
    if (const auto* sum = std::get_if<ast::Sum>(&action.value)) {
      const std::string_view name = sum->subtract ? "-" : "+";
      NoteLiteralType(name, sum->left, Type::kNumber);
      NoteLiteralType(name, sum->right, Type::kNumber);
    }
  }

  Faults& faults() { return faults_; }

 private:
  template <class Visit>
  static void ForEachOperand(const ast::Action& action, Visit visit) {
    if (const auto* operand = std::get_if<ast::Operand>(&action.value)) visit(*operand);
    if (const auto* sum = std::get_if<ast::Sum>(&action.value)) {
      visit(sum->left);
      visit(sum->right);
    }
  }

  void NoteUndefinedIn(const ast::Operand& operand) {
    if (const auto* path = std::get_if<ast::Path>(&operand.node)) {
      NoteUndefined(tree_, slots_, *path, faults_);
    } else if (const auto* literal = std::get_if<ast::Literal>(&operand.node)) {
      if (slots_.value(literal->slot)) return;
      faults_.Note(Fault::kUndefinedValue,
                   fmt::format(texts::kUndefinedValue, tree_.values[literal->slot]));
    } else {
      for (const auto& argument : std::get<ast::Call>(operand.node).arguments) {
        NoteUndefinedIn(argument);
      }
    }
  }

  void NoteActionOperand(ast::Verb verb, const ast::Operand& operand) {
    const Type type = slots_.ValueOf(std::get<ast::Literal>(operand.node)).type();
    if (IsSet(type) || (verb == ast::Verb::kAdd && type == Type::kNumber)) return;
    faults_.Note(Fault::kActionOperand,
                 fmt::format(texts::kActionOperandType, VerbName(verb), item::TypeWord(type)));
  }

  void NoteCallsIn(const ast::Operand& operand) {
    const auto* call = std::get_if<ast::Call>(&operand.node);
    if (call == nullptr) return;
    for (const ast::Operand& argument : call->arguments) NoteCallsIn(argument);
    const std::string_view name = FunctionName(call->function);
    if (call->arguments.size() != kFunctionOperands) {
      faults_.Note(Fault::kOperandType,
                   fmt::format(texts::kOperandCount, name, call->arguments.size()));
    } else if (call->function == ast::Function::kListAppend) {
      for (const auto& argument : call->arguments) NoteLiteralType(name, argument, Type::kList);
    } else if (!std::holds_alternative<ast::Path>(call->arguments[0].node)) {
      faults_.Note(Fault::kOperandType, fmt::format(texts::kPathRequired, name));
    }
  }

  void NoteLiteralType(std::string_view name, const ast::Operand& operand, Type wanted) {
    const auto* literal = std::get_if<ast::Literal>(&operand.node);
    if (literal == nullptr) return;
    const Type type = slots_.ValueOf(*literal).type();
    if (type == wanted) return;
    faults_.Note(Fault::kOperandType, fmt::format(texts::kOperandType, name, item::TypeName(type)));
  }

  const ast::Expression& tree_;
  const Slots& slots_;
  Faults faults_;
};

}  // namespace

Result<> CheckUpdate(Bound& bound) {
  const auto& actions = std::get<ast::Update>(bound.expression->root).actions;
  Checker checker(bound);
  std::vector<const ast::Path*> paths;
  paths.reserve(actions.size());
  for (const ast::Action& action : actions) {
    checker.NoteUndefinedIn(action);
    paths.push_back(&action.path);
  }
  TRY(checker.faults().Report({Fault::kUndefinedName, Fault::kUndefinedValue}));
  bound.order = OrderPaths(paths, bound.slots, checker.faults());
  for (const ast::Action& action : actions) checker.NoteTypesIn(action);
  return checker.faults().Report(
      {Fault::kOverlap, Fault::kConflict, Fault::kActionOperand, Fault::kOperandType});
}

}  // namespace stator::expr
