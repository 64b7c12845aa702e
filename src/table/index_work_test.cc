#include "table/index_work.h"

#include <atomic>
#include <future>
#include <random>
#include <thread>

#include <gtest/gtest.h>

#include "base/limits.h"
#include "item/row.h"
#include "table/index_entries.h"
#include "table/table_under_test.h"

namespace stator::table {
namespace {

using catalog::IndexState;
using testing::GlobalIndex;
using testing::KeyedTable;
using testing::MakeItem;
using testing::N;
using testing::S;

constexpr BackfillBudget kOneRow{.rows_max = 1};
using Entries = std::map<Bytes, item::Item>;

class IndexWorkTest : public testing::TableUnderTest {
 protected:
  IndexWorkTest() { Open(0); }

  // Reopens the store on what the engine holds, as after a restart.
  void Open(TimeMicros lag, TimeMicros status_delay = 0) {
    work_.reset();
    OpenStore(*LagLog::Load(engine_, lag, [this] { ++begun_; }));
    work_ = std::make_unique<IndexWork>(
        engine_, *catalog_, *queue_, clock_,
        IndexWorkOptions{.status_delay = status_delay,
                         .filled = [this](const catalog::Table&, const catalog::Index& index,
                                          TimeMicros, const Backfilled& filled) {
                           filled_[index.name].entries += filled.entries;
                           filled_[index.name].units += filled.units;
                         }});
  }

  // Adds an index as UpdateTable does.
  void AddIndex(const std::string& name, const std::string& key) {
    Change([&](catalog::TableSettings& settings) {
      auto index = GlobalIndex(name, key);
      index.projection = catalog::ProjectionKind::kKeysOnly;
      index.state = IndexState::kAllocating;
      settings.indexes.push_back(index);
      settings.definitions.push_back({key, item::Type::kString});
    });
  }

  void DeleteIndex(const std::string& name) {
    Change([&](catalog::TableSettings& settings) {
      std::ranges::find(settings.indexes, name, &catalog::Index::name)->state =
          IndexState::kDeleting;
    });
  }

  const catalog::Index& index() { return table()->settings().indexes.back(); }

  bool Step(const BackfillBudget& budget = {}) {
    const auto outcome = work_->Step(budget);
    EXPECT_TRUE(outcome.has_value());
    return outcome && outcome->worked;
  }

  void FinishWork(const BackfillBudget& budget = {}) {
    while (Step(budget)) {
    }
  }

  Entries Read(storage::Space space) {
    Entries entries;
    for (const auto& entry : ReadAll(space)) {
      entries.emplace(entry.key, item::Item(Bytes(item::DecodeRow(entry.value)->item.bytes())));
    }
    return entries;
  }

  // Checks that the index equals a recomputation from the rows, and that its counts equal its
  // content.
  void ExpectExact(const catalog::Index& index) {
    Entries wanted;
    catalog::SpaceStatistics counts;
    for (const auto& [key, image] : Read((*table())->rows)) {
      const auto index_key = IndexKeyOf(*table(), index, image.view());
      if (!index_key) continue;
      const auto projected = Projected(*table(), index, image.view());
      counts.entries += 1;
      counts.bytes += static_cast<std::int64_t>(projected.view().Size());
      wanted.emplace(*index_key, projected);
    }
    EXPECT_EQ(Read(index.space), wanted);
    EXPECT_EQ(catalog_->StatisticsOf(*table(), index.space), counts);
  }

