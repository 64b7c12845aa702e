#include "partiql/access_rules.h"

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "base/base64.h"
#include "expr/ast.h"
#include "expr/bound.h"
#include "expr/condition.h"
#include "expr/update.h"
#include "item/number.h"

namespace stator::partiql {
namespace {

namespace ast = expr::ast;

std::string KeyText(item::ValueView value) {
  std::string text;
  if (value.type() == item::Type::kNumber) {
    item::AppendNumberText(value.scalar(), text);
  } else if (value.type() == item::Type::kBinary) {
    AppendBase64(value.scalar(), text);
  } else {
    text = value.scalar();
  }
  return text;
}

void AddOnce(std::string text, std::vector<std::string>& texts) {
  if (std::ranges::find(texts, text) == texts.end()) texts.push_back(std::move(text));
}

Action ActionOf(const Statement& statement) {
  switch (statement.kind) {
    case Statement::Kind::kSelect:
      return Action::kSelect;
    case Statement::Kind::kInsert:
      return Action::kInsert;
    case Statement::Kind::kUpdate:
      return Action::kUpdate;
    case Statement::Kind::kDelete:
      return Action::kDelete;
  }
  std::unreachable();
}

std::string ResourceOf(const query::Source& source) {
  if (source.index == nullptr) return (*source.table)->arn;
  return fmt::format("{}/index/{}", (*source.table)->arn, source.index->name);
}

// Collects the attributes that the right-hand sides of SET read.
class OperandNames {
 public:
  OperandNames(const expr::Slots& slots, std::set<std::string>& names)
      : slots_(slots), names_(names) {}

  void Add(const ast::Operand& operand) { std::visit(*this, operand.node); }

  void operator()(const ast::Path& path) { names_.emplace(slots_.NameOf(path.steps.front())); }
  void operator()(const ast::Literal& /*literal*/) {}
  void operator()(const ast::Call& call) {
    for (const ast::Operand& argument : call.arguments) Add(argument);
  }

 private:
  const expr::Slots& slots_;
  std::set<std::string>& names_;
};

void AddChanged(const expr::Update& changes, std::set<std::string>& names) {
  const expr::Bound& bound = changes.bound();
  OperandNames operands(bound.slots, names);
  for (const ast::Action& action : std::get<ast::Update>(bound.expression->root).actions) {
    operands(action.path);
    if (const auto* operand = std::get_if<ast::Operand>(&action.value)) operands.Add(*operand);
    if (const auto* sum = std::get_if<ast::Sum>(&action.value)) {
      operands.Add(sum->left);
      operands.Add(sum->right);
    }
  }
}

std::vector<std::string> AttributesIn(const BoundStatement& bound) {
  std::set<std::string> names;
  for (const ast::Path& path : bound.statement->projection) names.insert(path.steps.front().name);
  if (bound.where) {
    for (const std::string_view name : expr::AttributesOf(*bound.where)) names.emplace(name);
  }
  if (bound.item) {
    for (const item::Attribute& attribute : bound.item->view()) names.emplace(attribute.name);
  }
  if (bound.changes) AddChanged(*bound.changes, names);
  return {names.begin(), names.end()};
}

AccessEntry EntryOf(const query::Source& source, const BoundStatement& bound,
                    std::string_view enclosing) {
  return {.action = ActionOf(*bound.statement),
          .resource = ResourceOf(source),
          .attributes = AttributesIn(bound),
          .enclosing_operation = std::string(enclosing)};
}

}  // namespace

std::string_view ActionName(Action action) {
  constexpr std::string_view kNames[] = {"PartiQLSelect", "PartiQLInsert", "PartiQLUpdate",
                                         "PartiQLDelete"};
  return kNames[static_cast<std::size_t>(action)];
}

AccessEntry AccessEntryOf(const query::Source& source, const BoundStatement& bound,
                          const ReadPlan& plan, std::string_view enclosing) {
  AccessEntry entry = EntryOf(source, bound, enclosing);
  for (const Branch& branch : plan.branches) {
    if (branch.access == Access::kScan) {
      entry.full_scan = true;
    } else {
      AddOnce(KeyText(branch.terms.front().value), entry.leading_keys);
    }
  }
  return entry;
}

AccessEntry AccessEntryOf(const query::Source& source, const BoundStatement& bound,
                          item::ItemView key, std::string_view enclosing) {
  AccessEntry entry = EntryOf(source, bound, enclosing);
  if (const auto value = key.Find(source.hash_keys().front().name)) {
    entry.leading_keys.push_back(KeyText(*value));
  }
  return entry;
}

}  // namespace stator::partiql
