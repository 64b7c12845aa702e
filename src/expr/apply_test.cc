#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/limits.h"
#include "expr/testing.h"
#include "expr/update.h"

namespace stator::expr {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace): the short names are its point

const Tree::Map kKey = {{"pk", S("k")}};

constexpr char kMissing[] =
    "The provided expression refers to an attribute that does not exist in the item";
constexpr char kPath[] =
    "The document path provided in the update expression is invalid for update";
constexpr char kType[] = "An operand in the update expression has an incorrect data type";

struct After {
  std::string error;               // "ok" if none
  std::optional<Tree::Map> image;  // nullopt: no item
};

After Applied(std::string_view text, const Tree::Map* stored, const Tree::Map& values) {
  Request request(values);
  const Result<Update> update = request.BindUpdate(text);
  if (!update) return {Outcome(update), std::nullopt};
  const item::Item key = item::EncodeItem(kKey);
  const item::Item old = stored != nullptr ? item::EncodeItem(*stored) : item::Item();
  const item::ItemView view = old.view();
  const auto outcome = Apply(*update, stored != nullptr ? &view : nullptr, key.view());
  if (!outcome) return {Outcome(outcome), std::nullopt};
  if (!outcome->image) return {"ok", std::nullopt};
  EXPECT_TRUE(item::Verify(outcome->image->bytes()).has_value());
  return {"ok", item::TreeOf(outcome->image->view())};
}

// Applies an update to an item with the key and `attributes`, and returns the new item without its
// key.
Tree::Map Updated(std::string_view text, Tree::Map attributes, const Tree::Map& values = {}) {
  attributes.insert(kKey.begin(), kKey.end());
  After after = Applied(text, &attributes, values);
  EXPECT_EQ(after.error, "ok") << text;
  if (!after.image) return {};
  EXPECT_EQ(after.image->erase("pk"), 1U);
  return *std::move(after.image);
}

std::string Refused(std::string_view text, Tree::Map attributes, const Tree::Map& values = {}) {
  attributes.insert(kKey.begin(), kKey.end());
  return Applied(text, &attributes, values).error;
}

// The vectors of facts D.5.
TEST(Apply, ListIndicesReferToTheOldList) {
  const Tree::Map list = {{"a", L({N("1"), N("2"), N("3")})}};
  const Tree::Map values = {{":x", S("x")}, {":y", S("y")}};
  EXPECT_EQ(Updated("SET a[7] = :x, a[5] = :y", list, values),
            (Tree::Map{{"a", L({N("1"), N("2"), N("3"), S("y"), S("x")})}}));
  EXPECT_EQ(Updated("REMOVE a[1] SET a[2] = :x", list, {{":x", S("x")}}),
            (Tree::Map{{"a", L({N("1"), S("x")})}}));
}

TEST(Apply, OperandsReferToTheOldItem) {
  EXPECT_EQ(Updated("SET m = n, n = n + :one", {{"n", N("1")}}, {{":one", N("1")}}),
            (Tree::Map{{"m", N("1")}, {"n", N("2")}}));
  EXPECT_EQ(Updated("SET a = b, b = a", {{"a", S("1")}, {"b", S("2")}}),
            (Tree::Map{{"a", S("2")}, {"b", S("1")}}));
}

TEST(Apply, OnlyWritesCreateAMissingItem) {
  After after = Applied("REMOVE x", nullptr, {});
  EXPECT_EQ(after.error, "ok");
  EXPECT_FALSE(after.image.has_value());
  after = Applied("DELETE x :s REMOVE y.z, l[0]", nullptr, {{":s", SS({"a"})}});
  EXPECT_EQ(after.error, "ok");
  EXPECT_FALSE(after.image.has_value());
  after = Applied("ADD c :one", nullptr, {{":one", N("1")}});
  EXPECT_EQ(after.image, (Tree::Map{{"c", N("1")}, {"pk", S("k")}}));
  after = Applied("SET c = c + :one", nullptr, {{":one", N("1")}});
  EXPECT_EQ(after.error, kMissing);
  after = Applied("SET c = if_not_exists(c, :zero) + :one", nullptr,
                  {{":one", N("1")}, {":zero", N("0")}});
  EXPECT_EQ(after.image, (Tree::Map{{"c", N("1")}, {"pk", S("k")}}));
  after = Applied("SET zz = :one REMOVE a.b", nullptr, {{":one", N("1")}});
  EXPECT_EQ(after.image, (Tree::Map{{"pk", S("k")}, {"zz", N("1")}}));
  after = Applied("SET a.b = :one", nullptr, {{":one", N("1")}});
  EXPECT_EQ(after.error, kPath);
}

