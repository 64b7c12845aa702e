#include "server/body_workers.h"

#include <latch>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/request_limits.h"
#include "server/body_gate.h"

namespace stator::server {
namespace {

TEST(BodyWorkersTest, RunInTheOrderOfArrival) {
  BodyWorkers workers(1);
  BodyGate gate(workers);
  std::vector<int> order;
  std::latch done(3);
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(workers.Run([&order, &done, i] {
      order.push_back(i);
      done.count_down();
    }));
  }
  gate.Open();
  done.wait();
  EXPECT_EQ(order, (std::vector{0, 1, 2}));
}

TEST(BodyWorkersTest, TheQueueIsBounded) {
  BodyWorkers workers(1);
  BodyGate gate(workers);
  for (std::size_t i = 0; i < limits::kBodyQueueMax; ++i) EXPECT_TRUE(workers.Run([] {}));
  EXPECT_FALSE(workers.Run([] {}));
  gate.Open();
}

TEST(BodyWorkersTest, StopDropsWorkThatHasNotBegun) {
  BodyWorkers workers(1);
  BodyGate gate(workers);
  bool ran = false;
  EXPECT_TRUE(workers.Run([&ran] { ran = true; }));
  std::thread stopping([&] { workers.Stop(); });
  while (workers.Run([] {})) std::this_thread::yield();
  gate.Open();
  stopping.join();
  EXPECT_FALSE(ran);
}

#ifdef __linux__
TEST(BodyWorkersTest, RunAtLowerPriorityThanTheLoops) {
  BodyWorkers workers(1);
  int niceness = 0;
  std::latch done(1);
  workers.Run([&] {
    niceness = getpriority(PRIO_PROCESS, static_cast<id_t>(gettid()));
    done.count_down();
  });
  done.wait();
  EXPECT_GT(niceness, getpriority(PRIO_PROCESS, static_cast<id_t>(gettid())));
}
#endif

}  // namespace
}  // namespace stator::server
