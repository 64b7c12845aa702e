#include "expr/cost.h"

#include <string>

#include <gtest/gtest.h>

#include "expr/testing.h"

namespace stator::expr {
namespace {

using testing::Request;
using testing::S;

TEST(Cost, EachPathOfAConditionIsOnePass) {
  Request request({{":a", S("aa")}, {":b", S("b")}});
  const auto one = CostOf(*request.BindCondition("contains(h, :a)"));
  EXPECT_EQ(one.passes, 1U);
  const auto several =
      CostOf(*request.BindCondition("NOT (size(h) > :a AND x IN (y, :b) OR z BETWEEN a.b AND :a)"));
  EXPECT_EQ(several.passes, 5U);
}

TEST(Cost, LiteralsCountAtEachUse) {
  Request request({{":a", S(std::string(1000, 'x'))}});
  const auto once = CostOf(*request.BindCondition("h = :a"));
  EXPECT_GE(once.literal_bytes, 1000U);
  const auto twice = CostOf(*request.BindCondition("h = :a OR i = :a"));
  EXPECT_EQ(twice.literal_bytes, 2 * once.literal_bytes);
}

TEST(Cost, AnUpdateInsideAnAttributeCostsMore) {
  Request request({{":a", S("a")}});
  const auto plain = CostOf(*request.BindUpdate("SET a = :a REMOVE b"));
  EXPECT_EQ(plain.passes, 2U);
  const auto nested = CostOf(*request.BindUpdate("SET a.b = :a"));
  EXPECT_GT(nested.passes, plain.passes);
  EXPECT_EQ(CostOf(*request.BindUpdate("SET a = if_not_exists(b, :a)")).passes, 2U);
}

}  // namespace
}  // namespace stator::expr
