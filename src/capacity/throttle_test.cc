#include "capacity/throttle.h"

#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "base/texts.h"

namespace stator::capacity {
namespace {

TEST(ThrottleTest, ThereAreSixteenReasons) {
  std::set<std::string> reasons;
  for (const auto bound :
       {Bound::kProvisioned, Bound::kKeyRange, Bound::kAccount, Bound::kMaxOnDemand}) {
    for (const auto access : {Access::kRead, Access::kWrite}) {
      reasons.insert(ReasonOf({.bound = bound, .access = access}));
      reasons.insert(ReasonOf({.bound = bound, .access = access, .index = true}));
    }
  }
  EXPECT_EQ(reasons.size(), 16);
  EXPECT_TRUE(reasons.contains("TableReadProvisionedThroughputExceeded"));
  EXPECT_TRUE(reasons.contains("IndexWriteKeyRangeThroughputExceeded"));
  EXPECT_TRUE(reasons.contains("TableWriteAccountLimitExceeded"));
  EXPECT_TRUE(reasons.contains("IndexReadMaxOnDemandThroughputExceeded"));
}

TEST(ThrottleTest, TheFirstThrottleDecidesTheException) {
  const std::vector<Throttle> throttles = {
      {.bound = Bound::kProvisioned, .access = Access::kWrite, .index = true, .resource = "i"},
      {.bound = Bound::kKeyRange, .access = Access::kWrite, .resource = "t"}};
  const auto error = ErrorOf(throttles);
  EXPECT_EQ(error.code, ErrorCode::kProvisionedThroughputExceededException);
  EXPECT_EQ(error.message, texts::kThrottledIndexUnits);
  ASSERT_TRUE(error.throttling);
  EXPECT_EQ(*error.throttling, (ThrottlingReasons{{"IndexWriteProvisionedThroughputExceeded", "i"},
                                                  {"TableWriteKeyRangeThroughputExceeded", "t"}}));
}

TEST(ThrottleTest, OnDemandTablesAnswerWithDifferentExceptions) {
  const auto code = [](Bound bound) {
    const std::vector<Throttle> throttles = {{.bound = bound, .on_demand = true}};
    return ErrorOf(throttles).code;
  };
  EXPECT_EQ(code(Bound::kKeyRange), ErrorCode::kThrottlingException);
  EXPECT_EQ(code(Bound::kMaxOnDemand), ErrorCode::kThrottlingException);
  EXPECT_EQ(code(Bound::kAccount), ErrorCode::kRequestLimitExceeded);
}

}  // namespace
}  // namespace stator::capacity
