#include "capacity/meter.h"

#include <vector>

#include <gtest/gtest.h>

namespace stator::capacity {
namespace {

class Sum : public Observer {
 public:
  void Used(const Usage& usage) override {
    for (const auto& claim : usage.claims) units += claim.units;
  }
  void Throttled(const Usage& /*usage*/, std::span<const Throttle> throttles) override {
    throttled += throttles.size();
  }
  table::HalfUnits units = 0;
  std::size_t throttled = 0;
};

TEST(MeterTest, ATableMayHaveItsOwnMode) {
  Governor governor;
  const ManualServiceClock clock(0);
  const Meter meter(governor, clock, catalog::CapacityMode::kObserve);
  catalog::TableSettings settings;
  EXPECT_EQ(meter.ModeOf(catalog::Table(settings)), catalog::CapacityMode::kObserve);
  settings.capacity = catalog::CapacityMode::kEnforce;
  EXPECT_EQ(meter.ModeOf(catalog::Table(settings)), catalog::CapacityMode::kEnforce);
}

TEST(MeterTest, EveryObserverHearsOfEveryUnit) {
  Governor governor;
  const ManualServiceClock clock(0);
  Meter meter(governor, clock, catalog::CapacityMode::kOff);
  Sum first;
  Sum second;
  meter.Add(first);
  meter.Add(second);
  const catalog::Table table{catalog::TableSettings{}};
  const std::vector<Claim> claims = {{.units = 3}, {.units = 4}};
  Usage usage{.table = table, .operation = "PutItem", .claims = claims};
  ASSERT_TRUE(meter.Admit(usage));
  meter.Charge(usage);
  EXPECT_EQ(first.units, 7);
  EXPECT_EQ(second.units, 7);
  EXPECT_EQ(first.throttled, 0);
}

}  // namespace
}  // namespace stator::capacity
