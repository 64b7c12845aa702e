#include "table/commit_queue.h"

#include <future>
#include <latch>
#include <thread>

#include <gtest/gtest.h>

#include "base/limits.h"
#include "item/row.h"
#include "table/controlled_engine.h"
#include "table/testing.h"

namespace stator::table {
namespace {

using testing::ControlledEngine;
using testing::GlobalIndex;
using testing::KeyedTable;
using testing::MakeItem;
using testing::N;
using testing::PutCommand;
using testing::S;

class CommitQueueTest : public ::testing::Test {
 protected:
  CommitQueueTest() { Open(); }

  void Open() {
    queue_.reset();
    catalog_ = std::move(*catalog::Catalog::Load(engine_));
    queue_ = std::make_unique<CommitQueue>(engine_, *catalog_, clock_);
  }

  catalog::TablePtr Create(catalog::TableSettings settings) {
    auto table = queue_->Change([&](catalog::Catalog& catalog) -> Result<catalog::Change> {
      return catalog.PlanCreate(std::move(settings));
    });
    EXPECT_TRUE(table.has_value());
    return *table;
  }

  Result<Written> Write(Command command) {
    std::promise<Result<Written>> promise;
    queue_->Submit(std::move(command),
                   [&](Result<Written> written) { promise.set_value(std::move(written)); });
    return promise.get_future().get();
  }

  std::optional<item::Item> Stored(const catalog::TablePtr& table, const item::Item& key) {
    const auto entry = engine_.Get((*table)->rows, *RowKeyOfKey(*table, key.view()));
    EXPECT_TRUE(entry.has_value());
    if (!*entry) return std::nullopt;
    return item::Item(Bytes(item::DecodeRow((*entry)->value)->item.bytes()));
  }

  ControlledEngine engine_;
  ManualServiceClock clock_{1'700'000'000'000'000};
  std::unique_ptr<catalog::Catalog> catalog_;
  std::unique_ptr<CommitQueue> queue_;
};

// Adds one to attribute n, whatever the stored item is.
Command Increment(const catalog::TablePtr& table, const std::string& key) {
  auto command = PutCommand(table, MakeItem({{"pk", S(key)}}));
  command.decide = [key](const item::ItemView* stored) -> Result<Decision> {
    item::Number count;
    if (stored != nullptr) count = *item::Number::Decode(stored->Find("n")->scalar());
    auto sum = *count.Plus(item::Number(1));
    return Decision::Replace(MakeItem({{"pk", S(key)}, {"n", {sum}}}));
  };
  return command;
}

TEST_F(CommitQueueTest, AWriteIsStoredAndCounted) {
  const auto table = Create(KeyedTable("t"));
  const auto item = MakeItem({{"pk", S("a")}, {"n", N(7)}});
  const auto written = Write(PutCommand(table, item));
  ASSERT_TRUE(written.has_value());
  EXPECT_FALSE(written->old_image);
  EXPECT_EQ(Stored(table, MakeItem({{"pk", S("a")}})), item);
  EXPECT_EQ(catalog_->StatisticsOf(*table, (*table)->rows), (catalog::SpaceStatistics{1, 6}));
}

TEST_F(CommitQueueTest, CountsAndNumbersSurviveReopening) {
  const auto table = Create(KeyedTable("t"));
  ASSERT_TRUE(Write(PutCommand(table, MakeItem({{"pk", S("a")}}))).has_value());
  const auto last = engine_.last_number;
  Open();
  EXPECT_EQ(catalog_->last_commit(), last);
  const auto again = catalog_->Find("t");
  ASSERT_TRUE(again);
  EXPECT_EQ(catalog_->StatisticsOf(*again, (*again)->rows).entries, 1);
  ASSERT_TRUE(Write(PutCommand(again, MakeItem({{"pk", S("b")}}))).has_value());
  EXPECT_GT(engine_.last_number, last);
}

// [INV-QUEUE-2]: without it, some increments would be lost.
TEST_F(CommitQueueTest, ManyWritersOfOneKeyLoseNothing) {
  const auto table = Create(KeyedTable("t"));
  constexpr int kThreads = 8;
  constexpr int kEach = 500;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&] {
        for (int j = 0; j < kEach; ++j) EXPECT_TRUE(Write(Increment(table, "hot")).has_value());
      });
    }
  }
  const auto stored = Stored(table, MakeItem({{"pk", S("hot")}}));
  ASSERT_TRUE(stored);
  EXPECT_EQ(*stored, MakeItem({{"pk", S("hot")}, {"n", N(kThreads * kEach)}}));
}