  std::atomic<int> begun_ = 0;
  std::unique_ptr<IndexWork> work_;
  std::map<std::string, Backfilled> filled_;
};

TEST_F(IndexWorkTest, ANewIndexIsFilledAndBecomesActive) {
  Create(KeyedTable("t"));
  for (int i = 0; i < 20; ++i) Put("k" + std::to_string(i), {{"g", S("a")}});
  AddIndex("byg", "g");
  EXPECT_EQ(table()->StatusAt(clock_.Now()), catalog::TableStatus::kUpdating);
  EXPECT_FALSE(index().readable());
  ASSERT_TRUE(Step(kOneRow));
  EXPECT_EQ(index().state, IndexState::kBackfilling);
  EXPECT_EQ(table()->StatusAt(clock_.Now()), catalog::TableStatus::kActive);
  ASSERT_TRUE(Step(kOneRow));
  EXPECT_EQ(catalog_->StatisticsOf(*table(), index().space).entries, 1);
  EXPECT_EQ(catalog_->BackfillOf(*table()).rows, 1);
  FinishWork(kOneRow);
  EXPECT_TRUE(index().readable());
  EXPECT_EQ(table()->StatusAt(clock_.Now()), catalog::TableStatus::kActive);
  EXPECT_EQ(Read(index().space).size(), 20U);
  ExpectExact(index());
  EXPECT_EQ(catalog_->BackfillOf(*table()), catalog::BackfillProgress{});
}

// Writers share the commit thread with the walk, so the walk leaves them most of the time.
TEST_F(IndexWorkTest, AWalkRestsIfOthersWrite) {
  Create(KeyedTable("t"));
  for (int i = 0; i < 5; ++i) Put("k" + std::to_string(i), {{"g", S("a")}});
  AddIndex("byg", "g");
  Step();
  const auto beside_writers = work_->Step(kOneRow);
  ASSERT_TRUE(beside_writers.has_value());
  EXPECT_GT(beside_writers->rest.count(), 0);

  Open(0);
  const auto alone = work_->Step(kOneRow);
  ASSERT_TRUE(alone.has_value());
  EXPECT_EQ(alone->rest.count(), 0);
  Put("another", {{"g", S("b")}});
  const auto again = work_->Step(kOneRow);
  ASSERT_TRUE(again.has_value());
  EXPECT_GT(again->rest.count(), 0);
  FinishWork();
  ExpectExact(index());
}

// Items older than the index may have any value in its key attribute.
TEST_F(IndexWorkTest, ItemsThatTheIndexCannotHoldAreSkipped) {
  Create(KeyedTable("t"));
  Put("missing", {});
  Put("mistyped", {{"g", N(1)}});
  Put("empty", {{"g", S("")}});
  Put("large", {{"g", S(std::string(limits::kPartitionKeyBytesMax + 1, 'x'))}});
  Put("good", {{"g", S(std::string(limits::kPartitionKeyBytesMax, 'x'))}});
  AddIndex("byg", "g");
  FinishWork();
  EXPECT_TRUE(index().readable());
  EXPECT_EQ(Read(index().space).size(), 1U);
  ExpectExact(index());
  // Deleting those items removes no entry.
  for (const auto* key : {"missing", "mistyped", "empty", "large"}) Remove(key);
  ExpectExact(index());
}

TEST_F(IndexWorkTest, FilledEntriesAreReported) {
  Create(KeyedTable("t"));
  for (int i = 0; i < 20; ++i) Put("k" + std::to_string(i), {{"g", S("a")}});
  Put("large", {{"g", S(std::string(limits::kPartitionKeyBytesMax, 'x'))}});
  Put("missing", {});
  AddIndex("byg", "g");
  FinishWork({.rows_max = 3});
  EXPECT_EQ(filled_["byg"].entries, 21);
  // Each entry costs one unit, except the one larger than a kilobyte.
  EXPECT_EQ(filled_["byg"].units, 2 * (20 + 3));
  // Writes of clients do not count as filled by the walk.
  Put("later", {{"g", S("a")}});
  FinishWork();
  EXPECT_EQ(filled_["byg"].entries, 21);
}

// Writes maintain the entries of rows before the walk's position, and leave rows after it to the
// walk.
TEST_F(IndexWorkTest, WritesOnBothSidesOfTheWalkAreExact) {
  Create(KeyedTable("t"));
  for (int i = 0; i < 40; ++i) Put("k" + std::to_string(i), {{"g", S("old")}});
  AddIndex("byg", "g");
  ASSERT_TRUE(Step(kOneRow));
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(Step(kOneRow));
  for (int i = 0; i < 10; ++i) Put("k" + std::to_string(i), {{"g", S("new")}});
  for (int i = 10; i < 20; ++i) Remove("k" + std::to_string(i));
  for (int i = 20; i < 25; ++i) Put("k" + std::to_string(i), {});
  for (int i = 40; i < 60; ++i) Put("k" + std::to_string(i), {{"g", S("more")}});
  FinishWork(kOneRow);
  EXPECT_EQ(Read(index().space).size(), 45U);
  ExpectExact(index());
}

// An engine keeps traces of deleted rows for a while. Only the walk's thread skips them.
TEST_F(IndexWorkTest, ALongRunOfDeletedRowsDelaysNoWrite) {
  Create(KeyedTable("t"));
  for (int i = 0; i < 500; ++i) Put("k" + std::to_string(i), {{"g", S("a")}});
  for (int i = 10; i < 500; ++i) Remove("k" + std::to_string(i));
  AddIndex("byg", "g");
  FinishWork({.rows_max = 2});
  EXPECT_EQ(Read(index().space).size(), 10U);
  ExpectExact(index());
  EXPECT_EQ(engine_.traces_passed, 0U);
}

// Changes rows in every way between their read and the step's change.
TEST_F(IndexWorkTest, RowsWrittenAfterTheWalkReadThemAreReadAgain) {
  Create(KeyedTable("t"));
  for (int i = 0; i < 60; ++i) Put("k" + std::to_string(i), {{"g", S("old")}});
  for (int i = 40; i < 60; ++i) Remove("k" + std::to_string(i));
  AddIndex("byg", "g");
  ASSERT_TRUE(Step());
  bool written = false;
  engine_.after_read = [&](const storage::KeyRange&) {
    if (std::exchange(written, true)) return;
    for (int i = 0; i < 10; ++i) Put("k" + std::to_string(i), {{"g", S("new")}});
    for (int i = 10; i < 20; ++i) Remove("k" + std::to_string(i));
    for (int i = 50; i < 80; ++i) Put("k" + std::to_string(i), {{"g", S("more")}});
    Remove("k79");
  };
  ASSERT_TRUE(Step({.rows_max = 30}));
  EXPECT_TRUE(written);
  EXPECT_EQ(catalog_->StatisticsOf(*table(), index().space).entries, Read(index().space).size());
  FinishWork({.rows_max = 7});
  EXPECT_EQ(Read(index().space).size(), 59U);
  ExpectExact(index());
}

// While the walk reads, more is written than the queue remembers. The walk then reads less in each
// step.
TEST_F(IndexWorkTest, AWalkOvertakenByWritesReadsLess) {
  Create(KeyedTable("t"));
  for (int i = 0; i < 200; ++i) Put("k" + std::to_string(i), {{"g", S("a")}});
  for (int i = 3; i < 200; ++i) Remove("k" + std::to_string(i));
  AddIndex("byg", "g");
  ASSERT_TRUE(Step());
  const auto first_byte = [](const Bytes& key, int otherwise) {
    return key.empty() ? otherwise : static_cast<unsigned char>(key.front());
  };
  int overtaken = 0;
  engine_.after_read = [&](const storage::KeyRange& range) {
    if (first_byte(range.end, 256) - first_byte(range.begin, 0) < 16) return;
    ++overtaken;
    // A refused batch may or may not be stored, so the queue forgets everything after it.
    engine_.refuse = true;
    EXPECT_FALSE(Write("x", [](const item::ItemView*) -> Result<Decision> {
                   return Decision::Replace(MakeItem({{"pk", S("x")}}));
                 }).has_value());
    engine_.refuse = false;
  };
  int steps = 0;
  while (steps < 500 && Step()) ++steps;
  EXPECT_LT(steps, 500);
  EXPECT_GT(overtaken, 10);
  EXPECT_TRUE(index().readable());
  EXPECT_EQ(Read(index().space).size(), 3U);
  ExpectExact(index());
}

// Between each read of the walk and its turn come the transactions of many items that fill the
// queue. They are far more writes than the queue remembers.
TEST_F(IndexWorkTest, AWalkAdvancesHoweverMuchIsWritten) {
  Create(KeyedTable("t"));
  for (int i = 0; i < 30; ++i) Put("k" + std::to_string(i), {{"g", S("a")}});
  AddIndex("byg", "g");
  ASSERT_TRUE(Step());
  constexpr std::size_t kWrites = 100;
  int value = 0;
  const auto transact = [&] {
    std::vector<Command> commands;
    for (std::size_t i = 0; i < kWrites; ++i) {
      commands.push_back(testing::PutCommand(table(), MakeItem({{"pk", S("w" + std::to_string(i))},
                                                                {"g", S(std::to_string(value))}})));
    }
    ++value;
    std::promise<bool> made;
    queue_->Submit(
        *queue_->Decide(std::move(commands)),
        [](const auto&) { return std::vector<storage::Mutation>(); },
        [&](const std::vector<Result<Written>>& outcomes) {
          made.set_value(std::ranges::all_of(outcomes, &Result<Written>::has_value));
        });
    ASSERT_TRUE(made.get_future().get());
  };
  engine_.after_read = [&](const storage::KeyRange&) {
    for (std::size_t i = 0; i <= limits::kRecentEntriesMax / kWrites; ++i) transact();
  };
  int steps = 0;
  while (steps < 12 && Step({.rows_max = 40})) ++steps;
  EXPECT_LT(steps, 12);
  engine_.after_read = nullptr;
  EXPECT_TRUE(index().readable());
  EXPECT_EQ(Read(index().space).size(), 130U);
  ExpectExact(index());
}

TEST_F(IndexWorkTest, ARestartContinuesTheWalk) {
  Create(KeyedTable("t"));
  for (int i = 0; i < 30; ++i) Put("k" + std::to_string(i), {{"g", S("a")}});
  AddIndex("byg", "g");
  for (int i = 0; i < 11; ++i) ASSERT_TRUE(Step(kOneRow));
  Open(0);
  EXPECT_EQ(catalog_->BackfillOf(*table()).rows, 10);
  for (int i = 0; i < 15; ++i) Put("k" + std::to_string(i), {{"g", S("b")}});
  ASSERT_TRUE(Step(kOneRow));
  EXPECT_EQ(catalog_->BackfillOf(*table()).rows, 11);
  FinishWork();
  ExpectExact(index());
}

// A full disk delays the walk and damages nothing.
TEST_F(IndexWorkTest, ARefusedStepIsRetried) {
  Create(KeyedTable("t"));
  for (int i = 0; i < 10; ++i) Put("k" + std::to_string(i), {{"g", S("a")}});
  AddIndex("byg", "g");
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(Step(kOneRow));
  engine_.refuse = true;
  EXPECT_EQ(work_->Step(kOneRow).error().code, ErrorCode::kUnavailable);
  EXPECT_EQ(catalog_->BackfillOf(*table()).rows, 4);
  engine_.refuse = false;
  for (int i = 0; i < 5; ++i) Remove("k" + std::to_string(i));
  FinishWork(kOneRow);
  ExpectExact(index());
}

// A table with unreadable rows delays only its own index.
TEST_F(IndexWorkTest, ABrokenTableDelaysNoOther) {
  auto broken = KeyedTable("broken");  // comes before t
  broken.indexes = {GlobalIndex("byg", "g")};
  broken.indexes.front().state = IndexState::kBackfilling;
  Create(std::move(broken));
  Create(KeyedTable("t"));
  storage::Commit garbage{.number = engine_.last_number + 1};
  garbage.changes = {{{catalog_->Find("broken")->settings().rows, "key"}, "no row"},
                     catalog::Catalog::PlanLastCommit(garbage.number, 0)};
  ASSERT_TRUE(engine_.Apply(std::span(&garbage, 1)).has_value());
  Open(0);
  Put("k", {{"g", S("a")}});
  AddIndex("byg", "g");
  int told = 0;
  for (int i = 0; i < 5; ++i) {
    const auto outcome = work_->Step();
    // The failure is only counted while the other table has more to do; afterwards Step returns it.
    if (outcome) {
      EXPECT_EQ(outcome->failures, 1U);
    } else {
      EXPECT_EQ(outcome.error().code, ErrorCode::kCorruption);
      ++told;
    }
  }
  EXPECT_GT(told, 0);
  EXPECT_LT(told, 5);
  EXPECT_TRUE(index().readable());
  ExpectExact(index());
}

TEST_F(IndexWorkTest, AnIndexDeletedDuringItsBackfillLeavesNothing) {
  Create(KeyedTable("t"));
  for (int i = 0; i < 10; ++i) Put("k" + std::to_string(i), {{"g", S("a")}});
  AddIndex("byg", "g");
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(Step(kOneRow));
  const auto space = index().space;
  EXPECT_FALSE(Read(space).empty());
  DeleteIndex("byg");
  Put("k1", {{"g", S("b")}});
  FinishWork();
  EXPECT_EQ((*table())->indexes.size(), 0U);
  EXPECT_EQ((*table())->definitions.size(), 1U) << "what only the index used is forgotten";
  EXPECT_TRUE(Read(space).empty());
  EXPECT_EQ(catalog_->StatisticsOf(*table(), space), catalog::SpaceStatistics{});
  // A new index of the same name starts from nothing.
  AddIndex("byg", "g");
  ASSERT_TRUE(Step(kOneRow));
  EXPECT_EQ(catalog_->BackfillOf(*table()), catalog::BackfillProgress{});
  FinishWork();
  ExpectExact(index());
}

// A state lasts at least for the delay, and the walk does not wait for it.
TEST_F(IndexWorkTest, StatesLastAtLeastForTheDelay) {
  constexpr TimeMicros kDelay = 1'000'000;
  Open(0, kDelay);
  Create(KeyedTable("t"));
  Put("a", {{"g", S("a")}});
  AddIndex("byg", "g");
  Change([&](catalog::TableSettings& settings) {
    settings.indexes.back().settled = clock_.Now() + kDelay;
  });
  auto outcome = work_->Step();
  EXPECT_FALSE(outcome->worked);
  EXPECT_EQ(outcome->wait, kDelay);
  clock_.Advance(kDelay);
  FinishWork();
  EXPECT_EQ(index().state, IndexState::kBackfilling);
  EXPECT_EQ(Read(index().space).size(), 1U);
  // The walk also passes rows written after it reached the end.
  Put("b", {{"g", S("b")}});
  clock_.Advance(kDelay);
  FinishWork();
  EXPECT_EQ(index().state, IndexState::kActive);
  EXPECT_EQ(Read(index().space).size(), 2U);
  ExpectExact(index());
}

// Writes random items under a few hundred keys: in the index, outside it, moved within it, removed.
void WriteAtRandom(unsigned seed, int writes,
                   const std::function<void(const std::string&, item::Tree::Map)>& put,
                   const std::function<void(const std::string&)>& remove) {
  std::mt19937 random(seed);
  const auto below = [&](unsigned bound) { return random() % bound; };
  for (int i = 0; i < writes; ++i) {
    const auto key = "k" + std::to_string(below(300));
    item::Tree::Map attributes;
    const auto shape = below(10);
    if (shape < 6) attributes.emplace("g", S("g" + std::to_string(below(20))));
    if (below(2) == 0) attributes.emplace("payload", S(std::string(below(50), 'p')));
    if (shape == 9) {
      remove(key);
    } else {
      put(key, std::move(attributes));
    }
  }
}

class ConcurrentBackfillTest : public IndexWorkTest,
                               public ::testing::WithParamInterface<TimeMicros> {};

// The index and its counts equal a recomputation from the rows, whatever ran at the same time.
TEST_P(ConcurrentBackfillTest, EqualsARecomputationAfterRandomWrites) {
  Open(GetParam());
  Create(KeyedTable("t"));
  for (int i = 0; i < 300; i += 2) Put("k" + std::to_string(i), {{"g", S("first")}});
  Put("mistyped", {{"g", N(1)}});
  AddIndex("byg", "g");
  std::atomic<int> writing = 0;
  {
    std::vector<std::jthread> writers;
    constexpr int kWriters = 4;
    writing = kWriters;
    for (unsigned seed = 1; seed <= kWriters; ++seed) {
      writers.emplace_back([&, seed] {
        WriteAtRandom(
            seed, 600,
            [&](const std::string& key, item::Tree::Map item) { Put(key, std::move(item)); },
            [&](const std::string& key) { Remove(key); });
        --writing;
      });
    }
    // The walk is slower than the writers, so that they write many rows on both sides of it.
    while (writing > 0) {
      Step({.rows_max = 3});
      clock_.Advance(GetParam() / 2);
    }
  }
  FinishWork({.rows_max = 3});
  clock_.Advance(GetParam());
  FinishWork();
  EXPECT_TRUE(index().readable());
  EXPECT_EQ(queue_->lagged(), 0U);
  ExpectExact(index());
}

INSTANTIATE_TEST_SUITE_P(Lags, ConcurrentBackfillTest, ::testing::Values(0, 2000));

// --- Lag ---

class IndexLagTest : public IndexWorkTest {
 protected:
  static constexpr TimeMicros kLag = 500'000;

