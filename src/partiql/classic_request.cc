#include "partiql/classic_request.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "expr/ast.h"
#include "expr/bound.h"
#include "expr/condition.h"
#include "item/encoder.h"
#include "partiql/expression_text.h"
#include "partiql/key_conditions.h"

namespace stator::partiql {
namespace {

namespace ast = expr::ast;
using query::KeyTerm;
using Operator = KeyTerm::Operator;

// The terms that AND joins at the top of a condition.
void CollectTerms(const ast::Condition& condition, std::vector<const ast::Condition*>& terms) {
  const auto* all = std::get_if<ast::All>(&condition.node);
  if (all == nullptr) return terms.push_back(&condition);
  for (const ast::Condition& term : all->terms) CollectTerms(term, terms);
}

std::string_view OperatorText(Operator op) {
  constexpr std::string_view kTexts[] = {"=", "<", "<=", ">", ">=", "BETWEEN", "begins_with"};
  return kTexts[static_cast<std::size_t>(op)];
}

std::string TextOf(const KeyTerm& term, ExpressionText& text) {
  const std::string name = text.Name(term.attribute);
  const std::string value = text.Value(term.value);
  if (term.op == Operator::kBeginsWith) return fmt::format("begins_with({}, {})", name, value);
  if (term.op == Operator::kBetween) {
    return fmt::format("{} BETWEEN {} AND {}", name, value, text.Value(term.high));
  }
  return fmt::format("{} {} {}", name, OperatorText(term.op), value);
}

// Joins two bounds of a sort key to one term; nullopt: a Query cannot say both.
std::optional<KeyTerm> Joined(const KeyTerm& a, const KeyTerm& b) {
  if (a.op == Operator::kGreaterOrEqual && b.op == Operator::kLessOrEqual) {
    return KeyTerm{a.attribute, Operator::kBetween, a.value, b.value};
  }
  if (a.op == Operator::kLessOrEqual && b.op == Operator::kGreaterOrEqual) return Joined(b, a);
  return std::nullopt;
}

// Makes the request of one branch.
class Maker {
 public:
  Maker(const query::Source& source, const BoundStatement& bound)
      : source_(source), bound_(bound), text_(SlotsOf(bound)) {}

  std::optional<ClassicRequest> Make(const Branch& branch, bool backward) {
    const Statement& statement = *bound_.statement;
    request_.table = statement.table;
    request_.index = statement.index;
    request_.backward = backward;
    if (!MakeProjection()) return std::nullopt;
    if (branch.access == Access::kScan) {
      request_.operation = "Scan";
      if (bound_.where) request_.filter = text_.Of(Root());
    } else if (!MakeKeyed(branch)) {
      return std::nullopt;
    }
    request_.names = text_.names();
    request_.values = text_.Values();
    return std::move(request_);
  }

 private:
  static const expr::Slots& SlotsOf(const BoundStatement& bound) {
    static const expr::Slots no_slots;
    return bound.where ? bound.where->bound().slots : no_slots;
  }
  const ast::Condition& Root() const {
    return std::get<ast::Condition>(bound_.where->bound().expression->root);
  }

  // A classic projection keeps nested values inside their parents, so only names serve.
  bool MakeProjection() {
    std::vector<std::string> names;
    for (const ast::Path& path : bound_.statement->projection) {
      if (path.steps.size() > 1) return false;
      std::string name = text_.Name(path.steps.front().name);
      if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
    }
    request_.projection = fmt::format("{}", fmt::join(names, ", "));
    return true;
  }

  bool MakeKeyed(const Branch& branch) {
    const KeyConditions keys(source_, SlotsOf(bound_));
    std::vector<const ast::Condition*> terms;
    CollectTerms(Root(), terms);
    std::vector<std::string> rest;
    for (const ast::Condition* term : terms) {
      if (keys.TermsIn(*term).size() == 1) continue;  // among the branch's terms
      if (NamesKey(*term)) return false;
      rest.push_back(text_.Of(*term));
    }
    if (branch.access == Access::kGet && rest.empty()) return MakeGet(branch);
    request_.operation = "Query";
    request_.filter = fmt::format("{}", fmt::join(rest, " AND "));
    return MakeKeyCondition(branch);
  }