// Writes that wait at the same time share one call to the engine. Each sees the earlier ones.
TEST_F(CommitQueueTest, WaitingWritesShareOneCallToTheEngine) {
  const auto table = Create(KeyedTable("t"));
  std::promise<void> go;
  engine_.hold = go.get_future().share();
  constexpr int kWrites = 50;
  std::latch done(kWrites);
  for (int i = 0; i < kWrites; ++i) {
    queue_->Submit(Increment(table, "hot"), [&](Result<Written> written) {
      EXPECT_TRUE(written.has_value());
      done.count_down();
    });
  }
  const int before = engine_.applies;
  go.set_value();
  done.wait();
  EXPECT_LE(engine_.applies - before, 2);
  EXPECT_EQ(*Stored(table, MakeItem({{"pk", S("hot")}})),
            MakeItem({{"pk", S("hot")}, {"n", N(kWrites)}}));
}

TEST_F(CommitQueueTest, TheQueueDoesNotReadANewestImageAgain) {
  const auto table = Create(KeyedTable("t"));
  const int before = engine_.gets;
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(Write(PutCommand(table, MakeItem({{"pk", S("a")}, {"n", N(i)}}))).has_value());
  }
  EXPECT_EQ(engine_.gets - before, 10);
}

TEST_F(CommitQueueTest, AnEqualWriteIsAnsweredWithoutACommit) {
  const auto table = Create(KeyedTable("t"));
  const auto item = MakeItem({{"pk", S("a")}});
  ASSERT_TRUE(Write(PutCommand(table, item)).has_value());
  const int before = engine_.applies;
  ASSERT_TRUE(Write(PutCommand(table, item)).has_value());
  EXPECT_EQ(engine_.applies, before);
}

// Checks [INV-QUEUE-4].
TEST_F(CommitQueueTest, AWriteDecidedBeforeATableChangedIsRefused) {
  const auto table = Create(KeyedTable("t"));
  auto changed = queue_->Change([&](catalog::Catalog& catalog) -> Result<catalog::Change> {
    auto settings = table->settings();
    settings.tags["a"] = "b";
    return catalog.PlanReplace(*table, std::move(settings));
  });
  ASSERT_TRUE(changed.has_value());
  const auto written = Write(PutCommand(table, MakeItem({{"pk", S("a")}})));
  ASSERT_FALSE(written.has_value());
  EXPECT_EQ(written.error().code, ErrorCode::kStaleDescriptor);
  EXPECT_TRUE(Write(PutCommand(*changed, MakeItem({{"pk", S("a")}}))).has_value());
}

TEST_F(CommitQueueTest, DroppingATableDropsItsRows) {
  auto settings = KeyedTable("t");
  settings.indexes = {GlobalIndex("g", "gk")};
  const auto table = Create(std::move(settings));
  ASSERT_TRUE(Write(PutCommand(table, MakeItem({{"pk", S("a")}, {"gk", S("x")}}))).has_value());
  ASSERT_TRUE(queue_
                  ->Change([&](catalog::Catalog&) -> Result<catalog::Change> {
                    catalog::Change change;
                    catalog::Catalog::AddDrop(table, change);
                    return change;
                  })
                  .has_value());
  EXPECT_FALSE(catalog_->Find("t"));
  for (const auto space : {(*table)->rows, (*table)->indexes[0].space}) {
    EXPECT_TRUE(engine_.Read(space, {}, {})->entries.empty());
  }
}

// Every table that Find returns is usable, even while a drop is on its way to the disk. If the disk
// refuses the drop, the table is found again.
TEST_F(CommitQueueTest, ATableThatIsBeingDroppedIsNotFound) {
  const auto table = Create(KeyedTable("t"));
  std::promise<void> go;
  engine_.hold = go.get_future().share();
  engine_.refuse = true;
  auto dropped = std::async(std::launch::async, [&] {
    return queue_->Change([&](catalog::Catalog&) -> Result<catalog::Change> {
      catalog::Change change;
      catalog::Catalog::AddDrop(table, change);
      return change;
    });
  });
  while (table->current()) std::this_thread::yield();
  EXPECT_FALSE(catalog_->Find("t"));
  go.set_value();
  EXPECT_EQ(dropped.get().error().code, ErrorCode::kUnavailable);
  EXPECT_EQ(catalog_->Find("t"), table);
}