TEST(Apply, AMissingItemHasItsKey) {
  After after = Applied("SET c = pk, d = if_not_exists(d, pk)", nullptr, {});
  EXPECT_EQ(after.image, (Tree::Map{{"c", S("k")}, {"d", S("k")}, {"pk", S("k")}}));
  after = Applied("SET c = sk", nullptr, {});
  EXPECT_EQ(after.error, kMissing);
}

TEST(Apply, SetsReplacesAndRemovesAttributes) {
  EXPECT_EQ(Updated("SET b = :v REMOVE a, gone", {{"a", S("1")}, {"c", S("3")}}, {{":v", S("2")}}),
            (Tree::Map{{"b", S("2")}, {"c", S("3")}}));
  EXPECT_EQ(Updated("SET a = :v, z = :v", {{"a", S("1")}}, {{":v", Null()}}),
            (Tree::Map{{"a", Null()}, {"z", Null()}}));
}

TEST(Apply, ChangesNestedValues) {
  const Tree::Map item = {{"m", M({{"l", L({S("0"), M({{"k", S("v")}})})}, {"other", N("1")}})}};
  EXPECT_EQ(Updated("SET m.l[1].k = :v, m.fresh = :v REMOVE m.l[0]", item, {{":v", S("w")}}),
            (Tree::Map{
                {"m", M({{"l", L({M({{"k", S("w")}})})}, {"other", N("1")}, {"fresh", S("w")}})}}));
  EXPECT_EQ(Updated("REMOVE m.l, m.absent", item), (Tree::Map{{"m", M({{"other", N("1")}})}}));
}

TEST(Apply, RefusesPathsThatLeadNowhere) {
  const Tree::Map item = {{"s", S("x")}, {"m", M({})}, {"l", L({S("0")})}};
  const Tree::Map value = {{":v", N("1")}};
  for (const char* text : {"SET x.y = :v", "SET s.y = :v", "SET m[0] = :v", "SET l.a = :v",
                           "SET m.a.b = :v", "SET l[1].a = :v", "SET l[0].a = :v", "ADD x.y :v"}) {
    EXPECT_EQ(Refused(text, item, value), kPath) << text;
  }
  for (const char* text : {"REMOVE x.y", "REMOVE s[0]", "REMOVE m.a.b", "REMOVE l[3].a"}) {
    EXPECT_EQ(Refused(text, item), kPath) << text;
  }
  EXPECT_EQ(Refused("DELETE x.y :v", item, {{":v", SS({"a"})}}), kPath);
}

TEST(Apply, ListEnds) {
  const Tree::Map list = {{"a", L({N("0"), N("1"), N("2")})}};
  EXPECT_EQ(Updated("REMOVE a[3], a[100]", list), list);
  EXPECT_EQ(Updated("REMOVE a[0], a[2]", list), (Tree::Map{{"a", L({N("1")})}}));
  EXPECT_EQ(Updated("REMOVE a[0], a[1], a[2]", list), (Tree::Map{{"a", L({})}}));
  EXPECT_EQ(Updated("REMOVE a[0] SET a[9] = :v", list, {{":v", S("x")}}),
            (Tree::Map{{"a", L({N("1"), N("2"), S("x")})}}));
  EXPECT_EQ(Updated("ADD a[1] :v, a[7] :v", list, {{":v", N("5")}}),
            (Tree::Map{{"a", L({N("0"), N("6"), N("2"), N("5")})}}));
}

TEST(Apply, SumsAreExact) {
  const Tree::Map item = {{"n", N("0.1")}, {"s", S("x")}};
  EXPECT_EQ(Updated("SET n = n + :v", item, {{":v", N("0.2")}}).at("n"), N("0.3"));
  EXPECT_EQ(Updated("SET n = :v - n", item, {{":v", N("1")}}).at("n"), N("0.9"));
  EXPECT_EQ(Updated("SET n = (n + n)", item).at("n"), N("0.2"));
  EXPECT_EQ(Refused("SET n = s + :v", item, {{":v", N("1")}}), kType);
  EXPECT_EQ(Refused("SET n = n - gone", item), kMissing);
  EXPECT_EQ(Refused("SET n = n + :v", item, {{":v", N("1E125")}}),
            "Number overflow. Attempting to store a number with magnitude larger than supported "
            "range");
  EXPECT_EQ(Refused("SET n = list_append(l, l) + n", {{"n", N("1")}, {"l", L({})}}), kType);
}

TEST(Apply, IfNotExists) {
  const Tree::Map item = {{"a", S("old")}, {"nil", Null()}};
  const Tree::Map value = {{":v", S("new")}};
  EXPECT_EQ(Updated("SET a = if_not_exists(a, :v)", item, value).at("a"), S("old"));
  EXPECT_EQ(Updated("SET b = if_not_exists(b, :v)", item, value).at("b"), S("new"));
  EXPECT_EQ(Updated("SET b = if_not_exists(nil, :v)", item, value).at("b"), Null());
  EXPECT_EQ(Updated("SET b = if_not_exists(c, if_not_exists(d, a))", item).at("b"), S("old"));
  EXPECT_EQ(Refused("SET b = if_not_exists(c, d)", item), kMissing);
}

