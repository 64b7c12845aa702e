#include "table/holds.h"

#include <vector>

#include <gtest/gtest.h>

#include "base/limits.h"
#include "table/marks.h"

namespace stator::table {
namespace {

const storage::Address kRow{16, "a"};
const storage::Address kOther{16, "b"};

TEST(Holds, TheNextTransactionOnARowIsHeldAndNoFurtherOne) {
  Holds holds;
  int went_on = 0;
  Holds::Continue first = [&](Holds::Onward) { ++went_on; };
  Holds::Continue second = [&](Holds::Onward) { ++went_on; };
  ASSERT_TRUE(holds.Arm(kRow).has_value());
  EXPECT_FALSE(holds.Catch({&kOther, 1}, first));
  EXPECT_TRUE(holds.Catch({&kRow, 1}, first));
  EXPECT_FALSE(holds.Catch({&kRow, 1}, second));
  EXPECT_EQ(holds.Release(kOther), 0U);
  EXPECT_EQ(went_on, 0);
  EXPECT_EQ(holds.Release(kRow), 1U);
  EXPECT_EQ(went_on, 1);
}

TEST(Holds, ReleasingDisarms) {
  Holds holds;
  Holds::Continue go_on = [](Holds::Onward) {};
  ASSERT_TRUE(holds.Arm(kRow).has_value());
  ASSERT_TRUE(holds.Arm(kRow).has_value());
  EXPECT_EQ(holds.counts().armed, 1U);
  EXPECT_EQ(holds.Release(std::nullopt), 0U);
  EXPECT_FALSE(holds.Catch({&kRow, 1}, go_on));
}

TEST(Holds, ThereIsABound) {
  Holds holds;
  for (std::size_t i = 0; i < limits::kTransactionsHeldMax; ++i) {
    ASSERT_TRUE(holds.Arm({16, std::to_string(i)}).has_value());
  }
  EXPECT_EQ(holds.Arm(kRow).error().code, ErrorCode::kLimitExceededException);
}

TEST(Marks, OnlyOneTransactionHoldsARow) {
  Marks marks;
  const std::vector<storage::Address> rows{kRow, kOther};
  EXPECT_EQ(marks.Take({&kRow, 1}), std::vector<bool>{true});
  EXPECT_EQ(marks.Take(rows), (std::vector<bool>{false, true}));
  EXPECT_TRUE(marks.Has(16, "b"));
  EXPECT_FALSE(marks.Has(17, "b"));
  marks.Release({&kOther, 1});
  EXPECT_FALSE(marks.Has(16, "b"));
  EXPECT_TRUE(marks.Has(16, "a"));
}

}  // namespace
}  // namespace stator::table
