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
#include "expr/kind.h"
#include "expr/parser.h"
#include "expr/update.h"
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

std::string TextOf(const KeyTerm& term, Placeholders& placeholders) {
  const std::string name = placeholders.Name(term.attribute);
  const std::string value = placeholders.Value(term.value);
  if (term.op == Operator::kBeginsWith) return fmt::format("begins_with({}, {})", name, value);
  if (term.op == Operator::kBetween) {
    return fmt::format("{} BETWEEN {} AND {}", name, value, placeholders.Value(term.high));
  }
  return fmt::format("{} {} {}", name, OperatorText(term.op), value);
}

// Whether the classic operations take the text: their bounds are narrower than those of statements.
bool IsTaken(expr::Kind kind, const std::string& text) {
  return text.empty() || expr::Parse(expr::GrammarOf(kind), text).has_value();
}

bool IsTaken(const ClassicRequest& request) {
  return IsTaken(expr::Kind::kKeyCondition, request.key_condition) &&
         IsTaken(expr::Kind::kFilter, request.filter) &&
         IsTaken(expr::Kind::kCondition, request.condition) &&
         IsTaken(expr::Kind::kUpdate, request.update) &&
         IsTaken(expr::Kind::kProjection, request.projection);
}

const expr::Slots& SlotsOf(const BoundStatement& bound) {
  static const expr::Slots no_slots;
  return bound.where ? bound.where->bound().slots : no_slots;
}

const ast::Condition& RootOf(const BoundStatement& bound) {
  return std::get<ast::Condition>(bound.where->bound().expression->root);
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
      : source_(source), bound_(bound), text_(SlotsOf(bound), placeholders_) {}

  std::optional<ClassicRequest> Make(const Branch& branch, bool backward) {
    const Statement& statement = *bound_.statement;
    request_.table = statement.table;
    request_.index = statement.index;
    request_.backward = backward;
    if (!MakeProjection()) return std::nullopt;
    if (branch.access == Access::kScan) {
      request_.operation = "Scan";
      if (bound_.where) request_.filter = text_.Of(RootOf(bound_));
    } else if (!MakeKeyed(branch)) {
      return std::nullopt;
    }
    request_.names = placeholders_.names();
    request_.values = placeholders_.Values();
    if (!IsTaken(request_)) return std::nullopt;
    return std::move(request_);
  }

 private:
  // A classic projection keeps nested values inside their parents, so only names serve.
  bool MakeProjection() {
    std::vector<std::string> names;
    for (const ast::Path& path : bound_.statement->projection) {
      if (path.steps.size() > 1) return false;
      std::string name = placeholders_.Name(path.steps.front().name);
      if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
    }
    request_.projection = fmt::format("{}", fmt::join(names, ", "));
    return true;
  }

  bool MakeKeyed(const Branch& branch) {
    const KeyConditions keys(source_, SlotsOf(bound_));
    std::vector<const ast::Condition*> terms;
    CollectTerms(RootOf(bound_), terms);
    std::vector<const ast::Condition*> rest;
    for (const ast::Condition* term : terms) {
      if (IsInBranch(keys, *term)) continue;
      if (NamesKey(*term)) return false;
      rest.push_back(term);
    }
    if (branch.access == Access::kGet && rest.empty()) return MakeGet(branch);
    request_.operation = "Query";
    std::vector<std::string> texts;
    for (const ast::Condition* term : rest) {
      texts.push_back(rest.size() > 1 ? text_.TermOf(*term) : text_.Of(*term));
    }
    request_.filter = fmt::format("{}", fmt::join(texts, " AND "));
    return MakeKeyCondition(branch);
  }

  // Whether a condition is one of the branch's terms. A comparison of the partition key is none.
  static bool IsInBranch(const KeyConditions& keys, const ast::Condition& condition) {
    const auto terms = keys.TermsIn(condition);
    if (terms.size() != 1) return false;
    return terms.front().attribute != keys.hash() || terms.front().op == Operator::kEqual;
  }

  // A filter of a Query must not name a key attribute.
  bool NamesKey(const ast::Condition& term) const {
    const Namer namer{source_, SlotsOf(bound_)};
    return namer.Names(term);
  }

  bool MakeGet(const Branch& branch) {
    request_.operation = "GetItem";
    request_.backward = false;
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
    request_.key_condition = TextOf(branch.terms.front(), placeholders_);
    if (sort) request_.key_condition += " AND " + TextOf(*sort, placeholders_);
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
  Placeholders placeholders_;
  ExpressionText text_;
  ClassicRequest request_;
};

std::string_view ReturnsText(Returning returning) {
  constexpr std::string_view kTexts[] = {"ALL_OLD", "ALL_NEW", "UPDATED_OLD", "UPDATED_NEW"};
  return kTexts[static_cast<std::size_t>(returning)];
}

// Makes the request of a write.
class WriteMaker {
 public:
  WriteMaker(const query::Source& table, const BoundStatement& bound)
      : table_(table), bound_(bound) {}

  ClassicRequest Make(item::ItemView key) {
    const Statement& statement = *bound_.statement;
    request_.table = statement.table;
    if (statement.returning) request_.returns = ReturnsText(*statement.returning);
    if (statement.kind != Statement::Kind::kInsert) request_.key = item::Item(Bytes(key.bytes()));
    switch (statement.kind) {
      case Statement::Kind::kInsert:
        request_.operation = "PutItem";
        request_.item = *bound_.item;
        request_.condition = Presence("attribute_not_exists");
        break;
      case Statement::Kind::kUpdate:
        request_.operation = "UpdateItem";
        request_.update = Changes();
        request_.condition = Joined("attribute_exists", " AND ");
        break;
      case Statement::Kind::kDelete:
        request_.operation = "DeleteItem";
        request_.condition = HasRest() ? Joined("attribute_not_exists", " OR ") : "";
        break;
      case Statement::Kind::kSelect:  // EXISTS
        request_.operation = "ConditionCheck";
        request_.condition = Joined("attribute_exists", " AND ");
        break;
    }
    request_.names = placeholders_.names();
    request_.values = placeholders_.Values();
    return std::move(request_);
  }

 private:
  std::string Presence(std::string_view function) {
    return fmt::format("{}({})", function, placeholders_.Name(table_.hash_keys().front().name));
  }

  // The terms of WHERE beside the equalities that fix the key.
  std::vector<const ast::Condition*> Rest() const {
    std::vector<const ast::Condition*> rest;
    if (!bound_.where) return rest;
    const KeyConditions keys(table_, SlotsOf(bound_));
    std::vector<const ast::Condition*> terms;
    CollectTerms(RootOf(bound_), terms);
    for (const ast::Condition* term : terms) {
      const auto key_terms = keys.TermsIn(*term);
      if (key_terms.empty() || key_terms.front().op != Operator::kEqual) rest.push_back(term);
    }
    return rest;
  }
  bool HasRest() const { return !Rest().empty(); }

  // Joins the test of the item's presence with the rest of WHERE.
  std::string Joined(std::string_view presence, std::string_view junction) {
    ExpressionText text(SlotsOf(bound_), placeholders_);
    std::vector<std::string> rest;
    for (const ast::Condition* term : Rest()) rest.push_back(text.TermOf(*term));
    std::string condition = Presence(presence);
    if (rest.empty()) return condition;
    const bool grouped = rest.size() > 1 && junction == " OR ";
    return fmt::format("{}{}{}{}{}", condition, junction, grouped ? "(" : "",
                       fmt::join(rest, " AND "), grouped ? ")" : "");
  }

  std::string Changes() {
    const expr::Bound& bound = bound_.changes->bound();
    return ExpressionText(bound.slots, placeholders_)
        .Of(std::get<ast::Update>(bound.expression->root));
  }

  const query::Source& table_;
  const BoundStatement& bound_;
  Placeholders placeholders_;
  ClassicRequest request_;
};

}  // namespace

