#include "hooks/delivery.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "streams/stream_work.h"
#include "streams/testing.h"
#include "table/controlled_engine.h"

namespace stator::hooks {
namespace {

using streams::testing::Store;

// Accepts all batches, unless the test makes it fail.
class FakeSink : public HookSink {
 public:
  HookOutcome Deliver(const HookBatch& batch) override {
    ++calls;
    if (object) {
      if (auto outcome = object(batch)) return *outcome;
    }
    for (const auto& record : batch.records) {
      delivered.push_back(record.position);
      sizes.insert(batch.records.size());
    }
    return {.accepted = true};
  }
  Result<> GiveUp(const HookBatch& batch, std::string_view error) override {
    for (const auto& record : batch.records) given_up.push_back(record.position);
    last_error = error;
    return {};
  }
  void Stop() override {}

  std::function<std::optional<HookOutcome>(const HookBatch&)> object;
  int calls = 0;
  std::vector<streams::Position> delivered;
  std::set<std::size_t> sizes;
  std::vector<streams::Position> given_up;
  std::string last_error;
};

HookOutcome Refused() { return {.error = "no"}; }

class DeliveryTest : public ::testing::Test {
 protected:
  DeliveryTest() {
    store_.Create("t");
    options_.table = "t";
    options_.target = "target";
    Restart();
  }

  void Restart() {
    delivery_.emplace(*store_.engine, *store_.catalog, *store_.queue, store_.clock, options_,
                      sink_);
  }
  // Steps until nothing is left to do, whatever it waits for.
  void Settle() {
    for (int idle = 0; idle < 40;) {
      const auto outcome = delivery_->Step(now_);
      ASSERT_TRUE(outcome.has_value()) << outcome.error().message;
      idle = outcome->worked ? 0 : idle + 1;
      now_ += outcome->worked ? 0 : *outcome->wait;
    }
  }
  void Put(int count) {
    for (int i = 0; i < count; ++i) {
      ++written_;
      store_.Put("t", std::to_string(written_ % 7), written_);
    }
  }

