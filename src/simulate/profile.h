#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/language/model.h"

// How the rates of a model's patterns go up and down during the time that is simulated.
namespace stator::simulate {

// Where the model states no peak, the busiest moment of a day has this many times the average, and
// a spike as many.
inline constexpr double kDiurnalPeak = 2;
inline constexpr double kSpikePeak = 10;
// A spike lasts so long and begins when half of the time is over.
inline constexpr std::int64_t kSpikeSeconds = 1800;
inline constexpr double kBusiestHour = 14;
inline constexpr std::size_t kProfileLinesMax = 100'000;
inline constexpr double kFactorMax = 1e6;

class Profile {
 public:
  // The average of each pattern, all the time.
  static Profile Even(const model::Model& model);
  // A day's curve, from the average of each pattern to its peak, again and again.
  static Profile Diurnal(const model::Model& model);
  // The average of each pattern, and suddenly its peak.
  static Profile Spike(const model::Model& model, std::int64_t seconds);
  // A table of times and factors (docs/simulate.md). One sentence about what is wrong with it.
  static Result<Profile> FromTable(const model::Model& model, std::string_view text);

  // Runs a second of the pattern, by its place in the model, at a second of the simulation.
  double Rate(std::size_t pattern, std::int64_t second) const;
  std::string_view name() const { return name_; }

 private:
  Profile() = default;

  // The rate a pattern has from a second on.
  struct Step {
    std::int64_t from = 0;
    double rate = 0;
  };
  std::string name_;
  std::int64_t period_seconds_ = 0;       // 0: does not repeat
  std::vector<std::vector<Step>> steps_;  // by pattern, each begins at 0
};

}  // namespace stator::simulate
