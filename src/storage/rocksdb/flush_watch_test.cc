#include "storage/rocksdb/flush_watch.h"

#include <atomic>
#include <functional>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace stator::storage {
namespace {

// Holds scheduled work until the test runs it.
class IdleEnv final : public rocksdb::EnvWrapper {
 public:
  explicit IdleEnv(std::vector<std::function<void()>>& scheduled)
      : EnvWrapper(Env::Default()), scheduled_(scheduled) {}

  const char* Name() const override { return "IdleEnv"; }
  void Schedule(void (*run)(void*), void* argument, Priority /*priority*/, void* /*tag*/,
                void (* /*cancel*/)(void*)) override {
    scheduled_.emplace_back([run, argument] { run(argument); });
  }

 private:
  std::vector<std::function<void()>>& scheduled_;
};

class FlushWatchTest : public ::testing::Test {
 protected:
  // Schedules a flush that begins, or one that turns back.
  void Schedule(bool begins) {
    begins_ = begins;
    env_->Schedule(&Run, this, rocksdb::Env::Priority::HIGH, this, nullptr);
  }

  void RunScheduled() {
    for (const auto& each : std::exchange(scheduled_, {})) each();
  }

  void Fault() {
    rocksdb::Status error = rocksdb::Status::NoSpace();
    watch_.OnBackgroundError(rocksdb::BackgroundErrorReason::kWriteCallback, &error);
  }

  static void Run(void* self) {
    auto& test = *static_cast<FlushWatchTest*>(self);
    ++test.ran_;
    if (test.begins_) test.watch_.OnFlushBegin(nullptr, {});
  }

  FlushWatch watch_;
  std::vector<std::function<void()>> scheduled_;
  std::unique_ptr<rocksdb::Env> env_{watch_.Watch(std::make_unique<IdleEnv>(scheduled_))};
  bool begins_ = false;
  std::atomic<int> ran_{0};
};

TEST_F(FlushWatchTest, AFaultWaitsUntilAScheduledFlushBegins) {
  Schedule(/*begins=*/true);
  int ran_before_fault = 0;
  std::thread faulty([&] {
    Fault();
    ran_before_fault = ran_;
  });
  RunScheduled();
  faulty.join();
  EXPECT_EQ(ran_before_fault, 1);
  EXPECT_FALSE(watch_.has_lost_one());
}

TEST_F(FlushWatchTest, DetectsAFlushThatTurnedBack) {
  Schedule(/*begins=*/true);
  RunScheduled();
  Fault();
  Schedule(/*begins=*/false);
  EXPECT_FALSE(watch_.has_lost_one());
  RunScheduled();
  watch_.AwaitEnds();
  EXPECT_TRUE(watch_.has_lost_one());
}

TEST_F(FlushWatchTest, AwaitEndsWaitsForEveryFlush) {
  Schedule(/*begins=*/true);
  int ran_before_end = 0;
  std::thread waiting([&] {
    watch_.AwaitEnds();
    ran_before_end = ran_;
  });
  RunScheduled();
  waiting.join();
  EXPECT_EQ(ran_before_end, 1);
}

TEST_F(FlushWatchTest, OtherWorkIsNotWatched) {
  begins_ = false;
  Fault();
  env_->Schedule(&Run, this, rocksdb::Env::Priority::HIGH, nullptr, nullptr);
  env_->Schedule(&Run, this, rocksdb::Env::Priority::LOW, this, nullptr);
  Fault();  // does not wait for other work
  RunScheduled();
  EXPECT_EQ(ran_, 2);
  EXPECT_FALSE(watch_.has_lost_one());
}

}  // namespace
}  // namespace stator::storage
