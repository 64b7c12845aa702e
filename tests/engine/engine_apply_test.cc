// Tests the contract of Apply: guards, atomicity, drops, log appends, durability.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "storage/statistics.h"
#include "tested_engine.h"

namespace stator::storage::testing {
namespace {

using namespace std::string_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class EngineApplyTest : public ::testing::TestWithParam<EngineKind> {
 protected:
  TestedEngine store_{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(Engines, EngineApplyTest, ::testing::ValuesIn(kEngineKinds),
                         [](const auto& kind) { return NameOf(kind.param); });

TEST_P(EngineApplyTest, AppliesAnEmptyList) {
  EXPECT_TRUE(store_.ApplyAll({}).empty());
  EXPECT_TRUE(store_.Apply({}));
}

TEST_P(EngineApplyTest, PutReplacesAndDeleteRemoves) {
  store_.Put(1, "k", "old");
  const CommitNumber number = store_.Put(1, "k", "new");
  EXPECT_EQ(store_.Get(1, "k")->value, "new");
  EXPECT_EQ(store_.Get(1, "k")->version, number);
  store_.Delete(1, "k");
  EXPECT_FALSE(store_.Get(1, "k").has_value());
  store_.Delete(1, "k");  // an absent entry: no effect
  EXPECT_THAT(store_.Keys(1), IsEmpty());
}

TEST_P(EngineApplyTest, TheLaterChangeOfACommitWins) {
  EXPECT_TRUE(store_.Apply({.changes = {{{1, "k"}, "first"},
                                        {{1, "k"}, "second"},
                                        {{1, "gone"}, "x"},
                                        {{1, "gone"}, std::nullopt}}}));
  EXPECT_EQ(store_.Get(1, "k")->value, "second");
  EXPECT_FALSE(store_.Get(1, "gone").has_value());
}

TEST_P(EngineApplyTest, AGuardOfTheCurrentVersionHolds) {
  const CommitNumber number = store_.Put(1, "k", "old");
  EXPECT_TRUE(store_.Apply({.guards = {{{1, "k"}, number}}, .changes = {{{1, "k"}, "new"}}}));
  EXPECT_EQ(store_.Get(1, "k")->value, "new");
}

TEST_P(EngineApplyTest, AGuardOfAnotherVersionFails) {
  const CommitNumber old_number = store_.Put(1, "k", "old");
  store_.Put(1, "k", "newer");
  EXPECT_FALSE(store_.Apply({.guards = {{{1, "k"}, old_number}}, .changes = {{{1, "k"}, "x"}}}));
  EXPECT_EQ(store_.Get(1, "k")->value, "newer");
}

TEST_P(EngineApplyTest, GuardOfAbsence) {
  EXPECT_TRUE(store_.Apply({.guards = {{{1, "k"}, kAbsent}}, .changes = {{{1, "k"}, "a"}}}));
  EXPECT_FALSE(store_.Apply({.guards = {{{1, "k"}, kAbsent}}, .changes = {{{1, "k"}, "b"}}}));
  EXPECT_EQ(store_.Get(1, "k")->value, "a");
  store_.Delete(1, "k");
  EXPECT_TRUE(store_.Apply({.guards = {{{1, "k"}, kAbsent}}, .changes = {{{1, "k"}, "c"}}}));
}

TEST_P(EngineApplyTest, RefusedCommitLeavesNothing) {
  store_.Put(1, "held", "x");
  store_.Put(5, "kept", "x");
  EXPECT_FALSE(
      store_.Apply({.guards = {{{1, "absent"}, kAbsent}, {{1, "held"}, kAbsent}},
                    .changes = {{{1, "a"}, "x"}, {{2, "b"}, "x"}, {{1, "held"}, std::nullopt}},
                    .appends = {{3, "log", "x"}},
                    .drops = {{5}}}));
  EXPECT_THAT(store_.Keys(1), ElementsAre("held"));
  EXPECT_THAT(store_.Keys(2), IsEmpty());
  EXPECT_THAT(store_.Keys(3), IsEmpty());
  EXPECT_THAT(store_.Keys(5), ElementsAre("kept"));
}

TEST_P(EngineApplyTest, ASecondCommitWithTheSameGuardInOneCallIsRefused) {
  const CommitNumber seen = store_.Put(1, "k", "0");
  const CommitNumber first = store_.NextNumber();
  const CommitNumber second = store_.NextNumber();
  const CommitNumber third = store_.NextNumber();
  EXPECT_THAT(store_.ApplyAll(
                  {{.number = first, .guards = {{{1, "k"}, seen}}, .changes = {{{1, "k"}, "1"}}},
                   {.number = second, .guards = {{{1, "k"}, seen}}, .changes = {{{1, "k"}, "2"}}},
                   {.number = third, .guards = {{{1, "k"}, first}}, .changes = {{{1, "k"}, "3"}}}}),
              ElementsAre(true, false, true));
  EXPECT_EQ(store_.Get(1, "k")->value, "3");
  EXPECT_EQ(store_.Get(1, "k")->version, third);
}

TEST_P(EngineApplyTest, GuardsSeeEarlierDeletesDropsAndAppendsOfTheCall) {
  store_.Put(1, "deleted", "x");
  const CommitNumber dropped = store_.Put(2, "dropped", "x");
  std::vector<Commit> commits(4);
  for (Commit& commit : commits) commit.number = store_.NextNumber();
  commits[0].changes = {{{1, "deleted"}, std::nullopt}};
  commits[0].drops = {{2}};
  commits[0].appends = {{3, "s", "x"}};
  commits[1].guards = {{{1, "deleted"}, kAbsent}, {{2, "dropped"}, kAbsent}};
  commits[2].guards = {{{2, "dropped"}, dropped}};
  Bytes log_key(8, '\0');
  log_key[7] = static_cast<char>(commits[0].number);
  commits[3].guards = {{{3, log_key + "s"}, commits[0].number}};
  EXPECT_THAT(store_.ApplyAll(commits), ElementsAre(true, true, false, true));
}

TEST_P(EngineApplyTest, ARefusedCommitIsInvisibleToLaterGuards) {
  const CommitNumber held = store_.Put(1, "k", "x");
  std::vector<Commit> commits(2);
  for (Commit& commit : commits) commit.number = store_.NextNumber();
  commits[0].guards = {{{1, "k"}, kAbsent}};
  commits[0].changes = {{{1, "k"}, "refused"}};
  commits[1].guards = {{{1, "k"}, held}};
  commits[1].changes = {{{1, "k"}, "applied"}};
  EXPECT_THAT(store_.ApplyAll(commits), ElementsAre(false, true));
  EXPECT_EQ(store_.Get(1, "k")->value, "applied");
}

TEST_P(EngineApplyTest, CommitMayTouchManyRoutes) {
  ASSERT_TRUE(store_.engine().traits().atomic_across_routes);
  ASSERT_TRUE(store_.engine().traits().sole_writer);
  EXPECT_TRUE(store_.Apply({.changes = {{{1, "routeAAA"}, "x"}, {{2, "routeBBB"}, "y"}}}));
  EXPECT_EQ(store_.Get(1, "routeAAA")->value, "x");
  EXPECT_EQ(store_.Get(2, "routeBBB")->value, "y");
}

TEST_P(EngineApplyTest, DropEmptiesOneSpace) {
  for (const Space space : {1U, 2U, 3U}) {
    store_.Put(space, "", "x");
    store_.Put(space, "\xFF\xFF\xFF"s, "x");
  }
  store_.Drop(2);
  EXPECT_THAT(store_.Keys(1), ElementsAre("", "\xFF\xFF\xFF"s));
  EXPECT_THAT(store_.Keys(2), IsEmpty());
  EXPECT_FALSE(store_.Get(2, "").has_value());
  EXPECT_THAT(store_.Keys(3), ElementsAre("", "\xFF\xFF\xFF"s));
  store_.Drop(9);  // an empty space
}

TEST_P(EngineApplyTest, PutsInAndAfterTheDroppingCommitStay) {
  store_.Put(1, "before", "x");
  EXPECT_TRUE(store_.Apply({.changes = {{{1, "within"}, "x"}}, .drops = {{1}}}));
  store_.Put(1, "after", "x");
  EXPECT_THAT(store_.Keys(1), ElementsAre("after", "within"));
}

TEST_P(EngineApplyTest, AppendsAreKeyedByCommitNumber) {
  const CommitNumber number = store_.NextNumber();
  ASSERT_THAT(store_.ApplyAll({{.number = number, .appends = {{4, "b", "2"}, {4, "a", "1"}}}}),
              ElementsAre(true));
  ASSERT_TRUE(store_.Apply({.appends = {{4, "", "3"}}}));
  const Page page = store_.Read(4);
  ASSERT_EQ(page.entries.size(), 3U);
  EXPECT_EQ(page.entries[0].key, "\0\0\0\0\0\0\0\1a"s);
  EXPECT_EQ(page.entries[0].value, "1");
  EXPECT_EQ(page.entries[0].version, number);
  EXPECT_EQ(page.entries[1].key, "\0\0\0\0\0\0\0\1b"s);
  EXPECT_EQ(page.entries[2].key, "\0\0\0\0\0\0\0\2"s);
  EXPECT_EQ(page.entries[2].version, number + 1);
}

TEST_P(EngineApplyTest, LargeCommitNumbersKeepTheirOrder) {
  const CommitNumber low = 0x00FF'FFFF'FFFF'FFFF;
  const CommitNumber high = 0xFFFF'FFFF'FFFF'FFFE;
  ASSERT_THAT(store_.ApplyAll({{.number = low, .appends = {{4, "", "low"}}},
                               {.number = high, .appends = {{4, "", "high"}}}}),
              ElementsAre(true, true));
  const Page page = store_.Read(4);
  ASSERT_EQ(page.entries.size(), 2U);
  EXPECT_EQ(page.entries[0].version, low);
  EXPECT_EQ(page.entries[1].version, high);
}

TEST_P(EngineApplyTest, AppliedCommitsSurviveAReopen) {
  if (!store_.is_lasting()) GTEST_SKIP() << "kept in memory";
  for (int i = 0; i < 20; ++i) {
    store_.Put(1, "k" + std::to_string(i), std::to_string(i));
    if (i % 5 == 0) store_.Reopen();
  }
  store_.Drop(2);
  store_.Delete(1, "k3");
  store_.Reopen();
  for (int i = 0; i < 20; ++i) {
    const auto entry = store_.Get(1, "k" + std::to_string(i));
    ASSERT_EQ(entry.has_value(), i != 3) << i;
    if (entry) {
      EXPECT_EQ(entry->value, std::to_string(i));
    }
  }
}

TEST_P(EngineApplyTest, StatisticsFollowTheContents) {
  const StatisticsSource* const source = FindStatistics(store_.engine());
  ASSERT_NE(source, nullptr);
  EXPECT_FALSE(source->Statistics().refuses_writes);
  store_.Put(1, "k", Bytes(1000, 'x'));
  const EngineStatistics statistics = FindStatistics(store_.engine())->Statistics();
  EXPECT_GT(statistics.memory_bytes + statistics.disk_bytes, 0U);
  EXPECT_FALSE(statistics.refuses_writes);
}

using EngineApplyDeathTest = EngineApplyTest;
INSTANTIATE_TEST_SUITE_P(Engines, EngineApplyDeathTest, ::testing::Values(EngineKind::kMemory),
                         [](const auto& kind) { return NameOf(kind.param); });

TEST_P(EngineApplyDeathTest, CommitNumbersMustRise) {
  store_.Put(1, "k", "v");
  EXPECT_DEATH(store_.ApplyAll({{.number = 1}}), "number");
  EXPECT_DEATH(store_.ApplyAll({{.number = 0}}), "number");
  EXPECT_DEATH(store_.ApplyAll({{.number = 3}, {.number = 3}}), "number");
}

}  // namespace
}  // namespace stator::storage::testing
