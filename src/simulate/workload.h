#pragma once

#include <string>
#include <vector>

#include "capacity/usage.h"
#include "model/language/model.h"
#include "simulate/key_space.h"
#include "simulate/tables.h"

namespace stator::simulate {

// The demand of one run of a pattern on one table or index.
struct Want {
  std::size_t resource = 0;  // position among those of Tables
  double half_units = 0;     // of one run
  KeySpace keys;
};

// Requests at the rate of one pattern. Each is served or throttled as a whole.
struct Flow {
  std::size_t pattern = 0;  // position in the model
  bool consumer = false;    // true: the copies that a stream's consumer writes for the pattern
  capacity::Access access = capacity::Access::kRead;
  std::vector<Want> wants;  // wants of one table are adjacent
  // Pages of one run, if reading them one after another takes longer than a second; else 1.
  double pages = 1;

  // The seconds over which the units of a run are spread.
  std::int64_t Seconds() const;
};

// A client asks for a page when it has the previous one.
inline constexpr double kPagesPerSecond = 10;

// Returns all flows of a model's patterns, with the units that `stator model price` counts.
std::vector<Flow> WorkloadOf(const model::Model& model, const Tables& tables);

}  // namespace stator::simulate
