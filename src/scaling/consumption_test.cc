#include "scaling/consumption.h"

#include <vector>

#include <gtest/gtest.h>

#include "scaling/target_tracking.h"

namespace stator::scaling {
namespace {

using capacity::Access;
using capacity::Claim;
using Points = std::vector<std::optional<double>>;

class ConsumptionTest : public testing::Test {
 protected:
  void Use(std::vector<Claim> claims, Access access, Minute minute) {
    consumption_.Used({.table = table_,
                       .operation = "PutItem",
                       .access = access,
                       .claims = claims,
                       .now = minute * kMinute + 7});
  }

  static catalog::TableSettings Settings() {
    catalog::TableSettings settings;
    settings.name = "t";
    settings.indexes.resize(1);
    settings.indexes[0].name = "i";
    return settings;
  }

  const catalog::Table table_{Settings()};
  const TargetId writes_{"table/t", Dimension::kTableWrite};
  const TargetId index_writes_{"table/t/index/i", Dimension::kIndexWrite};
  Consumption consumption_;
};

TEST_F(ConsumptionTest, UnitsPerSecondOfEachMinute) {
  consumption_.Watch(writes_);
  Use({{.units = 120}}, Access::kWrite, 100);
  Use({{.units = 120}}, Access::kWrite, 100);
  Use({{.units = 12}}, Access::kWrite, 102);
  Use({{.units = 1000}}, Access::kRead, 102);
  EXPECT_EQ(consumption_.Window(writes_, 102, 4), (Points{std::nullopt, 2.0, std::nullopt, 0.1}));
}

TEST_F(ConsumptionTest, IndexesAreCountedSeparately) {
  consumption_.Watch(writes_);
  consumption_.Watch(index_writes_);
  Use({{.units = 120}, {.index = &table_->indexes[0], .units = 240}}, Access::kWrite, 100);
  EXPECT_EQ(consumption_.Window(writes_, 100, 1), Points{1.0});
  EXPECT_EQ(consumption_.Window(index_writes_, 100, 1), Points{2.0});
}

TEST_F(ConsumptionTest, UnwatchedTargetsAreNotCounted) {
  Use({{.units = 120}}, Access::kWrite, 100);
  EXPECT_EQ(consumption_.Next(0), std::nullopt);
  consumption_.Watch(writes_);
  EXPECT_EQ(consumption_.Window(writes_, 100, 1), Points{std::nullopt});
  Use({{.units = 120}}, Access::kWrite, 100);
  consumption_.Forget(writes_);
  EXPECT_EQ(consumption_.Window(writes_, 100, 1), Points{std::nullopt});
}

TEST_F(ConsumptionTest, NextFindsMinutesInTheirOrder) {
  consumption_.Watch(writes_);
  Use({{.units = 1}}, Access::kWrite, 100);
  Use({{.units = 1}}, Access::kWrite, 103);
  EXPECT_EQ(consumption_.Next(99), 100);
  EXPECT_EQ(consumption_.Next(100), 103);
  EXPECT_EQ(consumption_.Next(103), std::nullopt);
}

TEST_F(ConsumptionTest, OldMinutesAreForgotten) {
  constexpr auto kKept = static_cast<Minute>(Consumption::kMinutesKept);
  consumption_.Watch(writes_);
  Use({{.units = 1}}, Access::kWrite, 100);
  Use({{.units = 1}}, Access::kWrite, 100 + kKept);
  EXPECT_EQ(consumption_.Next(0), 100 + kKept);
  Use({{.units = 1}}, Access::kWrite, 100);
  EXPECT_EQ(consumption_.Next(0), 100 + kKept);
}

}  // namespace
}  // namespace stator::scaling