std::optional<ClassicRequest> ClassicRequestOf(const query::Source& source,
                                               const BoundStatement& bound, const ReadPlan& plan,
                                               bool backward) {
  if (plan.branches.size() != 1) return std::nullopt;
  return Maker(source, bound).Make(plan.branches.front(), backward);
}

std::optional<ClassicRequest> ClassicWriteOf(const query::Source& table,
                                             const BoundStatement& bound, item::ItemView key) {
  ClassicRequest request = WriteMaker(table, bound).Make(key);
  if (!IsTaken(request)) return std::nullopt;
  return request;
}

std::string ClassicScanReason(const query::Source& source,
                              const std::optional<expr::Condition>& filter) {
  if (!filter || source.hash_keys().size() > 1) return ScanReason(source, filter);
  const expr::Bound& bound = filter->bound();
  const KeyConditions keys(source, bound.slots);
  if (!keys.FixesHash(std::get<ast::Condition>(bound.expression->root))) {
    return ScanReason(source, filter);
  }
  return fmt::format(
      "A Scan reads everything. The filter fixes the partition key {}: send a Query.", keys.hash());
}

std::string ScanReason(const query::Source& source, const std::optional<expr::Condition>& where) {
  std::string reason = fmt::format(
      "{} the partition key {} of {}.", where ? "The condition does not fix" : "No condition fixes",
      source.hash_keys().front().name, source.index == nullptr ? "the table" : "the index");
  if (!where) return reason;
  const auto& root = std::get<ast::Condition>(where->bound().expression->root);
  for (const catalog::Index& index : source.table->settings().indexes) {
    const query::Source other{source.table, &index};
    if (!index.readable() || other.hash_keys().size() > 1 || other.range_keys().size() > 1)
      continue;
    if (&index == source.index) continue;
    if (!KeyConditions(other, where->bound().slots).FixesHash(root)) continue;
    // A keyed read of an index cannot filter by an attribute that the index lacks.
    const auto held = [&other](std::string_view name) { return other.Holds(name); };
    if (!std::ranges::all_of(expr::AttributesOf(*where), held)) continue;
    return reason + fmt::format(" The index {} has {} as its partition key: read from it{}.",
                                index.name, index.hash_keys.front().name,
                                other.HoldsAll() ? "" : " if its attributes are enough");
  }
  return reason;
}

}  // namespace stator::partiql