  Store store_;
  HookOptions options_;
  FakeSink sink_;
  std::optional<Delivery> delivery_;
  TimeMicros now_ = 0;
  int written_ = 0;
};

TEST_F(DeliveryTest, EverythingArrivesOnceAndInOrder) {
  options_.batch_records = 3;
  Restart();
  Put(10);
  Settle();
  ASSERT_EQ(sink_.delivered.size(), 10U);
  EXPECT_TRUE(std::ranges::is_sorted(sink_.delivered));
  EXPECT_EQ(*sink_.sizes.rbegin(), 3U);
  Settle();
  EXPECT_EQ(sink_.delivered.size(), 10U);
}

TEST_F(DeliveryTest, ARestartRepeatsNothing) {
  Put(5);
  Settle();
  Restart();
  Put(5);
  Settle();
  EXPECT_EQ(sink_.delivered.size(), 10U);
}

TEST_F(DeliveryTest, AcceptedRecordsAreNotRepeatedThoughTheSaveFails) {
  const auto engine = std::make_shared<table::testing::ControlledEngine>();
  Store store(engine);
  store.Create("t");
  store.Put("t", "a", 1);
  Delivery delivery(*store.engine, *store.catalog, *store.queue, store.clock, options_, sink_);
  engine->refuse = true;
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(delivery.Step(now_).has_value());
  EXPECT_EQ(sink_.delivered.size(), 1U);
  engine->refuse = false;
  ASSERT_TRUE(delivery.Step(now_).has_value());
  Delivery after(*store.engine, *store.catalog, *store.queue, store.clock, options_, sink_);
  ASSERT_TRUE(after.Step(now_).has_value());
  EXPECT_EQ(sink_.delivered.size(), 1U) << "and a restart knows";
}

TEST_F(DeliveryTest, AnotherTargetStartsAtTheBeginning) {
  Put(5);
  Settle();
  options_.target = "another";
  Restart();
  Settle();
  EXPECT_EQ(sink_.delivered.size(), 10U);
}

TEST_F(DeliveryTest, ParentsComeBeforeChildren) {
  Put(10);
  store_.Split("t");
  Put(10);
  store_.Split("t");
  Put(10);
  std::vector<std::uint32_t> shards;
  sink_.object = [&](const HookBatch& batch) -> std::optional<HookOutcome> {
    const auto parent = batch.shard.parent;
    EXPECT_TRUE(parent == 0 || std::ranges::find(shards, parent) != shards.end());
    shards.push_back(batch.shard.number);
    return std::nullopt;
  };
  Settle();
  EXPECT_EQ(sink_.delivered.size(), 30U);
  EXPECT_EQ(std::set(sink_.delivered.begin(), sink_.delivered.end()).size(), 30U);
}

TEST_F(DeliveryTest, AChildWaitsForAParentThatFails) {
  Put(1);
  store_.Split("t");
  Put(10);
  options_.attempts_max = 3;
  Restart();
  int refusals = 0;
  sink_.object = [&](const HookBatch& batch) -> std::optional<HookOutcome> {
    if (batch.shard.parent != 0) {
      EXPECT_EQ(refusals, 2);
      return std::nullopt;
    }
    if (++refusals < 3) return Refused();
    refusals = 2;
    return std::nullopt;
  };
  Settle();
  EXPECT_EQ(sink_.delivered.size(), 11U);
}

TEST_F(DeliveryTest, AReenabledStreamContinues) {
  Put(3);
  store_.Enable("t", false);
  Put(3);
  store_.clock.Advance(kSecond);
  store_.Enable("t", true);
  Put(3);
  Settle();
  EXPECT_EQ(sink_.delivered.size(), 6U);
  EXPECT_TRUE(std::ranges::is_sorted(sink_.delivered));
}

TEST_F(DeliveryTest, AFailedBatchIsRetriedAfterGrowingPauses) {
  options_.bisect = false;
  options_.attempts_max = 4;
  Restart();
  Put(2);
  std::vector<TimeMicros> times;
  sink_.object = [&](const HookBatch&) -> std::optional<HookOutcome> {
    times.push_back(now_);
    return times.size() < 4 ? std::optional(Refused()) : std::nullopt;
  };
  Settle();
  ASSERT_EQ(times.size(), 4U);
  EXPECT_EQ(times[1] - times[0], limits::kHookPauseMin);
  EXPECT_EQ(times[2] - times[1], 2 * limits::kHookPauseMin);
  EXPECT_EQ(times[3] - times[2], 4 * limits::kHookPauseMin);
  EXPECT_EQ(sink_.delivered.size(), 2U);
  EXPECT_TRUE(sink_.given_up.empty());
}

TEST_F(DeliveryTest, ABatchIsAbandonedAfterItsAttempts) {
  options_.bisect = false;
  options_.attempts_max = 2;
  Restart();
  Put(3);
  sink_.object = [](const HookBatch&) { return std::optional(Refused()); };
  Settle();
  EXPECT_EQ(sink_.calls, 2);
  EXPECT_EQ(sink_.given_up.size(), 3U);
  EXPECT_EQ(sink_.last_error, "no");
  sink_.object = nullptr;
  Restart();
  Put(1);
  Settle();
  EXPECT_EQ(sink_.delivered.size(), 1U) << "it is remembered what was given up";
}

TEST_F(DeliveryTest, HalvingIsolatesTheFailingRecord) {
  options_.attempts_max = 5;
  Restart();
  Put(20);
  const auto shard = (*store_.StreamOf("t"))->shards.front();
  const auto poison = store_.RecordsOf(shard)[13].position;
  sink_.object = [&](const HookBatch& batch) -> std::optional<HookOutcome> {
    for (const auto& record : batch.records) {
      if (record.position == poison) return Refused();
    }
    return std::nullopt;
  };
  Settle();
  EXPECT_EQ(sink_.delivered.size(), 19U);
  ASSERT_EQ(sink_.given_up.size(), 1U);
  EXPECT_EQ(sink_.given_up[0], poison);
}

TEST_F(DeliveryTest, ReportedFailuresAreDeliveredAgain) {
  options_.bisect = false;
  Restart();
  Put(10);
  const auto failing = store_.RecordsOf((*store_.StreamOf("t"))->shards.front())[6].position;
  int refusals = 0;
  std::vector<std::size_t> sizes;
  sink_.object = [&](const HookBatch& batch) -> std::optional<HookOutcome> {
    sizes.push_back(batch.records.size());
    if (++refusals > 2) return std::nullopt;
    return HookOutcome{.accepted = true,
                       .failed_sequence_number = streams::SequenceNumber(failing)};
  };
  Settle();
  EXPECT_EQ(sizes, (std::vector<std::size_t>{10, 4, 4}));
  EXPECT_EQ(sink_.delivered.size(), 4U);
}

TEST_F(DeliveryTest, ABatchWaitsForItsWindowUnlessItIsFull) {
  options_.batch_records = 5;
  options_.window = 10 * kSecond;
  Restart();
  Put(3);
  auto outcome = delivery_->Step(now_);
  EXPECT_FALSE(outcome->worked);
  now_ += 9 * kSecond;
  EXPECT_FALSE(delivery_->Step(now_)->worked);
  now_ += kSecond;
  EXPECT_TRUE(delivery_->Step(now_)->worked);
  EXPECT_EQ(sink_.delivered.size(), 3U);
  Put(5);
  EXPECT_TRUE(delivery_->Step(now_)->worked);
  EXPECT_EQ(sink_.delivered.size(), 8U);
}

TEST_F(DeliveryTest, TrimmedRecordsAreSkipped) {
  Put(3);
  store_.clock.Advance(25 * kHour);
  Put(2);
  Settle();
  EXPECT_EQ(sink_.delivered.size(), 2U);
}

TEST_F(DeliveryTest, ReportsPositionLagAndTheLastFailure) {
  Put(5);
  const auto shard = (*store_.StreamOf("t"))->shards.front();
  const auto first = store_.RecordsOf(shard).front().position;
  auto report = *delivery_->Report();  // before the first step
  EXPECT_TRUE(report.has_stream);
  ASSERT_EQ(report.shards.size(), 1U);
  EXPECT_EQ(report.shards[0].position.next, streams::StartOf(shard));
  EXPECT_EQ(report.shards[0].lag.records, 5U);
  EXPECT_TRUE(report.shards[0].lag.oldest);
  sink_.object = [](const HookBatch&) { return std::optional(Refused()); };
  EXPECT_TRUE(delivery_->Step(now_)->worked);
  report = *delivery_->Report();
  ASSERT_TRUE(report.last_failure);
  EXPECT_EQ(report.last_failure->error, "no");
  EXPECT_EQ(report.last_failure->first, first);
  EXPECT_EQ(report.last_failure->records, 5U);
  EXPECT_EQ(report.last_failure->attempts, 0U);  // it goes on in halves
  EXPECT_TRUE(report.shards[0].retrying);
  sink_.object = nullptr;
  Settle();
  report = *delivery_->Report();
  EXPECT_FALSE(report.shards[0].retrying);
  EXPECT_EQ(report.shards[0].lag.records, 0U);
  EXPECT_GT(report.shards[0].position.next, first);
  EXPECT_TRUE(report.last_failure);  // stays
  EXPECT_GE(report.accepted, 1U);
}

TEST_F(DeliveryTest, AnAbandonedBatchIsReportedAsGivenUp) {
  options_.attempts_max = 1;
  Restart();
  Put(1);
  sink_.object = [](const HookBatch&) { return std::optional(Refused()); };
  Settle();
  const auto report = *delivery_->Report();
  EXPECT_EQ(report.given_up, 1U);
  EXPECT_TRUE(report.last_failure->given_up);
  EXPECT_EQ(report.shards[0].lag.records, 0U);
}

TEST_F(DeliveryTest, LagLeavesOutTrimmedRecordsAndEndsAtItsBound) {
  Put(3);
  store_.clock.Advance(25 * kHour);
  Put(2);
  EXPECT_EQ(delivery_->Report()->shards[0].lag.records, 2U);
  Put(static_cast<int>(limits::kHookLagRecordsMax) + 2000);
  const auto lag = delivery_->Report()->shards[0].lag;
  EXPECT_FALSE(lag.counted_all);
  EXPECT_GE(lag.records, limits::kHookLagRecordsMax);
  EXPECT_LE(lag.records, limits::kHookLagRecordsMax + limits::kRecordsMax);
}

TEST_F(DeliveryTest, PositionsAreDeletedWithTheirShards) {
  streams::StreamWork work(*store_.engine, *store_.catalog, *store_.queue, store_.clock);
  const auto count = [&] { return store_.engine->Read(kHookSpace, {}, {})->entries.size(); };
  for (int day = 0; day < 4; ++day) {
    Put(1);
    Settle();
    store_.clock.Advance(25 * kHour);
    while (work.Step()->worked) {
    }
    Settle();
  }
  EXPECT_LE(count(), 3U);
  store_.Drop("t");
  store_.clock.Advance(25 * kHour);
  while (work.Step()->worked) {
  }
  Restart();
  Settle();
  EXPECT_EQ(count(), 0U);
}

}  // namespace
}  // namespace stator::hooks
