#include "expr/legacy.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "expr/testing.h"

namespace stator::expr::legacy {
namespace {

using namespace expr::testing;  // NOLINT(google-build-using-namespace): short names are its point

const item::Item& Stored() {
  static const item::Item stored = item::EncodeItem({
      {"a.b", S("dotted")},
      {"bin", B("\x01\x02\x03")},
      {"l", L({N("1"), S("x")})},
      {"m", M({{"k", N("1")}})},
      {"n", N("5")},
      {"nil", Null()},
      {"ns", NS({"1", "2"})},
      {"s", S("hello")},
      {"size", S("reserved word")},
      {"ss", SS({"a", "b"})},
  });
  return stored;
}

bool True(std::string_view attribute, Operator op, const std::vector<Tree>& operands = {}) {
  Values values;
  Demand demand{attribute, op, {}};
  for (const Tree& operand : operands) demand.operands.push_back(values.Add(operand));
  return Holds(MakeCondition(Junction::kAll, {&demand, 1}), Stored().view());
}

TEST(LegacyCondition, ComparesLikeExpressions) {
  EXPECT_TRUE(True("n", Operator::kEqual, {N("5.0")}));
  EXPECT_FALSE(True("n", Operator::kEqual, {S("5")}));
  EXPECT_TRUE(True("ss", Operator::kEqual, {SS({"a", "b"})}));
  EXPECT_TRUE(True("m", Operator::kEqual, {M({{"k", N("1")}})}));
  EXPECT_TRUE(True("n", Operator::kLess, {N("6")}));
  EXPECT_FALSE(True("n", Operator::kLess, {N("5")}));
  EXPECT_TRUE(True("n", Operator::kLessOrEqual, {N("5")}));
  EXPECT_TRUE(True("s", Operator::kGreater, {S("hell")}));
  EXPECT_FALSE(True("s", Operator::kGreater, {S("hello")}));
  EXPECT_TRUE(True("s", Operator::kGreaterOrEqual, {S("hello")}));
  EXPECT_FALSE(True("n", Operator::kLess, {S("6")}));
  EXPECT_TRUE(True("n", Operator::kBetween, {N("5"), N("9")}));
  EXPECT_FALSE(True("n", Operator::kBetween, {N("6"), N("9")}));
  EXPECT_TRUE(True("n", Operator::kIn, {N("1"), N("5"), N("7")}));
  EXPECT_FALSE(True("ns", Operator::kIn, {N("1"), N("2")}));
  EXPECT_TRUE(True("s", Operator::kBeginsWith, {S("he")}));
  EXPECT_TRUE(True("bin", Operator::kBeginsWith, {B("\x01")}));
  EXPECT_FALSE(True("n", Operator::kBeginsWith, {S("5")}));
}

TEST(LegacyCondition, Contains) {
  EXPECT_TRUE(True("s", Operator::kContains, {S("ell")}));
  EXPECT_TRUE(True("ns", Operator::kContains, {N("2")}));
  EXPECT_TRUE(True("l", Operator::kContains, {S("x")}));
  EXPECT_FALSE(True("s", Operator::kContains, {N("1")}));
  EXPECT_TRUE(True("s", Operator::kNotContains, {S("dog")}));
  EXPECT_TRUE(True("s", Operator::kNotContains, {N("1")}));
  EXPECT_FALSE(True("l", Operator::kNotContains, {N("1")}));
}

TEST(LegacyCondition, MissingAttributes) {
  EXPECT_TRUE(True("gone", Operator::kNotEqual, {N("1")}));
  EXPECT_FALSE(True("gone", Operator::kEqual, {N("1")}));
  EXPECT_FALSE(True("gone", Operator::kContains, {N("1")}));
  EXPECT_FALSE(True("gone", Operator::kNotContains, {N("1")}));
  EXPECT_FALSE(True("gone", Operator::kBetween, {N("0"), N("9")}));
  EXPECT_TRUE(True("gone", Operator::kNotExists));
  EXPECT_FALSE(True("gone", Operator::kExists));
  EXPECT_TRUE(True("nil", Operator::kExists));
  EXPECT_FALSE(True("nil", Operator::kNotExists));
}

TEST(LegacyCondition, NamesAreNotParsedAsPaths) {
  EXPECT_TRUE(True("a.b", Operator::kEqual, {S("dotted")}));
  EXPECT_TRUE(True("size", Operator::kExists));
  EXPECT_FALSE(True("m.k", Operator::kExists));
  EXPECT_FALSE(True("l[0]", Operator::kExists));
}

TEST(LegacyCondition, JoinsDemands) {
  Values values;
  const std::vector<Demand> demands = {{"n", Operator::kEqual, {values.Add(N("5"))}},
                                       {"s", Operator::kEqual, {values.Add(S("other"))}}};
  const Condition all = MakeCondition(Junction::kAll, demands);
  EXPECT_FALSE(Holds(all, Stored().view()));
  EXPECT_TRUE(Holds(MakeCondition(Junction::kAny, demands), Stored().view()));
  EXPECT_EQ(AttributesOf(all), (std::vector<std::string_view>{"n", "s"}));
}

TEST(LegacyCondition, OutlivesItsOperands) {
  std::optional<Condition> condition;
  {
    Values values;
    const std::string name(40, 'n');
    const Demand demand{
        name, Operator::kIn, {values.Add(S("x")), values.Add(S(std::string(99, 'y')))}};
    condition = MakeCondition(Junction::kAll, {&demand, 1});
  }
  const item::Item stored = item::EncodeItem({{std::string(40, 'n'), S(std::string(99, 'y'))}});
  EXPECT_TRUE(Holds(*condition, stored.view()));
}

// Returns the item's attribute "a" after the change, or the error.
std::string After(const Tree::Map& stored, const Change& change) {
  const item::Item old = item::EncodeItem(stored);
  const item::ItemView view = old.view();
  const auto outcome = Apply(MakeUpdate({&change, 1}), &view, item::EncodeItem({}).view());
  if (!outcome) return outcome.error().message;
  const auto value = outcome->image->view().Find("a");
  if (!value) return "removed";
  if (value->type() == item::Type::kNumber) {
    std::string text;
    item::AppendNumberText(value->scalar(), text);
    return text;
  }
  if (value->type() == item::Type::kList) return std::to_string(value->list().count()) + " in list";
  if (value->type() == item::Type::kString) return std::string(value->scalar());
  return std::to_string(value->set().count()) + " in set";
}

TEST(LegacyUpdate, ChangesAttributes) {
  Values values;
  const auto three = values.Add(N("3"));
  const auto set = values.Add(SS({"b", "c"}));
  const auto list = values.Add(L({S("x"), N("1")}));
  EXPECT_EQ(After({{"a", S("old")}}, {"a", Action::kPut, three}), "3");
  EXPECT_EQ(After({}, {"a", Action::kPut, three}), "3");
  EXPECT_EQ(After({{"a", N("4")}}, {"a", Action::kAdd, three}), "7");
  EXPECT_EQ(After({}, {"a", Action::kAdd, three}), "3");
  EXPECT_EQ(After({{"a", SS({"a", "b"})}}, {"a", Action::kAdd, set}), "3 in set");
  EXPECT_EQ(After({{"a", L({S("x")})}}, {"a", Action::kAdd, list}), "3 in list");
  EXPECT_EQ(After({}, {"a", Action::kAdd, list}), "2 in list");
  EXPECT_EQ(After({{"a", SS({"a", "b"})}}, {"a", Action::kDelete, set}), "1 in set");
  EXPECT_EQ(After({{"a", SS({"c"})}}, {"a", Action::kDelete, set}), "removed");
  EXPECT_EQ(After({}, {"a", Action::kDelete, set}), "removed");
  EXPECT_EQ(After({{"a", S("old")}}, {"a", Action::kRemove, std::nullopt}), "removed");
}

TEST(LegacyUpdate, HasItsOwnTextForAMismatch) {
  Values values;
  constexpr char kMismatch[] = "Type mismatch for attribute to update";
  const auto set = values.Add(SS({"b"}));
  EXPECT_EQ(After({{"a", S("x")}}, {"a", Action::kAdd, values.Add(N("1"))}), kMismatch);
  EXPECT_EQ(After({{"a", NS({"1"})}}, {"a", Action::kAdd, set}), kMismatch);
  EXPECT_EQ(After({{"a", NS({"1"})}}, {"a", Action::kDelete, set}), kMismatch);
  EXPECT_EQ(After({{"a", S("x")}}, {"a", Action::kAdd, values.Add(L({}))}), kMismatch);
}

TEST(LegacyUpdate, OnlyWritesCreateAnItem) {
  Values values;
  const item::Item key = item::EncodeItem({{"pk", S("k")}});
  const Change removal{"a", Action::kRemove, std::nullopt};
  EXPECT_FALSE(Apply(MakeUpdate({&removal, 1}), nullptr, key.view())->image);
  const Change deletion{"a", Action::kDelete, values.Add(SS({"b"}))};
  EXPECT_FALSE(Apply(MakeUpdate({&deletion, 1}), nullptr, key.view())->image);
  const Change addition{"a", Action::kAdd, values.Add(L({}))};
  EXPECT_TRUE(Apply(MakeUpdate({&addition, 1}), nullptr, key.view())->image);
}

TEST(LegacyUpdate, PickUpdatedReturnsChangedAttributes) {
  Values values;
  const std::vector<Change> changes = {{"put.me", Action::kPut, values.Add(N("1"))},
                                       {"gone", Action::kRemove, std::nullopt},
                                       {"set", Action::kDelete, values.Add(SS({"x"}))}};
  const Update update = MakeUpdate(changes);
  const item::Item before = item::EncodeItem(
      {{"gone", S("g")}, {"other", S("o")}, {"put.me", S("p")}, {"set", SS({"x", "y"})}});
  const item::ItemView view = before.view();
  const item::Item after = *Apply(update, &view, view)->image;
  EXPECT_EQ(PickUpdated(update, view),
            item::EncodeItem({{"gone", S("g")}, {"put.me", S("p")}, {"set", SS({"x", "y"})}}));
  EXPECT_EQ(PickUpdated(update, after.view()),
            item::EncodeItem({{"put.me", N("1")}, {"set", SS({"y"})}}));
}

TEST(LegacyProjection, PicksWholeAttributes) {
  const std::vector<std::string> names = {"s", "m.k", "a.b", "l"};
  const Projection projection = MakeProjection(names);
  EXPECT_EQ(
      Project(projection, Stored().view()),
      item::EncodeItem({{"a.b", S("dotted")}, {"l", L({N("1"), S("x")})}, {"s", S("hello")}}));
  EXPECT_EQ(projection.Attributes(), (std::vector<std::string_view>{"a.b", "l", "m.k", "s"}));
}

}  // namespace
}  // namespace stator::expr::legacy
