#include "table/recent_writes.h"

#include <gtest/gtest.h>

namespace stator::table {
namespace {

TEST(RecentWrites, TheNewestCommitOfAnEntryCounts) {
  RecentWrites recent(10, 4);
  EXPECT_FALSE(recent.Find(1, "a"));
  recent.Add({1, "a"}, 11, true);
  EXPECT_EQ(recent.Find(1, "a"), 11U);
  EXPECT_FALSE(recent.Find(2, "a")) << "of another space";
  recent.Add({1, "a"}, 12, false);
  EXPECT_EQ(recent.Find(1, "a"), storage::kAbsent);
  EXPECT_EQ(recent.floor(), 10U);
}

TEST(RecentWrites, TheOldestIsForgottenAndTheFloorRises) {
  RecentWrites recent(10, 2);
  recent.Add({1, "a"}, 11, true);
  recent.Add({1, "b"}, 12, true);
  recent.Add({1, "a"}, 13, true);
  EXPECT_EQ(recent.floor(), 11U);
  EXPECT_EQ(recent.Find(1, "a"), 13U) << "its newer commit is remembered";
  recent.Add({1, "c"}, 14, true);
  EXPECT_FALSE(recent.Find(1, "b"));
  EXPECT_EQ(recent.floor(), 12U);
  recent.Add({1, "c"}, 15, true);
  EXPECT_FALSE(recent.Find(1, "a"));
  EXPECT_EQ(recent.Find(1, "c"), 15U);
}

TEST(RecentWrites, ACommitMayWriteAnEntryTwice) {
  RecentWrites recent(10, 2);
  recent.Add({1, "a"}, 11, true);
  recent.Add({1, "a"}, 11, false);
  EXPECT_EQ(recent.Find(1, "a"), storage::kAbsent);
  recent.Add({1, "b"}, 12, true);
  EXPECT_EQ(recent.floor(), 10U);
  for (storage::CommitNumber number = 13; number < 20; ++number) recent.Add({1, "c"}, number, true);
  EXPECT_FALSE(recent.Find(1, "a"));
  EXPECT_EQ(recent.floor(), 17U);
}

TEST(RecentWrites, WrittenSinceReturnsTheKeysOfLaterCommits) {
  RecentWrites recent(10, 4);
  recent.Add({1, "a"}, 11, true);
  recent.Add({1, "c"}, 12, true);
  recent.Add({2, "b"}, 13, true);
  recent.Add({1, "a"}, 14, false);
  using Keys = RecentWrites::Keys;
  EXPECT_EQ(recent.WrittenSince(1, {}, 10), (Keys{"a", "c"}));
  EXPECT_EQ(recent.WrittenSince(1, {}, 12), (Keys{"a"}));
  EXPECT_EQ(recent.WrittenSince(1, {.begin = "b"}, 10), (Keys{"c"}));
  EXPECT_EQ(recent.WrittenSince(1, {.end = "c"}, 10), (Keys{"a"}));
  EXPECT_EQ(recent.WrittenSince(1, {}, 14), Keys{});
  recent.Add({1, "d"}, 15, true);
  EXPECT_EQ(recent.WrittenSince(1, {}, 10), std::nullopt) << "11 is forgotten";
  EXPECT_EQ(recent.WrittenSince(1, {}, 11), (Keys{"a", "c", "d"}));
}

TEST(RecentWrites, WrittenWithinKeepsItsKeysDespiteManyOtherWrites) {
  RecentWrites recent(10, 2);
  recent.Add({1, "b"}, 11, true);
  const auto written =
      std::make_shared<WrittenWithin>(1, storage::KeyRange{.begin = "b", .end = "d"}, 2);
  recent.Tell(written);
  recent.Add({1, "c"}, 12, true);
  recent.Add({2, "b"}, 13, true);
  recent.Add({1, "d"}, 14, true);
  recent.Add({1, "a"}, 15, true);
  recent.Add({1, "c"}, 16, false);
  recent.Add({1, "ba"}, 17, true);
  using Keys = RecentWrites::Keys;
  EXPECT_EQ(recent.WrittenSince(1, {}, 11), std::nullopt);
  EXPECT_EQ(written->In({.begin = "b", .end = "d"}), (Keys{"ba", "c"}));
  EXPECT_EQ(written->In({.begin = "bb"}), (Keys{"c"}));
  EXPECT_EQ(written->In({.end = "c"}), (Keys{"ba"}));
  recent.Add({1, "cc"}, 18, true);
  EXPECT_EQ(written->In({}), std::nullopt) << "more than it may hold";
}

TEST(RecentWrites, WrittenWithinKnowsNothingAfterAReset) {
  RecentWrites recent(10, 2);
  const auto written = std::make_shared<WrittenWithin>(1, storage::KeyRange{}, 2);
  recent.Tell(written);
  recent.Reset(20);
  recent.Add({1, "a"}, 21, true);
  EXPECT_EQ(written->In({}), std::nullopt);
}

TEST(RecentWrites, ResetForgetsEverything) {
  RecentWrites recent(10, 2);
  recent.Add({1, "a"}, 11, true);
  recent.Reset(20);
  EXPECT_FALSE(recent.Find(1, "a"));
  EXPECT_EQ(recent.floor(), 20U);
}

}  // namespace
}  // namespace stator::table
