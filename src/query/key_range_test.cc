#include "query/key_range.h"

#include <map>
#include <string>

#include <gtest/gtest.h>

#include "expr/testing.h"
#include "table/testing.h"

namespace stator::query {
namespace {

using expr::testing::N;
using expr::testing::Outcome;
using expr::testing::S;
using item::Tree;
using item::Type;

Source SortedTable() {
  auto settings = table::testing::KeyedTable("Orders");
  settings.sort_key = {"sk", Type::kString};
  return {table::testing::Published(std::move(settings)), nullptr};
}

Source WideIndex() {
  auto settings = table::testing::KeyedTable("Orders");
  auto index = table::testing::GlobalIndex("wide", "h1");
  index.hash_keys.push_back({"h2", Type::kNumber});
  index.range_keys = {{"r1", Type::kString}, {"r2", Type::kNumber}};
  settings.indexes = {index};
  const auto table = table::testing::Published(std::move(settings));
  return {table, &table->settings().indexes.front()};
}

Result<KeyRange> Plan(const Source& source, std::string_view text, Tree::Map values) {
  expr::testing::Request request(std::move(values));
  const auto condition = TRY(request.BindCondition(text, expr::Kind::kKeyCondition));
  return RangeOf(source, TRY(TermsOf(condition)));
}

// The row key of an item of the sorted table.
Bytes RowKey(const std::string& pk, const std::string& sk) {
  const auto item = table::testing::MakeItem({{"pk", S(pk)}, {"sk", S(sk)}});
  return *table::RowKeyOfItem(*SortedTable().table, item.view());
}

bool Covers(const KeyRange& range, const Bytes& key) {
  return key >= range.begin && key < range.end;
}

struct Case {
  const char* condition;
  std::map<std::string, bool> covered;  // by sort key
};

TEST(KeyRangeTest, HoldsExactlyTheKeysThatMeetTheCondition) {
  const Case cases[] = {
      {"sk = :b", {{"a", false}, {"b", true}, {"b0", false}, {"c", false}}},
      {"sk < :b", {{"a", true}, {"b", false}, {"b0", false}, {"c", false}}},
      {"sk <= :b", {{"a", true}, {"b", true}, {"b0", false}, {"c", false}}},
      {"sk > :b", {{"a", false}, {"b", false}, {"b0", true}, {"c", true}}},
      {"sk >= :b", {{"a", false}, {"b", true}, {"b0", true}, {"c", true}}},
      {":b < sk", {{"a", false}, {"b", false}, {"b0", true}, {"c", true}}},
      {"sk BETWEEN :b AND :b", {{"a", false}, {"b", true}, {"b0", false}}},
      {"begins_with(sk, :b)", {{"a", false}, {"b", true}, {"b\xff", true}, {"c", false}}},
  };
  for (const auto& [condition, covered] : cases) {
    const auto range = Plan(SortedTable(), std::string("pk = :p AND ") + condition,
                            {{":p", S("p")}, {":b", S("b")}});
    ASSERT_TRUE(range) << condition << ": " << range.error().message;
    for (const auto& [sort_key, expected] : covered) {
      EXPECT_EQ(Covers(*range, RowKey("p", sort_key)), expected) << condition << " " << sort_key;
      EXPECT_FALSE(Covers(*range, RowKey("q", sort_key))) << condition << " " << sort_key;
    }
  }
}

// A NUL in a value is escaped in the key, so its range must not include the neighbours.
TEST(KeyRangeTest, PrefixesMayHoldAnyByte) {
  const std::string nul("b\0", 2);
  const auto range =
      Plan(SortedTable(), "pk = :p AND begins_with(sk, :b)", {{":p", S("p")}, {":b", S(nul)}});
  ASSERT_TRUE(range);
  EXPECT_TRUE(Covers(*range, RowKey("p", nul)));
  EXPECT_TRUE(Covers(*range, RowKey("p", nul + "x")));
  EXPECT_FALSE(Covers(*range, RowKey("p", "b")));
  EXPECT_FALSE(Covers(*range, RowKey("p", "b\1")));
}

TEST(KeyRangeTest, SeveralKeyAttributesAreReadFromLeftToRight) {
  const Tree::Map values{{":a", S("a")}, {":n", N("1")}};
  const auto index = WideIndex();
  EXPECT_EQ(Outcome(Plan(index, "h1 = :a AND h2 = :n", values)), "ok");
  EXPECT_EQ(Outcome(Plan(index, "r1 = :a AND h2 = :n AND r2 > :n AND h1 = :a", values)), "ok");
  EXPECT_EQ(Outcome(Plan(index, "h1 = :a", {{":a", S("a")}})),
            "Query condition missed key schema element: h2");
  EXPECT_EQ(Outcome(Plan(index, "h1 = :a AND h2 = :n AND r2 = :n", values)),
            "RANGE key attributes r1 must have equality conditions specified in the query because "
            "a condition is present on key attribute r2");
  EXPECT_EQ(Outcome(Plan(index, "h1 = :a AND h2 = :n AND extra = :n", values)),
            "Query condition missed key schema element: r1");
  EXPECT_EQ(
      Outcome(Plan(index, "h1 = :a AND h2 = :n AND r1 = :a AND r2 = :n AND extra = :n", values)),
      "The number of query conditions (5) exceeds the number of key attributes defined in the "
      "schema (4)");
}

TEST(KeyRangeTest, ValuesLongerThanAnyKeyAreRefused) {
  const std::string longest(1024, 's');
  EXPECT_EQ(
      Outcome(Plan(SortedTable(), "pk = :p AND sk > :s", {{":p", S("p")}, {":s", S(longest)}})),
      "ok");
  EXPECT_EQ(Outcome(Plan(SortedTable(), "pk = :p AND sk > :s",
                         {{":p", S("p")}, {":s", S(longest + "s")}})),
            "One or more parameter values were invalid: Aggregated size of all range keys has "
            "exceeded the size limit of 1024 bytes");
}

TEST(KeyRangeTest, TextShowsTheValues) {
  expr::testing::Request request({{":p", S(std::string(200, 'p'))}, {":a", S("1")}});
  const auto condition =
      request.BindCondition("pk = :p AND sk BETWEEN :a AND :a", expr::Kind::kKeyCondition);
  ASSERT_TRUE(condition);
  EXPECT_EQ(RangeText(*TermsOf(*condition)),
            "pk = \"" + std::string(128, 'p') + R"(" AND sk BETWEEN "1" AND "1")");
}

}  // namespace
}  // namespace stator::query
