#include "scaling/registry.h"

#include <gtest/gtest.h>

#include "base/limits.h"
#include "storage/memory/memory_engine.h"

namespace stator::scaling {
namespace {

class RegistryTest : public testing::Test {
 protected:
  RegistryTest()
      : engine_(storage::OpenMemory()),
        catalog_(*catalog::Catalog::Load(*engine_)),
        queue_(*engine_, *catalog_, clock_),
        registry_(*Registry::Load(*engine_, consumption_)) {}

  Result<TargetPtr> Put(const TargetId& id, std::int64_t max,
                        std::optional<Activity> activity = std::nullopt) {
    return registry_->Change(
        queue_, id,
        [&](const Target*) -> Result<std::optional<Target>> {
          return Target{.id = id, .arn = "arn:" + id.resource, .max = max};
        },
        std::move(activity));
  }

  const ManualServiceClock clock_{1};
  std::unique_ptr<storage::Engine> engine_;
  std::unique_ptr<catalog::Catalog> catalog_;
  table::CommitQueue queue_;
  Consumption consumption_;
  std::unique_ptr<Registry> registry_;
  const TargetId id_{"table/t", Dimension::kTableWrite};
};

TEST_F(RegistryTest, KeepsTargets) {
  EXPECT_EQ(registry_->Find(id_), nullptr);
  ASSERT_TRUE(Put(id_, 3).has_value());
  EXPECT_EQ(registry_->Find(id_)->max, 3);
  EXPECT_EQ(registry_->FindByArn("arn:table/t")->max, 3);
  EXPECT_EQ(registry_->FindByArn("arn"), nullptr);
  const auto again = *Registry::Load(*engine_, consumption_);
  EXPECT_EQ(*again->Find(id_), *registry_->Find(id_));
}

TEST_F(RegistryTest, RemovesTargets) {
  ASSERT_TRUE(Put(id_, 3).has_value());
  const auto gone = registry_->Change(
      queue_, id_, [](const Target*) -> Result<std::optional<Target>> { return std::nullopt; });
  EXPECT_EQ(*gone, nullptr);
  EXPECT_EQ(registry_->count(), 0);
  EXPECT_EQ((*Registry::Load(*engine_, consumption_))->count(), 0);
}

TEST_F(RegistryTest, AFailedEditChangesNothing) {
  ASSERT_TRUE(Put(id_, 3).has_value());
  const auto failed = registry_->Change(
      queue_, id_,
      [](const Target*) -> Result<std::optional<Target>> { return FailInvalid("no"); });
  EXPECT_FALSE(failed.has_value());
  EXPECT_EQ(registry_->Find(id_)->max, 3);
}

TEST_F(RegistryTest, KeepsOnlyTheLastActivities) {
  for (std::size_t i = 0; i < limits::kScalingActivitiesMax + 3; ++i) {
    ASSERT_TRUE(Put(id_, 3, Activity{.id = std::to_string(i), .target = id_}).has_value());
  }
  const auto activities = registry_->Activities();
  ASSERT_EQ(activities.size(), limits::kScalingActivitiesMax);
  EXPECT_EQ(activities.front()->id, std::to_string(limits::kScalingActivitiesMax + 2));
  EXPECT_EQ(activities.back()->id, "3");
  const auto again = (*Registry::Load(*engine_, consumption_))->Activities();
  ASSERT_EQ(again.size(), activities.size());
  EXPECT_EQ(*again.front(), *activities.front());
  EXPECT_EQ(*again.back(), *activities.back());
}

}  // namespace
}  // namespace stator::scaling
