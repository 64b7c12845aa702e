#include "api/page_place.h"

#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "item/key.h"
#include "query/key_range.h"
#include "table/keys.h"
#include "table/testing.h"

namespace stator::api {
namespace {

using table::testing::MakeItem;
using table::testing::N;
using table::testing::S;
using Operator = query::KeyTerm::Operator;

// Has a table with a numeric sort key, "sk".
class PagePlaceTest : public ::testing::Test {
 protected:
  Bytes Key(int sk, const std::string& pk = "p") const {
    return *table::RowKeyOfKey(*source_.table, MakeItem({{"pk", S(pk)}, {"sk", N(sk)}}).view());
  }
  Bytes Collection() { return PlaceIn(std::nullopt, 0, 0); }

  // Splits the table before these keys.
  void Cut(const std::vector<Bytes>& keys) {
    auto settings = table::testing::SortedTable("t");
    settings.partitions = {{1, Bytes()}};
    for (const auto& key : keys) {
      settings.partitions.push_back(
          {static_cast<std::uint32_t>(settings.partitions.size() + 1), key});
    }
    source_ = {table::testing::Published(std::move(settings)), nullptr};
  }

  // Returns the place of a page of the collection "p" with this condition on its sort key.
  Bytes PlaceIn(std::optional<Operator> op, int low, int high, bool backward = false) {
    const auto values = MakeItem({{"pk", S("p")}, {"low", N(low)}, {"high", N(high)}});
    const auto value = [&](const char* name) { return *values.view().Find(name); };
    std::vector<query::KeyTerm> terms = {{.attribute = "pk", .value = value("pk")}};
    if (op) {
      terms.push_back({.attribute = "sk", .op = *op, .value = value("low"), .high = value("high")});
    }
    const auto range = *query::RangeOf(source_, terms);
    return PlaceOf({.source = source_, .range = {range.begin, range.end, backward}});
  }
  Bytes Place(Operator op, int sk, bool backward = false) { return PlaceIn(op, sk, sk, backward); }

  query::Source source_{table::testing::Published(table::testing::SortedTable("t")), nullptr};
};

TEST_F(PagePlaceTest, IsTheBoundOfTheCondition) {
  for (const bool backward : {false, true}) {
    EXPECT_EQ(Place(Operator::kEqual, 5, backward), Key(5));
    EXPECT_EQ(Place(Operator::kLess, 5, backward), Key(5));
    EXPECT_EQ(Place(Operator::kLessOrEqual, 5, backward), item::PrefixEnd(Key(5)));
    EXPECT_EQ(Place(Operator::kGreater, 5, backward), item::PrefixEnd(Key(5)));
    EXPECT_EQ(Place(Operator::kGreaterOrEqual, 5, backward), Key(5));
  }
}

TEST_F(PagePlaceTest, WithTwoBoundsIsTheOneThatIsReadFirst) {
  EXPECT_EQ(PlaceIn(Operator::kBetween, 5, 9), Key(5));
  EXPECT_EQ(PlaceIn(Operator::kBetween, 5, 9, true), item::PrefixEnd(Key(9)));
}

TEST_F(PagePlaceTest, WithoutAConditionIsTheCollection) {
  EXPECT_TRUE(Key(5).starts_with(Collection()));
  EXPECT_LT(Collection().size(), Key(5).size());
  EXPECT_EQ(PlaceIn(std::nullopt, 0, 0, true), Collection());
}

// The page is charged in the partition that it reads first.
TEST_F(PagePlaceTest, IsInThePartitionThatIsReadFirst) {
  const auto collection = Collection();
  Cut({Key(3), Key(5)});
  EXPECT_EQ(Place(Operator::kLess, 7), collection);
  EXPECT_EQ(Place(Operator::kLess, 2), Key(2));
  EXPECT_EQ(Place(Operator::kLess, 7, true), Key(7));
  EXPECT_EQ(Place(Operator::kLess, 5, true), Key(3));  // the start of the partition before 5
  EXPECT_EQ(Place(Operator::kGreater, 4, true), Key(5));
  EXPECT_EQ(PlaceIn(Operator::kBetween, 4, 5, true), item::PrefixEnd(Key(5)));
  EXPECT_EQ(PlaceIn(std::nullopt, 0, 0, true), Key(5));
}

TEST_F(PagePlaceTest, AContinuedPageIsAtItsStartKey) {
  const auto values = MakeItem({{"pk", S("p")}});
  const std::vector<query::KeyTerm> terms = {
      {.attribute = "pk", .value = *values.view().Find("pk")}};
  const auto range = *query::RangeOf(source_, terms);
  const auto next = Key(5) + '\0';
  EXPECT_EQ(PlaceOf({.source = source_, .range = {next, range.end, false}}), next);
  EXPECT_EQ(PlaceOf({.source = source_, .range = {range.begin, Key(5), true}}), Key(5));
}

TEST_F(PagePlaceTest, AScanIsAtTheStartOfItsRange) {
  Cut({Bytes("\x40"), Bytes("\x80")});
  EXPECT_EQ(PlaceOf({.source = source_}), Bytes());
  EXPECT_EQ(PlaceOf({.source = source_, .range = {Bytes(8, '\x20'), Bytes(8, '\x30'), false}}),
            Bytes(8, '\x20'));
}

}  // namespace
}  // namespace stator::api
