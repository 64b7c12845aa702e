#include "query/reader.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/clock.h"
#include "base/limits.h"
#include "base/work_limits.h"
#include "expr/testing.h"
#include "item/row.h"
#include "storage/memory/memory_engine.h"
#include "table/controlled_engine.h"
#include "table/index_entries.h"
#include "table/testing.h"

namespace stator::query {
namespace {

using item::Type;
using table::testing::MakeItem;
using table::testing::N;
using table::testing::S;

class ReaderTest : public ::testing::Test {
 protected:
  ReaderTest() {
    auto settings = table::testing::KeyedTable("T");
    settings.sort_key = {"sk", Type::kNumber};
    catalog::Index local;
    local.kind = catalog::IndexKind::kLocal;
    local.name = "local";
    local.hash_keys = {settings.partition_key};
    local.range_keys = {{"l", Type::kNumber}};
    local.projection = catalog::ProjectionKind::kKeysOnly;
    settings.indexes = {local};
    table_ = table::testing::Published(std::move(settings));
  }

  void Put(std::int64_t sort, std::size_t padding) {
    const auto item = MakeItem(
        {{"pk", S("p")}, {"sk", N(sort)}, {"l", N(-sort)}, {"x", S(std::string(padding, 'x'))}});
    const auto view = item.view();
    storage::Commit commit{.number = ++number_};
    Bytes value;
    item::AppendRow({.size = static_cast<std::uint32_t>(view.Size())}, view, value);
    commit.changes.push_back({{(*table_)->rows, *table::RowKeyOfItem(*table_, view)}, value});
    for (const auto& index : (*table_)->indexes) {
      auto delta = table::DeltaOf(*table_, index, nullptr, &view, 0);
      for (auto& change : delta.changes) commit.changes.push_back(std::move(change));
    }
    ASSERT_TRUE(engine_->Apply(std::span(&commit, 1)));
  }

  PagePlan Everything() const { return {.source = {table_, nullptr}}; }

  static std::vector<std::string> Keys(const PageContents& contents) {
    std::vector<std::string> keys;
    for (const auto& item : contents.items) {
      keys.push_back(item::ShownScalar(*item.view().Find("sk")));
    }
    return keys;
  }

