#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "expr/legacy.h"
#include "expr/testing.h"
#include "expr_generators.h"

// Legacy parameters mean the same as the expression that the documentation gives for them.
namespace stator::expr {
namespace {

using legacy::Action;
using legacy::Operator;
using namespace testing;  // NOLINT(google-build-using-namespace): the short names are its point

struct Twin {
  Operator op;
  int operands;
  const char* text;  // the expression, with gaps for the attribute and the operands
};

const std::vector<Twin>& Twins() {
  static const std::vector<Twin> twins = {
      {Operator::kEqual, 1, "{0} = {1}"},
      {Operator::kNotEqual, 1, "{0} <> {1}"},
      {Operator::kLess, 1, "{0} < {1}"},
      {Operator::kLessOrEqual, 1, "{0} <= {1}"},
      {Operator::kGreater, 1, "{0} > {1}"},
      {Operator::kGreaterOrEqual, 1, "{0} >= {1}"},
      {Operator::kExists, 0, "attribute_exists({0})"},
      {Operator::kNotExists, 0, "attribute_not_exists({0})"},
      {Operator::kContains, 1, "contains({0}, {1})"},
      {Operator::kNotContains, 1, "attribute_exists({0}) AND NOT contains({0}, {1})"},
      {Operator::kBeginsWith, 1, "begins_with({0}, {1})"},
      {Operator::kIn, 2, "{0} IN ({1}, {2})"},
      {Operator::kBetween, 2, "{0} BETWEEN {1} AND {2}"},
  };
  return twins;
}

// Returns an operand that the operator takes in both languages.
Tree AnyOperand(Operator op) {
  const bool ordered = op != Operator::kEqual && op != Operator::kNotEqual &&
                       op != Operator::kContains && op != Operator::kNotContains &&
                       op != Operator::kIn;
  if (!ordered) return naive::OneOf(naive::Pool());
  return naive::OneOf<Tree>({S("a"), S("ab"), S(""), B("a")});
}

RC_GTEST_PROP(LegacyProperty, ConditionsEqualTheirExpressions, ()) {
  const Tree::Map stored = naive::AnyItem();
  Values values;
  naive::Placeholders placeholders;
  std::vector<legacy::Demand> demands;
  std::vector<std::string> names(static_cast<std::size_t>(naive::Between(1, 3)));
  std::string text;
  const bool any = naive::OneIn(2);
  for (std::string& name : names) {
    name = naive::AnyName();
    const Twin twin = naive::OneOf(Twins());
    legacy::Demand demand{name, twin.op, {}};
    std::vector<std::string> operands(2);
    const Tree first = AnyOperand(twin.op);
    for (int i = 0; i < twin.operands; ++i) {
      // Both bounds are equal: the caller checks the order of two.
      const Tree operand = twin.op == Operator::kBetween ? first : AnyOperand(twin.op);
      demand.operands.push_back(values.Add(operand));
      operands[static_cast<std::size_t>(i)] = placeholders.Value(operand);
    }
    demands.push_back(std::move(demand));
    if (!text.empty()) text += any ? " OR " : " AND ";
    text += "(" + fmt::format(fmt::runtime(twin.text), name, operands[0], operands[1]) + ")";
  }
  const Condition condition =
      MakeCondition(any ? legacy::Junction::kAny : legacy::Junction::kAll, demands);
  Request request(placeholders.values);
  const Result<Condition> twin = request.BindCondition(text);
  RC_ASSERT(Outcome(twin) == "ok");
  const item::Item item = item::EncodeItem(stored);
  RC_ASSERT(Holds(condition, item.view()) == Holds(*twin, item.view()));
  RC_ASSERT(AttributesOf(condition).front() == names.front());
}

// Returns a change and the equivalent clause of an UpdateExpression.
legacy::Change AnyChange(const std::string& name, Values& values, naive::Placeholders& placeholders,
                         std::string& text) {
  const int kind = naive::Between(0, 4);
  if (kind == 0) {
    text = "REMOVE " + name;
    return {name, Action::kRemove, std::nullopt};
  }
  if (kind == 1) {
    const Tree value = naive::AnyValue(2);
    text = fmt::format("SET {} = {}", name, placeholders.Value(value));
    return {name, Action::kPut, values.Add(value)};
  }
  if (kind == 2) {
    const Tree list = naive::OneOf<Tree>({L({}), L({N("1")}), L({S("a"), Null()})});
    text = fmt::format("SET {0} = list_append(if_not_exists({0}, {1}), {2})", name,
                       placeholders.Value(L({})), placeholders.Value(list));
    return {name, Action::kAdd, values.Add(list)};
  }
  const Tree set = naive::OneOf<Tree>({SS({"a"}), NS({"0", "1"}), BS({"a"})});
  if (kind == 3) {
    text = fmt::format("DELETE {} {}", name, placeholders.Value(set));
    return {name, Action::kDelete, values.Add(set)};
  }
  const Tree added = naive::OneIn(2) ? N("2.5") : set;
  text = fmt::format("ADD {} {}", name, placeholders.Value(added));
  return {name, Action::kAdd, values.Add(added)};
}

RC_GTEST_PROP(LegacyProperty, UpdatesEqualTheirExpressions, ()) {
  const item::Item stored = item::EncodeItem(naive::AnyItem());
  const item::Item key = item::EncodeItem({{"pk", S("k")}});
  Values values;
  naive::Placeholders placeholders;
  const std::string name = naive::AnyName();
  std::string text;
  const legacy::Change change = AnyChange(name, values, placeholders, text);
  const Update update = legacy::MakeUpdate({&change, 1});
  Request request(placeholders.values);
  const Result<Update> twin = request.BindUpdate(text);
  RC_ASSERT(Outcome(twin) == "ok");

  const item::ItemView view = stored.view();
  const item::ItemView* old = naive::OneIn(4) ? nullptr : &view;
  const auto mine = Apply(update, old, key.view());
  const auto theirs = Apply(*twin, old, key.view());
  RC_ASSERT(mine.has_value() == theirs.has_value());
  if (!mine) {
    RC_ASSERT(mine.error().message == "Type mismatch for attribute to update");
    return;
  }
  RC_ASSERT(mine->image == theirs->image);
  RC_ASSERT(PickUpdated(update, view) == PickUpdated(*twin, view));
  if (mine->image) {
    RC_ASSERT(PickUpdated(update, mine->image->view()) == PickUpdated(*twin, mine->image->view()));
  }
}

}  // namespace
}  // namespace stator::expr
