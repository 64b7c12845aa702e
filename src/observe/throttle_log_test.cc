#include "observe/throttle_log.h"

#include <string>

#include <gtest/gtest.h>

#include "base/durations.h"
#include "capacity/testing.h"

namespace stator::observe {
namespace {

using capacity::testing::kStart;

catalog::Table TableOf(catalog::TableNumber number) {
  auto settings = capacity::testing::NewTable();
  settings.number = number;
  return catalog::Table(settings);
}

void Note(ThrottleLog& log, const catalog::Table& table, int first, int count) {
  for (int i = first; i < first + count; ++i) {
    const std::string key = "key" + std::to_string(i);
    const capacity::Throttle throttle{.resource = "arn:t", .key = key};
    log.Throttled({.table = table, .operation = "PutItem", .now = kStart + i * kSecond},
                  {&throttle, 1});
  }
}

TEST(ThrottleLogTest, KeepsTheLastThousandOfEachTable) {
  ThrottleLog log;
  const auto one = TableOf(1);
  const auto two = TableOf(2);
  Note(log, one, 0, 1500);
  Note(log, two, 0, 3);
  const auto list = log.Read(1);
  EXPECT_EQ(list.total, 1500);
  ASSERT_EQ(list.throttles.size(), 1000);
  EXPECT_EQ(list.throttles.front().key, "key1499");
  EXPECT_EQ(list.throttles.front().time, kStart + 1499 * kSecond);
  EXPECT_EQ(list.throttles.back().key, "key500");
  EXPECT_EQ(log.Read(2).throttles.size(), 3);
  EXPECT_TRUE(log.Read(3).throttles.empty());
}

TEST(ThrottleLogTest, AtTheBoundTheTableWithTheMostLosesItsOldest) {
  ThrottleLog log(100 * sizeof(NotedThrottle));
  const auto noisy = TableOf(1);
  const auto quiet = TableOf(2);
  Note(log, quiet, 0, 3);
  Note(log, noisy, 0, 900);
  EXPECT_LE(log.bytes(), 100 * sizeof(NotedThrottle));
  EXPECT_EQ(log.Read(2).throttles.size(), 3);
  const auto list = log.Read(1);
  EXPECT_GT(list.throttles.size(), 10);
  EXPECT_LT(list.throttles.size(), 100);
  EXPECT_EQ(list.throttles.front().key, "key899");
  EXPECT_EQ(list.total, 900);
}

TEST(ThrottleLogTest, ForgetsATable) {
  ThrottleLog log;
  Note(log, TableOf(1), 0, 3);
  Note(log, TableOf(2), 0, 3);
  log.Forget(1);
  EXPECT_TRUE(log.Read(1).throttles.empty());
  log.Forget(2);
  EXPECT_EQ(log.bytes(), 0);
}

TEST(ThrottleLogTest, ARequestThatMetTwoBoundsIsThereTwice) {
  ThrottleLog log;
  const auto table = TableOf(1);
  const capacity::Throttle throttles[] = {
      {.bound = capacity::Bound::kProvisioned, .resource = "arn:t"},
      {.bound = capacity::Bound::kKeyRange, .resource = "arn:t"}};
  log.Throttled({.table = table, .operation = "Query", .now = kStart, .refused = true}, throttles);
  const auto list = log.Read(1).throttles;
  ASSERT_EQ(list.size(), 2);
  EXPECT_EQ(list[0].throttle.bound, capacity::Bound::kKeyRange);
  EXPECT_TRUE(list[0].refused);
}

}  // namespace
}  // namespace stator::observe
