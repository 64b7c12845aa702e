#include "table/transaction_pauses.h"

#include <vector>

#include <gtest/gtest.h>

#include "base/limits.h"
#include "table/marks.h"

namespace stator::table {
namespace {

const storage::Address kRow{16, "a"};
const storage::Address kOther{16, "b"};

TEST(TransactionPauses, OnlyTheNextTransactionOnARowPauses) {
  TransactionPauses pauses;
  int went_on = 0;
  TransactionPauses::Continue first = [&](TransactionPauses::Onward) { ++went_on; };
  TransactionPauses::Continue second = [&](TransactionPauses::Onward) { ++went_on; };
  ASSERT_TRUE(pauses.Arm(kRow).has_value());
  EXPECT_FALSE(pauses.Catch({&kOther, 1}, first));
  EXPECT_TRUE(pauses.Catch({&kRow, 1}, first));
  EXPECT_FALSE(pauses.Catch({&kRow, 1}, second));
  EXPECT_EQ(pauses.Release(kOther), 0U);
  EXPECT_EQ(went_on, 0);
  EXPECT_EQ(pauses.Release(kRow), 1U);
  EXPECT_EQ(went_on, 1);
}

TEST(TransactionPauses, ReleasingDisarms) {
  TransactionPauses pauses;
  TransactionPauses::Continue go_on = [](TransactionPauses::Onward) {};
  ASSERT_TRUE(pauses.Arm(kRow).has_value());
  ASSERT_TRUE(pauses.Arm(kRow).has_value());
  EXPECT_EQ(pauses.counts().armed, 1U);
  EXPECT_EQ(pauses.Release(std::nullopt), 0U);
  EXPECT_FALSE(pauses.Catch({&kRow, 1}, go_on));
}

TEST(TransactionPauses, TheNumberOfPausesIsBounded) {
  TransactionPauses pauses;
  for (std::size_t i = 0; i < limits::kTransactionsHeldMax; ++i) {
    ASSERT_TRUE(pauses.Arm({16, std::to_string(i)}).has_value());
  }
  EXPECT_EQ(pauses.Arm(kRow).error().code, ErrorCode::kLimitExceededException);
  EXPECT_TRUE(pauses.Arm({16, "0"}).has_value());  // armed already
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