  std::unique_ptr<storage::Engine> engine_ = storage::OpenMemory();
  catalog::TablePtr table_;
  storage::CommitNumber number_ = 0;
};

TEST_F(ReaderTest, SmallStepsGiveTheSamePageAsOneStep) {
  for (int i = 0; i < 20; ++i) Put(i, 100);
  Reader whole(*engine_, Everything());
  EXPECT_EQ(*whole.Advance({}), true);
  Reader stepped(*engine_, Everything());
  int steps = 1;
  while (!*stepped.Advance({.entries = 3, .bytes = 1U << 20U})) ++steps;
  EXPECT_EQ(steps, 7);
  EXPECT_EQ(Keys(stepped.contents()), Keys(whole.contents()));
  EXPECT_EQ(stepped.contents().bytes, whole.contents().bytes);
}

TEST_F(ReaderTest, PageEndsWithTheItemThatReachesTheLimit) {
  constexpr std::size_t kOthers = 2 + 1 + 2 + 2 + 1 + 3 + 1;  // names, keys and numbers of an item
  const std::size_t quarter = limits::kPageBytesMax / 4;
  Put(1, quarter - kOthers);
  Put(2, quarter - kOthers);
  Put(3, quarter - kOthers);
  Put(4, quarter - kOthers - 1);  // one byte short of the limit
  Put(5, 1);
  Put(6, 1);
  Reader reader(*engine_, Everything());
  EXPECT_EQ(*reader.Advance({}), true);
  EXPECT_EQ(reader.contents().examined, 5U);
  ASSERT_TRUE(reader.contents().last_key);
  EXPECT_EQ(*reader.contents().last_key, MakeItem({{"pk", S("p")}, {"sk", N(5)}}));

  Put(4, quarter - kOthers);  // now exactly the limit
  Reader exact(*engine_, Everything());
  EXPECT_EQ(*exact.Advance({}), true);
  EXPECT_EQ(exact.contents().examined, 4U);
  EXPECT_EQ(exact.contents().bytes, limits::kPageBytesMax);
}

TEST_F(ReaderTest, LimitReachedByTheLastItemStillHasAPosition) {
  Put(1, 1);
  Put(2, 1);
  auto plan = Everything();
  plan.items_max = 2;
  Reader reader(*engine_, plan);
  EXPECT_EQ(*reader.Advance({}), true);
  EXPECT_TRUE(reader.contents().last_key);
  plan.items_max = 3;
  Reader more(*engine_, plan);
  EXPECT_EQ(*more.Advance({}), true);
  EXPECT_FALSE(more.contents().last_key);
}

TEST_F(ReaderTest, BackwardWalksDown) {
  for (int i = 0; i < 5; ++i) Put(i, 1);
  auto plan = Everything();
  plan.range.backward = true;
  plan.items_max = 3;
  Reader reader(*engine_, plan);
  while (!*reader.Advance({.entries = 2, .bytes = 1000})) continue;
  EXPECT_EQ(Keys(reader.contents()), (std::vector<std::string>{"{N:4}", "{N:3}", "{N:2}"}));
}

// Without this rule, a page of small entries could fetch any amount of items.
TEST_F(ReaderTest, FetchedItemsCountTowardsThePage) {
  for (int i = 0; i < 40; ++i) Put(i, 100'000);
  PagePlan plan{.source = {table_, &(*table_)->indexes.front()}, .fetch = true};
  Reader reader(*engine_, plan);
  EXPECT_EQ(*reader.Advance({}), true);
  const auto& contents = reader.contents();
  EXPECT_EQ(contents.examined, 11U);
  EXPECT_EQ(contents.items.size(), 11U);
  EXPECT_EQ(contents.items.front().view().Find("x")->scalar().size(), 100'000U);
  EXPECT_EQ(contents.fetched_units, 11 * 25);  // half units: 100 KB are 25 of 4 KB
  EXPECT_EQ(reader.SourceUnits(), 1);
  ASSERT_TRUE(contents.last_key);
  EXPECT_EQ(contents.last_key->view().count(), 3U);
}

expr::Condition FilterOf(std::size_t terms) {
  expr::testing::Request request({{":n", S("needle")}});
  std::string text = "contains(x, :n)";
  for (std::size_t i = 1; i < terms; ++i) text += " OR contains(x, :n)";
  return *request.BindCondition(text, expr::Kind::kFilter);
}

// The event loop leaves an item to a worker if the filter has too much to examine.
TEST_F(ReaderTest, AnItemBeyondTheWorkBudgetIsNotTaken) {
  Put(1, 10);
  Put(2, 100'000);
  Put(3, 10);
  auto plan = Everything();
  plan.filter = FilterOf(50);
  Reader reader(*engine_, plan);
  EXPECT_EQ(*reader.Advance({.work = limits::kLoopWorkMax}), false);
  EXPECT_EQ(reader.contents().examined, 1U);
  EXPECT_EQ(*reader.Advance({.work = limits::kLoopWorkMax}), false);
  EXPECT_EQ(reader.contents().examined, 1U);
  EXPECT_EQ(*reader.Advance({}), true);
  EXPECT_EQ(reader.contents().examined, 3U);
}

// The work counts the item that the filter examines, not the index entry that led to it.
TEST_F(ReaderTest, AFetchedItemBeyondTheWorkBudgetIsNotTaken) {
  for (int i = 0; i < 5; ++i) Put(i, i == 2 ? 100'000 : 10);
  PagePlan plan{.source = {table_, &(*table_)->indexes.front()}, .fetch = true};
  plan.filter = FilterOf(50);
  Reader reader(*engine_, plan);
  EXPECT_EQ(*reader.Advance({.work = limits::kLoopWorkMax}), false);
  EXPECT_EQ(reader.contents().examined, 2U);
  EXPECT_EQ(*reader.Advance({}), true);
  EXPECT_EQ(reader.contents().examined, 5U);
}

// A worker yields between two items, and takes at least one item each time.
TEST_F(ReaderTest, APastDeadlineEndsTheStep) {
  for (int i = 0; i < 4; ++i) Put(i, 100'000);
  Reader reader(*engine_, Everything());
  const auto past = MachineSteadyNow() - std::chrono::seconds(1);
  for (std::size_t taken = 1; taken <= 3; ++taken) {
    EXPECT_EQ(*reader.Advance({.until = past}), false);
    EXPECT_EQ(reader.contents().examined, taken);
  }
  EXPECT_EQ(*reader.Advance({}), true);
  EXPECT_EQ(reader.contents().items.size(), 4U);
}

// An engine that gives up on every read with a bound on traces.
class GivingUp : public table::testing::ControlledEngine {
 public:
  Result<storage::Page> Read(storage::Space space, const storage::KeyRange& range,
                             const storage::PageLimits& limits) override {
    if (limits.traces_max == 0) return ControlledEngine::Read(space, range, limits);
    auto page = ControlledEngine::Read(space, range, {.entries_max = 2});
    page->more = page->gave_up = true;
    return page;
  }
};

TEST_F(ReaderTest, ReadsOnWithoutABoundAfterTheEngineGivesUp) {
  engine_ = std::make_unique<GivingUp>();
  for (int i = 0; i < 5; ++i) Put(i, 100);
  Reader reader(*engine_, Everything());
  EXPECT_EQ(*reader.Advance({.traces = 10}), false);
  EXPECT_EQ(reader.contents().examined, 2U);
  EXPECT_EQ(*reader.Advance({}), true);
  Reader whole(*engine_, Everything());
  EXPECT_EQ(*whole.Advance({}), true);
  EXPECT_EQ(reader.contents().examined, 5U);
  EXPECT_EQ(Keys(reader.contents()), Keys(whole.contents()));
}

}  // namespace
}  // namespace stator::query
