#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "scaling/target_tracking.h"

namespace stator::simulate {

// The bounds of auto scaling for every table and index, and its target utilization.
struct ScalingChoice {
  double target_percent = 70;
  std::int64_t min = 1;
  std::int64_t max = 1;
};

// Auto scaling of the reads or of the writes of one table or index. The simulation reports the used
// units. At the end of each minute the scaler proposes a capacity, and the simulation confirms it
// if it took effect.
class Scaler {
 public:
  explicit Scaler(const ScalingChoice& choice);

  // Adds used units of the current minute.
  void Use(double units) { in_minute_ += units; }
  // Ends a minute and returns the capacity to provision. nullopt: keep the current one.
  std::optional<std::int64_t> EndMinute(std::int64_t provisioned, TimeMicros now);
  // Confirms that the proposed capacity took effect.
  void Done();

 private:
  scaling::TrackingRule rule_;
  scaling::TrackingState state_;
  scaling::TrackingState state_if_done_;
  std::vector<std::optional<double>> consumed_;  // the newest last
  double in_minute_ = 0;
};

}  // namespace stator::simulate