  IndexLagTest() {
    Open(kLag);
    auto settings = KeyedTable("t");
    settings.indexes = {GlobalIndex("byg", "g")};
    Create(std::move(settings));
  }

  // Reads after a restart skip no traces of earlier log records.
  void ExpectNoTracesAfterRestart() {
    Open(kLag);
    Put("c", {{"g", S("z")}});
    clock_.Advance(kLag);
    FinishWork();
    EXPECT_EQ(queue_->lagged(), 0U);
    EXPECT_EQ(engine_.traces_passed, 0U);
    ExpectExact(index());
  }
};

TEST_F(IndexLagTest, AnIndexFollowsItsTableAfterTheLag) {
  Put("a", {{"g", S("x")}});
  EXPECT_EQ(begun_, 1);
  EXPECT_EQ(queue_->lagged(), 1U);
  EXPECT_EQ(Read((*table())->rows).size(), 1U);
  EXPECT_TRUE(Read(index().space).empty());
  EXPECT_FALSE(Step());
  EXPECT_EQ(work_->Step()->wait, kLag);
  clock_.Advance(kLag - 1);
  EXPECT_FALSE(Step());
  clock_.Advance(1);
  EXPECT_TRUE(Step());
  EXPECT_EQ(queue_->lagged(), 0U);
  ExpectExact(index());
}

// Applied records leave traces at the front of the log, which grow with every record ever logged.
TEST_F(IndexLagTest, TheLogIsReadFromItsFirstRecord) {
  for (int i = 0; i < 50; ++i) {
    Put("a", {{"g", S("x" + std::to_string(i))}});
    Put("b", {{"g", S("y" + std::to_string(i))}});
    clock_.Advance(kLag / 2);
    Step();
  }
  ExpectNoTracesAfterRestart();
}

// Even a log that is empty at the start is read from its end.
TEST_F(IndexLagTest, AnEmptyLogBeginsAfterItsAppliedRecords) {
  for (int i = 0; i < 50; ++i) Put("a", {{"g", S("x" + std::to_string(i))}});
  clock_.Advance(kLag);
  FinishWork();
  ASSERT_EQ(queue_->lagged(), 0U);
  ExpectNoTracesAfterRestart();
}

TEST_F(IndexLagTest, LateRecordsAreAppliedInOrder) {
  Put("a", {{"g", S("x")}});
  Put("a", {{"g", S("y")}});
  Put("b", {{"g", S("x")}});
  Remove("b");
  Put("a", {{"g", S("x")}, {"n", N(1)}});
  clock_.Advance(kLag);
  FinishWork();
  EXPECT_EQ(Read(index().space).size(), 1U);
  ExpectExact(index());
}

TEST_F(IndexLagTest, ARefusedStepIsRetried) {
  Put("a", {{"g", S("x")}});
  clock_.Advance(kLag);
  engine_.refuse = true;
  EXPECT_EQ(work_->Step().error().code, ErrorCode::kUnavailable);
  EXPECT_FALSE(Write("b", [](const item::ItemView*) -> Result<Decision> {
                 return Decision::Replace(MakeItem({{"pk", S("b")}, {"g", S("x")}}));
               }).has_value());
  engine_.refuse = false;
  FinishWork();
  EXPECT_EQ(queue_->lagged(), 0U);
  ExpectExact(index());
}

TEST_F(IndexLagTest, ARestartLosesNoRecord) {
  Put("a", {{"g", S("x")}});
  Open(kLag);
  EXPECT_EQ(queue_->lagged(), 1U);
  clock_.Advance(kLag);
  FinishWork();
  ExpectExact(index());
}

// [INV-LAG-1]: after the lag is switched off, held-back changes are applied before new ones.
TEST_F(IndexLagTest, SwitchingTheLagOffDrainsFirst) {
  // More records than the commit thread applies before one batch.
  for (std::size_t i = 0; i < limits::kCommitsPerBatchMax + 10; ++i) {
    Put("a", {{"g", S(i % 2 == 0 ? "x" : "y")}});
  }
  Open(0);
  Put("a", {{"g", S("z")}});
  FinishWork();
  EXPECT_EQ(queue_->lagged(), 0U);
  ExpectExact(index());
  Put("b", {{"g", S("z")}});
  EXPECT_EQ(queue_->lagged(), 0U);
  ExpectExact(index());
}

TEST_F(IndexLagTest, RecordsForADeletedIndexAreDropped) {
  Put("a", {{"g", S("x")}});
  Put("b", {{"g", S("x")}});
  const auto space = index().space;
  DeleteIndex("byg");
  Change([&](catalog::TableSettings& settings) {
    settings.indexes.back().settled = clock_.Now() + kLag;
  });
  clock_.Advance(kLag - 1);
  Put("c", {{"g", S("x")}});
  EXPECT_EQ(queue_->lagged(), 2U) << "an index on its way out takes in nothing new";
  FinishWork();
  clock_.Advance(1);
  EXPECT_TRUE(queue_->ApplyLagged()->worked) << "while the index still stands there";
  EXPECT_EQ(queue_->lagged(), 0U);
  EXPECT_TRUE(Read(space).empty());
  FinishWork();
  EXPECT_TRUE((*table())->indexes.empty());
  EXPECT_TRUE(Read(space).empty());
  EXPECT_EQ(catalog_->StatisticsOf(*table(), space), catalog::SpaceStatistics{});
}

TEST_F(IndexLagTest, LocalIndexesNeverLag) {
  catalog::Index local;
  local.kind = catalog::IndexKind::kLocal;
  local.name = "byl";
  local.hash_keys = {{"pk", item::Type::kString}};
  local.range_keys = {{"l", item::Type::kString}};
  Change([&](catalog::TableSettings& settings) { settings.indexes.push_back(local); });
  Put("a", {{"g", S("x")}, {"l", S("y")}});
  EXPECT_EQ(queue_->lagged(), 1U);
  ExpectExact(index());
  EXPECT_TRUE(Read((*table())->indexes.front().space).empty());
}

// The log stays within its bound, however long the lag is.
TEST_F(IndexLagTest, AFullLogIsAppliedEarly) {
  Open(kLag * 1000);
  constexpr std::size_t kPayload = 300'000;
  const std::size_t enough = limits::kLagBytesMax / kPayload + 40;
  for (std::size_t i = 0; i < enough; ++i) {
    Put("k" + std::to_string(i), {{"g", S("x")}, {"p", S(std::string(kPayload, 'p'))}});
  }
  EXPECT_LE(queue_->lagged() * kPayload, limits::kLagBytesMax + limits::kBytesPerBatchMax);
  EXPECT_FALSE(Read(index().space).empty());
}

}  // namespace
}  // namespace stator::table
