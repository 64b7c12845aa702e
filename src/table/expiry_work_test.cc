#include "table/expiry_work.h"

#include <atomic>
#include <future>
#include <random>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include "base/durations.h"
#include "base/limits.h"
#include "item/row.h"
#include "table/change_record.h"
#include "table/expiry.h"
#include "table/table_under_test.h"

namespace stator::table {
namespace {

using catalog::TimeToLiveState;
using testing::KeyedTable;
using testing::MakeItem;
using testing::N;
using testing::S;

constexpr BackfillBudget kOneRow{.rows_max = 1};

class ExpiryWorkTest : public testing::TableUnderTest {
 protected:
  ExpiryWorkTest() { Open(); }

  void Open(const ExpiryOptions& options = {}) {
    work_.reset();
    OpenStore();
    work_ = std::make_unique<ExpiryWork>(engine_, *catalog_, *queue_, clock_, options);
  }

  // Changes the settings as UpdateTimeToLive does.
  void Enable(const std::string& attribute = "ttl") {
    Change([&](catalog::TableSettings& settings) {
      settings.time_to_live = {.state = TimeToLiveState::kEnabling, .attribute = attribute};
    });
  }
  void Disable() {
    Change([](catalog::TableSettings& settings) {
      settings.time_to_live.state = TimeToLiveState::kDisabling;
    });
  }

  const catalog::TimeToLive& time_to_live() { return table()->settings().time_to_live; }

  bool Step(const BackfillBudget& budget = {}) {
    const auto outcome = work_->Step(budget);
    EXPECT_TRUE(outcome.has_value());
    return outcome && outcome->worked;
  }
  void Finish(const BackfillBudget& budget = {}) {
    while (Step(budget)) {
    }
  }

  std::int64_t Now() { return clock_.Now() / kSecond; }
  // Puts an item that expires in `seconds` seconds.
  void PutExpiring(const std::string& key, std::int64_t seconds) {
    Put(key, {{"ttl", N(Now() + seconds)}});
  }

  std::set<std::string> Keys() {
    std::set<std::string> keys;
    for (const auto& entry : ReadAll((*table())->rows)) {
      keys.emplace(item::DecodeRow(entry.value)->item.Find("pk")->scalar());
    }
    return keys;
  }

  std::set<Bytes> Entries() {
    std::set<Bytes> keys;
    for (const auto& entry : ReadAll(time_to_live().index)) {
      EXPECT_FALSE(entry.value.empty());
      keys.insert(entry.key);
    }
    return keys;
  }

  // Checks that the index equals a recomputation from the rows.
  void ExpectExact() {
    std::set<Bytes> wanted;
    for (const auto& entry : ReadAll((*table())->rows)) {
      const auto image = item::DecodeRow(entry.value)->item;
      for (const auto& change : ExpiryChanges(time_to_live(), entry.key, nullptr, &image)) {
        wanted.insert(change.address.key);
      }
    }
    EXPECT_EQ(Entries(), wanted);
  }

