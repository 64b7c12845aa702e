#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "scaling/target_tracking.h"

namespace stator::simulate {

// Between which capacities every table and index is scaled, and how much of it is to be used.
struct ScalingChoice {
  double target_percent = 70;
  std::int64_t min = 1;
  std::int64_t max = 1;
};

// Auto scaling of the reads or of the writes of one table or index: it is told what is used, says
// at the end of a minute what to provision, and is told whether that was done.
class Scaler {
 public:
  explicit Scaler(const ScalingChoice& choice);

  void Use(double units) { in_minute_ += units; }
  // nullopt: as much as now.
  std::optional<std::int64_t> EndMinute(std::int64_t provisioned, TimeMicros now);
  // What it said was done.
  void Done();

 private:
  scaling::TrackingRule rule_;
  scaling::TrackingState state_;
  scaling::TrackingState state_if_done_;
  std::vector<std::optional<double>> consumed_;  // the newest last
  double in_minute_ = 0;
};

}  // namespace stator::simulate
