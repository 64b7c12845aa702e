#include "table/expiry.h"

#include <gtest/gtest.h>

#include "base/durations.h"
#include "base/limits.h"
#include "base/turnable_clock.h"
#include "support/format_vectors.h"
#include "table/effect.h"
#include "table/testing.h"

namespace stator::table {
namespace {

using catalog::TimeToLiveState;
using testing::KeyedTable;
using testing::MakeItem;
using testing::N;
using testing::Published;
using testing::PutCommand;
using testing::S;

constexpr TimeMicros kNow = 1'700'000'000 * kSecond;

std::optional<TimeMicros> ExpiryOfText(const char* number) {
  return ExpiryOf(MakeItem({{"ttl", {*item::Number::Parse(number)}}}).view(), "ttl");
}

TEST(Expiry, IsANumberOfSecondsInAnyNotation) {
  EXPECT_EQ(ExpiryOfText("1700000000"), kNow);
  EXPECT_EQ(ExpiryOfText("1.7E9"), kNow);
  EXPECT_EQ(ExpiryOfText("1700000000.000"), kNow);
  EXPECT_EQ(ExpiryOfText("0"), 0);
  EXPECT_EQ(ExpiryOfText("253402300799"), kServiceTimeMax / kSecond * kSecond);
}

// The fraction is cut off, not rounded: an item is expired once its time is less than now.
TEST(Expiry, HasAFraction) {
  EXPECT_EQ(ExpiryOfText("1700000000.5"), kNow + 500'000);
  EXPECT_EQ(ExpiryOfText("1700000000.0000019"), kNow + 1);
  EXPECT_EQ(ExpiryOfText("0.9999999"), 999'999);
  EXPECT_EQ(ExpiryOfText("1e-130"), 0);
}

TEST(Expiry, AValueThatIsNoTimeIsIgnored) {
  for (const char* number : {"-1", "-0.5", "253402300800", "9999999999999999999",
                             "9.9999999999999999999999999999999999999E+125"}) {
    EXPECT_FALSE(ExpiryOfText(number).has_value()) << number;
  }
  EXPECT_FALSE(ExpiryOf(MakeItem({{"ttl", S("1700000000")}}).view(), "ttl").has_value());
  EXPECT_FALSE(ExpiryOf(MakeItem({{"other", N(1)}}).view(), "ttl").has_value());
  EXPECT_FALSE(ExpiryOf(MakeItem({{"m", item::Tree{item::Tree::Map{{"ttl", N(1)}}}}}).view(), "ttl")
                   .has_value());
}

TEST(Expiry, AnItemIsExpiredFromItsTimeOnForFiveYears) {
  EXPECT_FALSE(IsExpired(kNow + 1, kNow));
  EXPECT_FALSE(IsExpired(kNow, kNow));
  EXPECT_TRUE(IsExpired(kNow - 1, kNow));
  EXPECT_TRUE(IsExpired(kNow - limits::kExpiryAgeMax, kNow));
  EXPECT_FALSE(IsExpired(kNow - limits::kExpiryAgeMax - 1, kNow));
  EXPECT_FALSE(IsExpired(0, kNow));
}

catalog::TablePtr TimedTable(TimeToLiveState state) {
  auto settings = KeyedTable("t");
  settings.time_to_live = {.state = state, .attribute = "ttl", .index = 150};
  return Published(std::move(settings));
}

Result<Effect> Put(const catalog::TablePtr& table, const item::Item& item,
                   const std::optional<Bytes>& stored) {
  return Work(PutCommand(table, item), stored ? std::optional<BytesView>(*stored) : std::nullopt,
              1);
}

std::vector<storage::Mutation> OfIndex(const Effect& effect) {
  std::vector<storage::Mutation> found;
  for (const auto& change : effect.changes) {
    if (change.address.space == 150) found.push_back(change);
  }
  return found;
}

TEST(ExpiryEffect, AWriteMovesTheEntryWithItsRow) {
  const auto table = TimedTable(TimeToLiveState::kEnabled);
  const auto first = Put(table, MakeItem({{"pk", S("a")}, {"ttl", N(5)}}), std::nullopt);
  const auto put = OfIndex(*first);
  ASSERT_EQ(put.size(), 1U);
  EXPECT_FALSE(put[0].value->empty());
  EXPECT_EQ(*RowKeyInEntry(put[0].address.key), first->changes[0].address.key);
  const auto row = first->changes[0].value;
  const auto moved = OfIndex(*Put(table, MakeItem({{"pk", S("a")}, {"ttl", N(6)}}), row));
  ASSERT_EQ(moved.size(), 2U);
  EXPECT_EQ(moved[0].address.key, put[0].address.key);
  EXPECT_FALSE(moved[0].value.has_value());
  EXPECT_GT(moved[1].address.key, put[0].address.key);
  // The expiry time stays the same, and so does the entry.
  EXPECT_TRUE(
      OfIndex(*Put(table, MakeItem({{"pk", S("a")}, {"ttl", N(5)}, {"x", N(1)}}), row)).empty());
  const auto gone = OfIndex(*Put(table, MakeItem({{"pk", S("a")}, {"ttl", S("never")}}), row));
  ASSERT_EQ(gone.size(), 1U);
  EXPECT_FALSE(gone[0].value.has_value());
}

TEST(ExpiryEffect, OnlyTablesWithTimeToLiveHaveEntries) {
  const auto item = MakeItem({{"pk", S("a")}, {"ttl", N(5)}});
  EXPECT_EQ(OfIndex(*Put(TimedTable(TimeToLiveState::kEnabling), item, std::nullopt)).size(), 1U);
  EXPECT_TRUE(OfIndex(*Put(TimedTable(TimeToLiveState::kDisabling), item, std::nullopt)).empty());
  EXPECT_TRUE(OfIndex(*Put(TimedTable(TimeToLiveState::kDisabled), item, std::nullopt)).empty());
}

TEST(ExpiryEffect, CostsNothing) {
  const auto item = MakeItem({{"pk", S("a")}, {"ttl", N(5)}});
  const auto with = Put(TimedTable(TimeToLiveState::kEnabled), item, std::nullopt);
  const auto without = Put(TimedTable(TimeToLiveState::kDisabled), item, std::nullopt);
  EXPECT_EQ(with->written.units.Total(), without->written.units.Total());
  EXPECT_EQ(with->statistics, without->statistics);
}

TEST(ExpiryFormat, DocumentedVectorsHold) {
  const auto rows = stator::testing::FormatTable("expiry.md", "| seconds, row key | key | value |");
  ASSERT_EQ(rows.size(), 2U);
  const char* const numbers[] = {"1", "1700000000.5"};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto item = MakeItem({{"ttl", {*item::Number::Parse(numbers[i])}}});
    const auto view = item.view();
    const auto changes =
        ExpiryChanges({TimeToLiveState::kEnabled, "ttl", 150, 0, 0}, "ab", nullptr, &view);
    ASSERT_EQ(changes.size(), 1U);
    EXPECT_EQ(stator::testing::ToHex(changes[0].address.key), stator::testing::Code(rows[i][1]));
    EXPECT_EQ(stator::testing::ToHex(*changes[0].value), stator::testing::Code(rows[i][2]));
  }
  EXPECT_FALSE(RowKeyInEntry(BytesView("12345678", 8)).has_value());
}

}  // namespace
}  // namespace stator::table