TEST(Apply, ListAppend) {
  const Tree::Map item = {{"l", L({S("a")})}, {"s", S("x")}};
  const Tree::Map value = {{":l", L({S("b")})}};
  EXPECT_EQ(Updated("SET l = list_append(l, :l)", item, value).at("l"), L({S("a"), S("b")}));
  EXPECT_EQ(Updated("SET l = list_append(:l, l)", item, value).at("l"), L({S("b"), S("a")}));
  EXPECT_EQ(Updated("SET k = list_append(if_not_exists(k, :l), l)", item, value).at("k"),
            L({S("b"), S("a")}));
  EXPECT_EQ(Refused("SET l = list_append(l, s)", item), kType);
  EXPECT_EQ(Refused("SET l = list_append(gone, :l)", item, value), kMissing);
}

TEST(Apply, AddsNumbersAndSets) {
  const Tree::Map item = {{"n", N("5")}, {"s", SS({"a", "c"})}, {"m", M({{"n", N("1")}})}};
  EXPECT_EQ(
      Updated("ADD n :v, m.n :v, m.fresh :v", item, {{":v", N("-2")}}),
      (Tree::Map{
          {"n", N("3")}, {"s", SS({"a", "c"})}, {"m", M({{"n", N("-1")}, {"fresh", N("-2")}})}}));
  EXPECT_EQ(Updated("ADD s :v, fresh :v", item, {{":v", SS({"b", "c"})}}).at("s"),
            SS({"a", "b", "c"}));
  EXPECT_EQ(Updated("ADD fresh :v", item, {{":v", NS({"1"})}}).at("fresh"), NS({"1"}));
  EXPECT_EQ(Refused("ADD n :v", item, {{":v", SS({"b"})}}), kType);
  EXPECT_EQ(Refused("ADD s :v", item, {{":v", N("1")}}), kType);
  EXPECT_EQ(Refused("ADD s :v", item, {{":v", NS({"1"})}}), kType);
}

TEST(Apply, DeletesFromSets) {
  const Tree::Map item = {{"s", SS({"a", "b"})}, {"m", M({{"s", SS({"x"})}})}, {"n", N("1")}};
  EXPECT_EQ(Updated("DELETE s :v", item, {{":v", SS({"b", "z"})}}).at("s"), SS({"a"}));
  EXPECT_FALSE(Updated("DELETE s :v", item, {{":v", SS({"a", "b"})}}).contains("s"));
  EXPECT_EQ(Updated("DELETE m.s :v", item, {{":v", SS({"x"})}}).at("m"), M({}));
  EXPECT_EQ(Updated("DELETE gone :v, m.gone :v", item, {{":v", SS({"x"})}}), item);
  EXPECT_EQ(Refused("DELETE s :v", item, {{":v", NS({"1"})}}), kType);
  EXPECT_EQ(Refused("DELETE n :v", item, {{":v", NS({"1"})}}), kType);
}

Tree Nested(std::size_t levels) {
  Tree tree = S("x");
  for (std::size_t i = 0; i < levels; ++i) tree = L({std::move(tree)});
  return tree;
}

TEST(Apply, BoundsNesting) {
  EXPECT_EQ(Updated("SET m.a = :v", {{"m", M({})}}, {{":v", Nested(30)}}).at("m"),
            M({{"a", Nested(30)}}));
  EXPECT_EQ(Refused("SET m.a = :v", {{"m", M({})}}, {{":v", Nested(31)}}),
            "Nesting Levels have exceeded supported limits");
  EXPECT_EQ(Refused("SET a[0] = a", {{"a", Nested(31)}}),
            "Nesting Levels have exceeded supported limits");
}

TEST(Apply, StopsCopyingWhenNoItemCouldHoldTheResult) {
  std::string text = "SET a0 = b";
  for (int i = 1; i < 300; ++i) text += fmt::format(", a{} = b", i);
  EXPECT_EQ(Refused(text, {{"b", S(std::string(300'000, 'x'))}}),
            "Item size to update has exceeded the maximum allowed size");
}

TEST(Apply, MayRunAgainOnAnotherImage) {
  Request request({{":one", N("1")}});
  const Update update = request.BindUpdate("SET n = n + :one").value();
  item::Item image = item::EncodeItem({{"n", N("0")}, {"pk", S("k")}});
  for (int i = 0; i < 3; ++i) {
    const item::ItemView view = image.view();
    image = *Apply(update, &view, item::ItemView()).value().image;
  }
  EXPECT_EQ(item::TreeOf(image.view()).at("n"), N("3"));
}

}  // namespace
}  // namespace stator::expr