  std::unique_ptr<ExpiryWork> work_;
};

TEST_F(ExpiryWorkTest, NothingExpiresWhileExpiryIsHeld) {
  bool is_held = true;
  Open({.is_held = [&] { return is_held; }});
  Create(KeyedTable("t"));
  Enable();
  Finish();
  PutExpiring("k", -10);
  Finish();
  EXPECT_EQ(Keys(), std::set<std::string>{"k"});
  is_held = false;
  Finish();
  EXPECT_TRUE(Keys().empty());
}

TEST_F(ExpiryWorkTest, EnablingWalksOverExistingItems) {
  Create(KeyedTable("t"));
  for (int i = 0; i < 20; ++i) PutExpiring("k" + std::to_string(i), 100);
  Put("none", {});
  Enable();
  EXPECT_NE(time_to_live().index, 0U);
  ASSERT_TRUE(Step(kOneRow));
  EXPECT_EQ(time_to_live().state, TimeToLiveState::kEnabling);
  EXPECT_EQ(catalog_->ExpiryWalkOf(*table()).rows, 1);
  Finish(kOneRow);
  EXPECT_EQ(time_to_live().state, TimeToLiveState::kEnabled);
  EXPECT_EQ(Entries().size(), 20U);
  ExpectExact();
  EXPECT_EQ(catalog_->ExpiryWalkOf(*table()), catalog::BackfillProgress{});
}

TEST_F(ExpiryWorkTest, WritesDuringTheWalkAreExact) {
  Create(KeyedTable("t"));
  for (int i = 0; i < 40; ++i) PutExpiring("k" + std::to_string(i), 100);
  Enable();
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(Step(kOneRow));
  for (int i = 0; i < 10; ++i) PutExpiring("k" + std::to_string(i), 200);
  for (int i = 10; i < 20; ++i) Remove("k" + std::to_string(i));
  for (int i = 20; i < 25; ++i) Put("k" + std::to_string(i), {});
  for (int i = 40; i < 60; ++i) PutExpiring("k" + std::to_string(i), 300);
  Finish(kOneRow);
  EXPECT_EQ(Entries().size(), 45U);
  ExpectExact();
}

// The walk's thread skips the traces of deleted rows. The commit thread reads again what was
// written meanwhile.
TEST_F(ExpiryWorkTest, ALongRunOfDeletedRowsDelaysNoWrite) {
  Create(KeyedTable("t"));
  for (int i = 0; i < 200; ++i) PutExpiring("k" + std::to_string(i), 100);
  for (int i = 20; i < 200; ++i) Remove("k" + std::to_string(i));
  Enable();
  bool written = false;
  engine_.after_read = [&](const storage::KeyRange&) {
    if (std::exchange(written, true)) return;
    for (int i = 0; i < 5; ++i) PutExpiring("k" + std::to_string(i), 200);
    for (int i = 5; i < 10; ++i) Remove("k" + std::to_string(i));
    for (int i = 200; i < 205; ++i) PutExpiring("k" + std::to_string(i), 300);
  };
  Finish({.rows_max = 10});
  EXPECT_EQ(Entries().size(), 20U);
  ExpectExact();
  EXPECT_EQ(engine_.traces_passed, 0U);
}

TEST_F(ExpiryWorkTest, ARestartContinuesTheWalk) {
  Create(KeyedTable("t"));
  for (int i = 0; i < 30; ++i) PutExpiring("k" + std::to_string(i), 100);
  Enable();
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(Step(kOneRow));
  Open();
  EXPECT_EQ(catalog_->ExpiryWalkOf(*table()).rows, 10);
  ASSERT_TRUE(Step(kOneRow));
  EXPECT_EQ(catalog_->ExpiryWalkOf(*table()).rows, 11);
  Finish();
  ExpectExact();
  Open();
  EXPECT_EQ(time_to_live().state, TimeToLiveState::kEnabled);
}

TEST_F(ExpiryWorkTest, DisablingDropsTheIndexAndRemovesNothing) {
  Create(KeyedTable("t"));
  Enable();
  Finish();
  PutExpiring("gone", -10);
  const auto space = time_to_live().index;
  Disable();
  Put("later", {{"ttl", N(Now() - 5)}});
  Finish();
  EXPECT_EQ(time_to_live().state, TimeToLiveState::kDisabled);
  EXPECT_EQ(time_to_live().index, 0U);
  EXPECT_TRUE(ReadAll(space).empty());
  EXPECT_EQ(Keys().size(), 2U);
  // Enabling on another attribute takes a new, empty space.
  Enable("other");
  Finish();
  EXPECT_GT(time_to_live().index, space);
  ExpectExact();
}

TEST_F(ExpiryWorkTest, DisablingDuringTheWalkLeavesNothing) {
  Create(KeyedTable("t"));
  for (int i = 0; i < 10; ++i) PutExpiring("k" + std::to_string(i), 100);
  Enable();
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(Step(kOneRow));
  const auto space = time_to_live().index;
  Disable();
  EXPECT_EQ(catalog_->ExpiryWalkOf(*table()), catalog::BackfillProgress{});
  Finish();
  EXPECT_TRUE(ReadAll(space).empty());
  Open();
  EXPECT_EQ(catalog_->ExpiryWalkOf(*table()), catalog::BackfillProgress{});
}

TEST_F(ExpiryWorkTest, StatesLastForTheirDelay) {
  Create(KeyedTable("t"));
  PutExpiring("a", 100);
  Enable();
  Change([&](catalog::TableSettings& settings) {
    settings.time_to_live.settled = clock_.Now() + kSecond;
  });
  ASSERT_TRUE(Step());
  auto outcome = work_->Step();
  EXPECT_FALSE(outcome->worked);
  EXPECT_EQ(outcome->wait, kSecond);
  EXPECT_EQ(time_to_live().state, TimeToLiveState::kEnabling);
  ExpectExact();
  clock_.Advance(kSecond);
  ASSERT_TRUE(Step());
  EXPECT_EQ(time_to_live().state, TimeToLiveState::kEnabled);
  Change([&](catalog::TableSettings& settings) {
    settings.time_to_live.state = TimeToLiveState::kDisabling;
    settings.time_to_live.settled = clock_.Now() + kSecond;
  });
  EXPECT_FALSE(Step());
  clock_.Advance(kSecond);
  ASSERT_TRUE(Step());
  EXPECT_EQ(time_to_live().state, TimeToLiveState::kDisabled);
}

TEST_F(ExpiryWorkTest, ARefusedStepIsRetried) {
  Create(KeyedTable("t"));
  for (int i = 0; i < 10; ++i) PutExpiring("k" + std::to_string(i), -10);
  Enable();
  engine_.refuse = true;
  EXPECT_EQ(work_->Step().error().code, ErrorCode::kUnavailable);
  engine_.refuse = false;
  while (time_to_live().state != TimeToLiveState::kEnabled) ASSERT_TRUE(Step());
  engine_.refuse = true;
  EXPECT_EQ(work_->Step().error().code, ErrorCode::kUnavailable);
  EXPECT_EQ(work_->deleted(), 0U);
  engine_.refuse = false;
  Finish();
  EXPECT_TRUE(Keys().empty());
  EXPECT_EQ(work_->deleted(), 10U);
}

TEST_F(ExpiryWorkTest, OnlyExpiredItemsAreRemoved) {
  Create(KeyedTable("t"));
  Enable();
  PutExpiring("past", -1);
  PutExpiring("now", 0);
  PutExpiring("future", 60);
  Put("text", {{"ttl", S(std::to_string(Now() - 10))}});
  Put("none", {});
  Put("negative", {{"ttl", N(-5)}});
  Put("ancient", {{"ttl", N(Now() - limits::kExpiryAgeMax / kSecond - 1)}});
  Put("old", {{"ttl", N(Now() - limits::kExpiryAgeMax / kSecond)}});
  Finish();
  EXPECT_EQ(Keys(),
            (std::set<std::string>{"now", "future", "text", "none", "negative", "ancient"}));
  EXPECT_EQ(work_->deleted(), 2U);
  clock_.Advance(60 * kSecond);
  Finish();
  EXPECT_EQ(Keys(), (std::set<std::string>{"future", "text", "none", "negative", "ancient"}));
  clock_.Advance(1);
  Finish();
  EXPECT_EQ(Keys(), (std::set<std::string>{"text", "none", "negative", "ancient"}));
  ExpectExact();
}

TEST_F(ExpiryWorkTest, ADelayKeepsExpiredItems) {
  Open({.delay = 100 * kSecond});
  Create(KeyedTable("t"));
  Enable();
  PutExpiring("a", -50);
  Finish();
  EXPECT_EQ(Keys().size(), 1U);
  clock_.Advance(50 * kSecond);
  Finish();
  EXPECT_EQ(Keys().size(), 1U);
  clock_.Advance(1);
  Finish();
  EXPECT_TRUE(Keys().empty());
}

TEST_F(ExpiryWorkTest, WithoutSweepsExpiredItemsStay) {
  Open({.sweep = false});
  Create(KeyedTable("t"));
  Enable();
  PutExpiring("a", -50);
  Finish();
  EXPECT_EQ(time_to_live().state, TimeToLiveState::kEnabled);
  EXPECT_EQ(Keys().size(), 1U);
}

TEST_F(ExpiryWorkTest, ARecordOfTheStreamSaysThatTheItemExpired) {
  auto settings = KeyedTable("t");
  constexpr storage::Space kLog = 15;
  settings.stream = {.enabled = true, .label = "l", .shards = {{.number = 1, .log = kLog}}};
  Create(std::move(settings));
  Enable();
  PutExpiring("a", -50);
  PutExpiring("b", 50);
  Remove("b");
  Finish();
  const auto records = ReadAll(kLog);
  ASSERT_EQ(records.size(), 4U);
  for (std::size_t i = 0; i < records.size(); ++i) {
    const auto record = *DecodeChangeRecord(records[i].value);
    EXPECT_EQ(record.expired, i == 3);
    EXPECT_EQ(record.event == ChangeRecord::Event::kRemove, i >= 2);
  }
}

// Both writes arrive while a batch is on its way to the disk. The client's write comes after the
// read of the delete's decision, and before its commit.
TEST_F(ExpiryWorkTest, AnItemRevivedJustBeforeItsDeleteStays) {
  Create(KeyedTable("t"));
  Enable();
  Finish();
  PutExpiring("a", -50);
  std::promise<void> go;
  engine_.hold = go.get_future().share();
  std::promise<void> revived;
  const auto item = MakeItem({{"pk", S("a")}, {"ttl", N(Now() + 50)}});
  queue_->Submit(testing::PutCommand(table(), item), [&](const Result<Written>& written) {
    EXPECT_TRUE(written.has_value());
    revived.set_value();
  });
  std::thread sweep([&] { EXPECT_TRUE(work_->Step().has_value()); });
  while (queue_->depth() < 2) std::this_thread::yield();
  go.set_value();
  sweep.join();
  revived.get_future().wait();
  EXPECT_EQ(Keys().size(), 1U);
  EXPECT_EQ(work_->deleted(), 0U);
  ExpectExact();
}

// However many items are due, at most kExpiriesAtOnceMax deletes are under way. A client's write
// joins the next batch.
TEST_F(ExpiryWorkTest, ManyExpiriesLeaveRoomForClients) {
  constexpr std::size_t kItems = 3000;
  Create(KeyedTable("t"));
  Enable();
  Finish();
  for (std::size_t i = 0; i < kItems; ++i) PutExpiring("k" + std::to_string(i), -10);
  // The last write leaves the queue shortly after it is answered.
  while (queue_->depth() > 0) std::this_thread::yield();
  std::promise<void> go;
  engine_.hold = go.get_future().share();
  std::thread sweep([&] { EXPECT_TRUE(work_->Step().has_value()); });
  while (queue_->depth() < limits::kExpiriesAtOnceMax) std::this_thread::yield();
  std::promise<void> written;
  queue_->Submit(testing::PutCommand(table(), MakeItem({{"pk", S("client")}})),
                 [&](const Result<Written>& outcome) {
                   EXPECT_TRUE(outcome.has_value());
                   written.set_value();
                 });
  EXPECT_EQ(queue_->depth(), limits::kExpiriesAtOnceMax + 1);
  const int before = engine_.applies;
  go.set_value();
  sweep.join();
  written.get_future().wait();
  // One batch was paused; the other has everything that came meanwhile.
  EXPECT_LE(engine_.applies - before, 2);
  EXPECT_EQ(work_->deleted(), limits::kExpiriesAtOnceMax);
  Finish();
  EXPECT_EQ(work_->deleted(), kItems);
  EXPECT_EQ(Keys(), (std::set<std::string>{"client"}));
}

// A sweep passes all due items before it begins again, so that items which cannot be removed now do
// not delay others.
TEST_F(ExpiryWorkTest, ASweepContinuesWhereTheLastStepEnded) {
  Create(KeyedTable("t"));
  Enable();
  Finish();
  for (int i = 0; i < 5; ++i) PutExpiring("k" + std::to_string(i), -10 + i);
  for (int left = 4; left >= 0; --left) {
    ASSERT_TRUE(work_->Step({}, 1)->worked);
    EXPECT_EQ(Keys().size(), static_cast<std::size_t>(left));
  }
  PutExpiring("earlier", -100);
  Finish();
  EXPECT_TRUE(Keys().empty());
}

// After the traces of many deleted entries, an item that becomes due is found at once. One written
// with an earlier time is found within a bounded number of looks.
TEST_F(ExpiryWorkTest, TracesOfDeletedEntriesAreNotSkippedEveryTime) {
  Create(KeyedTable("t"));
  Enable();
  PutExpiring("first", -10);
  PutExpiring("later", 10);
  Finish();
  engine_.traces = true;
  clock_.Advance(20 * kSecond);
  Finish();
  EXPECT_TRUE(Keys().empty());
  PutExpiring("before", -100);
  int looks = 1;
  while (!Step() && looks < 1000) ++looks;
  EXPECT_TRUE(Keys().empty());
  EXPECT_GT(looks, 10);
  EXPECT_LE(looks, limits::kHastyLooksMax + 1);
}

TEST_F(ExpiryWorkTest, ATableBeingDeletedIsSkipped) {
  Create(KeyedTable("t"));
  Enable();
  Finish();
  PutExpiring("a", -50);
  Change([&](catalog::TableSettings& settings) { settings.deleted = clock_.Now() + kSecond; });
  EXPECT_FALSE(Step());
  EXPECT_EQ(Keys().size(), 1U);
}

// Runs random programs of writes, steps, clock turns, switches and restarts.
TEST_F(ExpiryWorkTest, TheIndexAlwaysEqualsARecomputation) {
  Create(KeyedTable("t"));
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 chance(seed);
    for (int step = 0; step < 200; ++step) {
      const auto key = "k" + std::to_string(chance() % 30);
      switch (chance() % 12) {
        case 0:
          Remove(key);
          break;
        case 1:
          Put(key, {{"ttl", S("soon")}});
          break;
        case 2:
          clock_.Advance(static_cast<TimeMicros>(chance() % 20) * kSecond);
          break;
        case 3:
          if (time_to_live().state == TimeToLiveState::kDisabled) Enable();
          break;
        case 4:
          if (time_to_live().maintained() && chance() % 4 == 0) Disable();
          break;
        case 5:
          if (chance() % 4 == 0) Open();
          break;
        case 6:
        case 7:
          Step(kOneRow);
          break;
        default:
          PutExpiring(key, static_cast<std::int64_t>(chance() % 60) - 20);
      }
      if (time_to_live().state == TimeToLiveState::kEnabled) ExpectExact();
    }
    Finish();
    if (time_to_live().maintained()) ExpectExact();
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

// Threads write during the walk and the sweep.
TEST_F(ExpiryWorkTest, ConcurrentWritersLeaveAnExactIndex) {
  Create(KeyedTable("t"));
  std::atomic<bool> done = false;
  std::vector<std::jthread> writers;
  for (unsigned writer = 0; writer < 3; ++writer) {
    writers.emplace_back([&, writer] {
      std::mt19937 chance(writer);
      for (int i = 0; i < 500; ++i) {
        const auto key = "k" + std::to_string(chance() % 50);
        if (chance() % 5 == 0) {
          Remove(key);
        } else {
          PutExpiring(key, static_cast<std::int64_t>(chance() % 40) - 20);
        }
      }
      if (writer == 0) done = true;
    });
  }
  Enable();
  while (!done) {
    Step(kOneRow);
    clock_.Advance(kSecond / 10);
  }
  writers.clear();
  Finish();
  ExpectExact();
  for (const auto& entry : Entries()) EXPECT_GE(entry, ExpiryRange(clock_.Now(), 0).begin);
}

}  // namespace
}  // namespace stator::table