// The units of an answer point to indexes of a descriptor that may be superseded by then.
TEST_F(CommitQueueTest, AResultKeepsItsDescriptorAlive) {
  auto settings = KeyedTable("t");
  settings.indexes = {GlobalIndex("an index with quite a long name", "gk")};
  auto table = Create(std::move(settings));
  const auto written = Write(PutCommand(table, MakeItem({{"pk", S("a")}, {"gk", S("x")}})));
  ASSERT_TRUE(queue_
                  ->Change([old = std::move(table)](
                               catalog::Catalog& catalog) mutable -> Result<catalog::Change> {
                    auto changed = old->settings();
                    changed.tags["a"] = "b";
                    auto change = catalog.PlanReplace(*old, std::move(changed));
                    old.reset();
                    return change;
                  })
                  .has_value());
  EXPECT_EQ(written->table.use_count(), 1) << "nobody else keeps it";
  EXPECT_EQ(written->units.indexes.at(0).first->name, "an index with quite a long name");
}

TEST_F(CommitQueueTest, WritesThatGrowWhenDecidedAgainAreSplitIntoBatches) {
  const auto table = Create(KeyedTable("t"));
  std::promise<void> go;
  engine_.hold = go.get_future().share();
  const auto large = MakeItem({{"pk", S("a")}, {"s", S(std::string(400'000, 'x'))}});
  constexpr int kWrites = 60;
  std::latch done(kWrites + 1);
  const auto count = [&](Result<Written> written) {
    EXPECT_TRUE(written.has_value());
    done.count_down();
  };
  queue_->Submit(PutCommand(table, large), count);
  for (int i = 0; i < kWrites; ++i) {
    auto command = PutCommand(table, large);
    // The new item is small on the first image and large on the image it replaces.
    command.decide = [i](const item::ItemView* stored) -> Result<Decision> {
      item::Tree::Map image{{"pk", S("a")}, {"n", N(i)}};
      if (stored != nullptr) image.emplace("s", item::TreeOf(*stored->Find("s")));
      return Decision::Replace(MakeItem(image));
    };
    queue_->Submit(std::move(command), count);
  }
  const int before = engine_.applies;
  go.set_value();
  done.wait();
  EXPECT_GE(engine_.applies - before, 3);  // 24 MB in batches of 8
}

TEST_F(CommitQueueTest, ARefusedBatchFailsItsWritesAndNothingElse) {
  const auto table = Create(KeyedTable("t"));
  ASSERT_TRUE(Write(Increment(table, "a")).has_value());
  engine_.refuse = true;
  const auto refused = Write(Increment(table, "a"));
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::kUnavailable);
  EXPECT_EQ(catalog_->StatisticsOf(*table, (*table)->rows).entries, 1);
  engine_.refuse = false;
  ASSERT_TRUE(Write(Increment(table, "a")).has_value());
  EXPECT_EQ(*Stored(table, MakeItem({{"pk", S("a")}})), MakeItem({{"pk", S("a")}, {"n", N(2)}}));
}

// A delete frees space, so it succeeds when the disk is nearly full. So do small changes of the
// catalog. A step of a backfill is larger and waits.
TEST_F(CommitQueueTest, WithLittleDiskSpaceOnlyDeletesAndSmallChangesSucceed) {
  const auto table = Create(KeyedTable("t"));
  ASSERT_TRUE(Write(Increment(table, "a")).has_value());
  engine_.low_on_space = true;
  const auto put = Write(Increment(table, "b"));
  ASSERT_FALSE(put.has_value());
  EXPECT_EQ(put.error().code, ErrorCode::kUnavailable);
  EXPECT_FALSE(Write(Increment(table, "a")).has_value());
  Command remove = Increment(table, "a");
  remove.decide = [](const item::ItemView*) -> Result<Decision> { return Decision::Remove(); };
  EXPECT_TRUE(Write(std::move(remove)).has_value());
  EXPECT_FALSE(Stored(table, MakeItem({{"pk", S("a")}})));

  const auto change_by = [&](std::size_t bytes) {
    return queue_->Change([&](catalog::Catalog&) -> Result<catalog::Change> {
      catalog::Change change;
      change.mutations.push_back({{(*table)->rows, "k"}, Bytes(bytes, 'x')});
      return change;
    });
  };
  EXPECT_TRUE(change_by(100).has_value());
  EXPECT_FALSE(change_by(1'000'000).has_value());
  engine_.low_on_space = false;
  EXPECT_TRUE(change_by(1'000'000).has_value());
  EXPECT_TRUE(Write(Increment(table, "a")).has_value());
}

// A stream record keeps the old image of a deleted item, and occupies its space for a day.
TEST_F(CommitQueueTest, WithLittleDiskSpaceADeleteWithALargerRecordIsRefused) {
  auto settings = KeyedTable("t");
  settings.stream = {.enabled = true,
                     .view = catalog::StreamView::kOldImage,
                     .label = "l",
                     .shards = {{.number = 1, .log = 900}}};
  const auto images = Create(settings);
  settings.name = "u";
  settings.stream.view = catalog::StreamView::kKeysOnly;
  settings.stream.shards.front().log = 901;
  const auto keys = Create(settings);
  const auto item = MakeItem({{"pk", S("a")}, {"text", S(std::string(1000, 'x'))}});
  ASSERT_TRUE(Write(PutCommand(images, item)).has_value());
  ASSERT_TRUE(Write(PutCommand(keys, item)).has_value());
  engine_.low_on_space = true;
  const auto remove = [&](const catalog::TablePtr& table) {
    auto command = PutCommand(table, item);
    command.decide = [](const item::ItemView*) -> Result<Decision> { return Decision::Remove(); };
    return Write(std::move(command));
  };
  const auto refused = remove(images);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::kUnavailable);
  EXPECT_TRUE(remove(keys).has_value());
  engine_.low_on_space = false;
  EXPECT_TRUE(remove(images).has_value());
}

TEST_F(CommitQueueTest, AFullQueueThrottles) {
  const auto table = Create(KeyedTable("t"));
  while (queue_->depth() != 0) std::this_thread::yield();  // the table's creation still counts
  std::promise<void> go;
  engine_.hold = go.get_future().share();
  std::atomic<std::size_t> throttled = 0;
  std::atomic<std::size_t> written = 0;
  const std::size_t submitted = limits::kPendingCommitsMax + 100;
  for (std::size_t i = 0; i < submitted; ++i) {
    queue_->Submit(PutCommand(table, MakeItem({{"pk", S(std::to_string(i))}})),
                   [&](Result<Written> result) {
                     if (result) {
                       ++written;
                     } else {
                       EXPECT_EQ(result.error().code, ErrorCode::kThrottlingException);
                       ++throttled;
                     }
                   });
  }
  EXPECT_EQ(throttled, 100U);
  go.set_value();
  queue_->Stop();
  EXPECT_EQ(written, limits::kPendingCommitsMax);
}

TEST_F(CommitQueueTest, StopFinishesAcceptedWrites) {
  const auto table = Create(KeyedTable("t"));
  std::atomic<int> answered = 0;
  for (int i = 0; i < 100; ++i) {
    queue_->Submit(Increment(table, "a"), [&](Result<Written>) { ++answered; });
  }
  queue_->Stop();
  EXPECT_EQ(answered, 100);
  queue_->Submit(Increment(table, "a"), [&](Result<Written> result) {
    EXPECT_FALSE(result.has_value());
    ++answered;
  });
  EXPECT_EQ(answered, 101);
}

TEST_F(CommitQueueTest, AGroupIsDecidedAgainAsAWhole) {
  const auto table = Create(KeyedTable("t"));
  const auto insert = [&](const std::string& key) {
    auto command = PutCommand(table, MakeItem({{"pk", S(key)}}));
    command.decide = [key](const item::ItemView* stored) -> Result<Decision> {
      if (stored == nullptr) return Decision::Replace(MakeItem({{"pk", S(key)}}));
      return Fail(ErrorCode::kConditionalCheckFailedException, "it is there");
    };
    return command;
  };
  // Both groups are decided while nothing is stored, and collide in the queue.
  std::promise<void> go;
  engine_.hold = go.get_future().share();
  std::vector<std::future<std::vector<Result<Written>>>> outcomes;
  for (const std::string other : {"b", "c"}) {
    auto writes = queue_->Decide({insert(other), insert("a")});
    ASSERT_TRUE(writes.has_value());
    auto promise = std::make_shared<std::promise<std::vector<Result<Written>>>>();
    outcomes.push_back(promise->get_future());
    queue_->Submit(
        std::move(*writes), [](const auto&) { return std::vector<storage::Mutation>(); },
        [promise](std::vector<Result<Written>> each) { promise->set_value(std::move(each)); });
  }
  go.set_value();
  for (const auto& outcome : outcomes[0].get()) EXPECT_TRUE(outcome.has_value());
  const auto second = outcomes[1].get();
  EXPECT_TRUE(second[0].has_value());
  EXPECT_EQ(second[1].error().code, ErrorCode::kConditionalCheckFailedException);
  EXPECT_TRUE(Stored(table, MakeItem({{"pk", S("b")}})));
  EXPECT_FALSE(Stored(table, MakeItem({{"pk", S("c")}})));
}

}  // namespace
}  // namespace stator::table
