#include "capacity/meter.h"

#include <set>
#include <string>
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

// Records the `again` flag of each throttled item.
class Again : public Observer {
 public:
  void Used(const Usage& /*usage*/) override {}
  void Throttled(const Usage& usage, std::span<const Throttle> /*throttles*/) override {
    again.push_back(usage.again);
  }
  std::vector<bool> again;
};

TEST(MeterTest, TracksWhichTablesOfARequestExceededABound) {
  Governor governor;
  const ManualServiceClock clock(0);
  Meter meter(governor, clock, catalog::CapacityMode::kObserve);
  Again observer;
  meter.Add(observer);
  catalog::TableSettings settings{.name = "a"};
  settings.number = 1;
  settings.provisioned.units = {.read = 1, .write = 1};
  const catalog::Table first(settings);
  settings.name = "b";
  settings.number = 2;
  const catalog::Table second(settings);
  const Claim claim{.units = 2};
  RequestThrottles request;
  const auto use = [&](const catalog::Table& table) {
    Usage usage{.table = table, .operation = "BatchGetItem", .claims = {&claim, 1}};
    usage.request = &request;
    ASSERT_TRUE(meter.Admit(usage));
    meter.Charge(usage);
  };
  governor.Charge(first, Access::kRead, {&claim, 1}, 0);
  use(first);
  use(first);
  EXPECT_EQ(request.IfAll(), std::set<std::string>{"a"});
  use(second);  // its table has something left
  EXPECT_TRUE(request.IfAll().empty());
  use(second);
  EXPECT_EQ(observer.again, (std::vector{false, true, false}));
}

TEST(MeterTest, EveryObserverSeesEveryUnit) {
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