  // A filter of a Query must not name a key attribute.
  bool NamesKey(const ast::Condition& term) const {
    const Namer namer{source_, SlotsOf(bound_)};
    return namer.Names(term);
  }

  bool MakeGet(const Branch& branch) {
    request_.operation = "GetItem";
    std::map<std::string_view, item::ValueView> key;
    for (const KeyTerm& term : branch.terms) {
      if (term.op != Operator::kEqual) return false;
      key.insert_or_assign(term.attribute, term.value);
    }
    Bytes bytes;
    item::Encoder encoder(bytes);
    encoder.BeginItem(key.size());
    for (const auto& [name, value] : key) {
      encoder.Name(name);
      encoder.Copy(value);
    }
    request_.key = item::Item(std::move(bytes));
    return true;
  }

  bool MakeKeyCondition(const Branch& branch) {
    std::optional<KeyTerm> sort;
    for (const KeyTerm& term : branch.terms) {
      if (term.attribute == branch.terms.front().attribute) continue;
      if (sort) {
        sort = Joined(*sort, term);
        if (!sort) return false;
      } else {
        sort = term;
      }
    }
    request_.key_condition = TextOf(branch.terms.front(), text_);
    if (sort) request_.key_condition += " AND " + TextOf(*sort, text_);
    return true;
  }

  // Finds key attributes in a condition.
  struct Namer {
    const query::Source& source;
    const expr::Slots& slots;

    bool Names(const ast::Condition& condition) const { return std::visit(*this, condition.node); }
    bool Names(const ast::Operand& operand) const {
      if (const auto* path = std::get_if<ast::Path>(&operand.node)) {
        return source.IsKey(slots.NameOf(path->steps.front()));
      }
      const auto* call = std::get_if<ast::Call>(&operand.node);
      return call != nullptr && (*this)(*call);
    }
    bool operator()(const ast::Comparison& node) const {
      return Names(node.left) || Names(node.right);
    }
    bool operator()(const ast::Between& node) const {
      return Names(node.value) || Names(node.low) || Names(node.high);
    }
    bool operator()(const ast::In& node) const {
      return Names(node.value) ||
             std::ranges::any_of(node.choices, [&](const auto& each) { return Names(each); });
    }
    bool operator()(const ast::Call& node) const {
      return std::ranges::any_of(node.arguments, [&](const auto& each) { return Names(each); });
    }
    bool operator()(const ast::Not& node) const { return Names(*node.term); }
    bool operator()(const ast::All& node) const {
      return std::ranges::any_of(node.terms, [&](const auto& each) { return Names(each); });
    }
    bool operator()(const ast::Any& node) const {
      return std::ranges::any_of(node.terms, [&](const auto& each) { return Names(each); });
    }
  };

  const query::Source& source_;
  const BoundStatement& bound_;
  ExpressionText text_;
  ClassicRequest request_;
};

}  // namespace

std::optional<ClassicRequest> ClassicRequestOf(const query::Source& source,
                                               const BoundStatement& bound, const ReadPlan& plan,
                                               bool backward) {
  if (plan.branches.size() != 1) return std::nullopt;
  return Maker(source, bound).Make(plan.branches.front(), backward);
}

std::string ScanReason(const query::Source& source, const std::optional<expr::Condition>& where) {
  std::string reason = fmt::format("The condition does not fix the partition key {} of {}.",
                                   source.hash_keys().front().name,
                                   source.index == nullptr ? "the table" : "the index");
  if (!where) return reason;
  const auto& root = std::get<ast::Condition>(where->bound().expression->root);
  for (const catalog::Index& index : source.table->settings().indexes) {
    const query::Source other{source.table, &index};
    if (!index.readable() || other.hash_keys().size() > 1 || other.range_keys().size() > 1)
      continue;
    if (&index == source.index) continue;
    if (!KeyConditions(other, where->bound().slots).FixesHash(root)) continue;
    return reason + fmt::format(" The index {} has {} as its partition key: read from it.",
                                index.name, index.hash_keys.front().name);
  }
  return reason;
}

}  // namespace stator::partiql
