#include "database/recall.h"

#include <memory>

#include <gtest/gtest.h>

#include "base/durations.h"
#include "catalog/catalog.h"
#include "storage/memory/memory_engine.h"

namespace stator::database {
namespace {

using observe::Metric;
using observe::Minute;
using scaling::Consumption;
using scaling::Dimension;
using scaling::Target;
using scaling::TargetId;
using scaling::TargetPtr;
using Points = std::vector<std::optional<double>>;

constexpr Minute kNow = 28'000'000;

class RecallTest : public testing::Test {
 protected:
  // Starts over, as a restart does.
  void Open() {
    consumption_ = std::make_unique<Consumption>();
    metrics_ =
        std::make_unique<observe::MetricStore>(*engine_, queue_, recorder_, *catalog_, clock_);
    for (const auto& target : targets_) consumption_->Watch(target->id);
  }

  static TargetPtr TargetOf(const TargetId& id) {
    return std::make_shared<const Target>(Target{.id = id});
  }

  ManualServiceClock clock_{kNow * kMinute};
  std::unique_ptr<storage::Engine> engine_ = storage::OpenMemory();
  std::unique_ptr<catalog::Catalog> catalog_ = *catalog::Catalog::Load(*engine_);
  table::CommitQueue queue_{*engine_, *catalog_, clock_};
  observe::Recorder recorder_;
  const std::vector<TargetPtr> targets_ = {TargetOf({"table/t", Dimension::kTableWrite}),
                                           TargetOf({"table/t/index/i", Dimension::kIndexRead})};
  std::unique_ptr<observe::MetricStore> metrics_;
  std::unique_ptr<Consumption> consumption_;
};

TEST_F(RecallTest, ConsumptionBeforeTheStartIsLoaded) {
  Open();
  recorder_.Note(Metric::kConsumedWrite, {.table = "t"}, clock_.Now(), 60);
  recorder_.Note(Metric::kConsumedWrite, {.table = "t"}, clock_.Now(), 60.5);
  recorder_.Note(Metric::kConsumedRead, {.table = "t"}, clock_.Now(), 7777);
  recorder_.Note(Metric::kConsumedRead, {.table = "t", .part = "i"}, clock_.Now(), 30);
  clock_.Advance(3 * kMinute);
  recorder_.Note(Metric::kConsumedWrite, {.table = "t"}, clock_.Now(), 600);
  ASSERT_TRUE(metrics_->Flush().has_value());
  Open();
  ASSERT_TRUE(RecallConsumption(targets_, *metrics_, clock_.Now(), *consumption_).has_value());
  // Minutes without traffic are no points.
  EXPECT_EQ(consumption_->Window(targets_[0]->id, kNow + 3, 4),
            (Points{120.5 / 60, std::nullopt, std::nullopt, 10.0}));
  EXPECT_EQ(consumption_->Window(targets_[1]->id, kNow + 3, 4),
            (Points{0.5, std::nullopt, std::nullopt, std::nullopt}));
}

TEST_F(RecallTest, OldConsumptionIsNotLoaded) {
  Open();
  recorder_.Note(Metric::kConsumedWrite, {.table = "t"}, clock_.Now(), 60);
  clock_.Advance(static_cast<TimeMicros>(Consumption::kMinutesKept) * kMinute);
  ASSERT_TRUE(metrics_->Flush().has_value());
  Open();
  ASSERT_TRUE(RecallConsumption(targets_, *metrics_, clock_.Now(), *consumption_).has_value());
  EXPECT_EQ(consumption_->Next(0), std::nullopt);
}

}  // namespace
}  // namespace stator::database
