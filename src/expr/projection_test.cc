#include "expr/projection.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "expr/testing.h"

namespace stator::expr {
namespace {

using namespace testing;  // NOLINT(google-build-using-namespace): the short names are its point

const item::Item& Stored() {
  static const item::Item stored = item::EncodeItem({
      {"a", M({{"b", L({S("0"), S("1"), S("2")})}, {"c", S("c")}})},
      {"l", L({M({{"a", N("1")}, {"b", N("2")}, {"c", N("3")}}), S("s"), S("t")})},
      {"x.y", S("dotted")},
      {"z", Bool(true)},
  });
  return stored;
}

Tree::Map Projected(std::string_view text) {
  Request request({}, {{"#d", "x.y"}, {"#b", "b"}});
  const Result<Projection> projection = request.BindProjection(text);
  EXPECT_EQ(Outcome(projection), "ok") << text;
  if (!projection) return {};
  const item::Item item = Project(*projection, Stored().view());
  EXPECT_TRUE(item::Verify(item.bytes()).has_value());
  return item::TreeOf(item.view());
}

TEST(Projection, KeepsParents) {
  EXPECT_EQ(Projected("a.b[1]"), (Tree::Map{{"a", M({{"b", L({S("1")})}})}}));
  EXPECT_EQ(Projected("z, a.c"), (Tree::Map{{"a", M({{"c", S("c")}})}, {"z", Bool(true)}}));
  EXPECT_EQ(Projected("#d"), (Tree::Map{{"x.y", S("dotted")}}));
}

// Appendix E, 29.
TEST(Projection, CompactsLists) {
  EXPECT_EQ(Projected("a.b[2], a.b[0]"), (Tree::Map{{"a", M({{"b", L({S("0"), S("2")})}})}}));
  EXPECT_EQ(Projected("l[2], l[0].c"), (Tree::Map{{"l", L({M({{"c", N("3")}}), S("t")})}}));
}

TEST(Projection, MergesPathsIntoOneElement) {
  EXPECT_EQ(Projected("l[0].a, l[0].#b"),
            (Tree::Map{{"l", L({M({{"a", N("1")}, {"b", N("2")}})})}}));
}

TEST(Projection, OmitsPathsThatLeadNowhere) {
  EXPECT_EQ(Projected("gone, a.gone, a.b[9], z.k, l.a"), Tree::Map{});
  EXPECT_EQ(Projected("z[0], a[0]"), Tree::Map{});
  EXPECT_EQ(Projected("a.b[9], a.c"), (Tree::Map{{"a", M({{"c", S("c")}})}}));
}

TEST(Projection, ListsItsAttributes) {
  Request request({}, {{"#d", "x.y"}});
  const Projection projection = request.BindProjection("b.c, a, #d, b.d").value();
  EXPECT_THAT(projection.Attributes(), ::testing::ElementsAre("a", "b", "x.y"));
}

TEST(ProjectionErrors, Texts) {
  Request request({}, {{"#a", "a"}});
  EXPECT_EQ(Outcome(request.BindProjection("a, b.#x")),
            "Invalid ProjectionExpression: An expression attribute name used in the document path "
            "is not defined; attribute name: #x");
  EXPECT_EQ(Outcome(request.BindProjection("a.b, #a")),
            "Invalid ProjectionExpression: Two document paths overlap with each other; must remove "
            "or rewrite one of these paths; path one: [a, b], path two: [a]");
  EXPECT_EQ(Outcome(request.BindProjection("a.b, a[1]")),
            "Invalid ProjectionExpression: Two document paths conflict with each other; must "
            "remove or rewrite one of these paths; path one: [a, b], path two: [a, [1]]");
  EXPECT_EQ(Outcome(request.BindProjection("!!")),
            "Invalid ProjectionExpression: Syntax error; token: \"!\", near: \"!!\"");
  EXPECT_EQ(Outcome(request.BindProjection("")),
            "Invalid ProjectionExpression: The expression can not be empty;");
}

}  // namespace
}  // namespace stator::expr
