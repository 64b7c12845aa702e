#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/language/model.h"

// The rates of a model's patterns over the simulated time.
namespace stator::simulate {

// A pattern without a stated peak gets this multiple of its average as the peak: of a day, and of a
// spike.
inline constexpr double kDiurnalPeak = 2;
inline constexpr double kSpikePeak = 10;
// A spike begins at half of the time and lasts this long.
inline constexpr std::int64_t kSpikeSeconds = 1800;
inline constexpr double kBusiestHour = 14;
inline constexpr std::size_t kProfileLinesMax = 100'000;
inline constexpr double kFactorMax = 1e6;

// The rate of each pattern at each second.
class Profile {
 public:
  // Returns a profile in which each pattern always has its average.
  static Profile Even(const model::Model& model);
  // Returns a daily curve, repeated, from the average of each pattern to its peak.
  static Profile Diurnal(const model::Model& model);
  // Returns the average of each pattern, with one sudden spike to its peak.
  static Profile Spike(const model::Model& model, std::int64_t seconds);
  // Reads a table of times and factors (docs/simulate.md). Errors: one sentence about the first
  // mistake.
  static Result<Profile> FromTable(const model::Model& model, std::string_view text);

  // Returns the runs of a pattern in one second of the simulation. `pattern` is its position in the
  // model.
  double Rate(std::size_t pattern, std::int64_t second) const;
  std::string_view name() const { return name_; }

 private:
  Profile() = default;

  // A pattern's rate from `from` on.
  struct Step {
    std::int64_t from = 0;
    double rate = 0;
  };
  std::string name_;
  std::int64_t period_seconds_ = 0;       // 0: does not repeat
  std::vector<std::vector<Step>> steps_;  // by pattern, each begins at 0
};

}  // namespace stator::simulate
