#include "simulate/key_space.h"

#include <gtest/gtest.h>

#include "simulate/testing.h"

namespace stator::simulate {
namespace {

constexpr char kModel[] = R"(model shop
table Shop (PK, SK) on-demand
index GSI1 (G1, S1) all

entity Customer 1M x 500B
  attr custId:id, status:enum(new 80, old 20)
  key  CUST#{custId} / A
  GSI1 {status} / {custId}

entity Order 10M x 500B in Customer(custId) 10..1000000
  attr orderId:id, at:time
  key  ORDERS#{custId} / {at}#{orderId}

entity Setting 1 x 100B
  attr name
  key  SETTINGS / {name}

patterns
  P1 1/s get Customer[custId]
)";

KeySpace Keys(const model::Model& model, const char* entity, bool index, bool inserts = false) {
  for (const auto& access : model::StoredRowsOf(model, *model.FindEntity(entity))) {
    if (access.InTable() != index) return KeysOf(model, access, inserts);
  }
  ADD_FAILURE();
  return {};
}

double Shares(const KeySpace& keys) {
  double sum = keys.others;
  for (const auto& key : keys.busy) sum += key.share;
  return sum;
}

TEST(KeySpaceTest, ManyEqualKeysAreNotTrackedOneByOne) {
  const auto model = testing::ModelOf(kModel);
  const auto keys = Keys(model, "Customer", false);
  EXPECT_TRUE(keys.busy.empty());
  EXPECT_EQ(keys.others, 1);
  EXPECT_EQ(keys.sort, SortOrder::kOne);
}

TEST(KeySpaceTest, AFewKeysAreAllTracked) {
  const auto model = testing::ModelOf(kModel);
  const auto keys = Keys(model, "Customer", true);
  ASSERT_EQ(keys.busy.size(), 2);
  EXPECT_NEAR(keys.busy[0].share, 0.8, 0.001);
  EXPECT_NEAR(keys.busy[1].share, 0.2, 0.001);
  EXPECT_NEAR(keys.others, 0, 1e-9);
  EXPECT_EQ(keys.sort, SortOrder::kAny);
  EXPECT_NE(keys.busy[0].prefix, keys.busy[1].prefix);
}

TEST(KeySpaceTest, TheLargestParentIsTheBusiestKey) {
  const auto model = testing::ModelOf(kModel);
  const auto keys = Keys(model, "Order", false, true);
  ASSERT_FALSE(keys.busy.empty());
  EXPECT_NEAR(keys.busy[0].share, 0.1, 0.001);
  EXPECT_EQ(keys.busy[0].name, "ORDERS#{custId} (1st)");
  EXPECT_LT(keys.busy[1].share, keys.busy[0].share);
  EXPECT_NEAR(Shares(keys), 1, 1e-9);
  EXPECT_EQ(keys.sort, SortOrder::kGrowing);
  EXPECT_EQ(Keys(model, "Order", false, false).sort, SortOrder::kAny);
}

TEST(KeySpaceTest, AConstantKeyHasTheWholeShare) {
  const auto model = testing::ModelOf(kModel);
  const auto keys = Keys(model, "Setting", false);
  ASSERT_EQ(keys.busy.size(), 1);
  EXPECT_EQ(keys.busy[0].name, "SETTINGS");
  EXPECT_EQ(keys.busy[0].share, 1);
  EXPECT_GT(keys.busy[0].prefix.size(), 8);
}

}  // namespace
}  // namespace stator::simulate
