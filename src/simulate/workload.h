#pragma once

#include <string>
#include <vector>

#include "capacity/usage.h"
#include "model/language/model.h"
#include "simulate/key_space.h"
#include "simulate/tables.h"

namespace stator::simulate {

// What one run of a pattern wants of one table or index.
struct Want {
  std::size_t resource = 0;  // among those of Tables
  double half_units = 0;     // of one run
  KeySpace keys;
};

// What comes at the rate of a pattern, and is served or throttled as a whole.
struct Flow {
  std::size_t pattern = 0;  // in the model
  bool consumer = false;    // what a stream's consumer writes for it, apart from it
  capacity::Access access = capacity::Access::kRead;
  std::vector<Want> wants;  // those of one table stand together
  // How many pages of one run come one after another, if that takes longer than a second; else 1.
  double pages = 1;

  // Over how many seconds the units of a run are spread.
  std::int64_t Seconds() const;
};

// A client asks for the next page when it has the one before.
inline constexpr double kPagesPerSecond = 10;

// All that a model's patterns ask of its tables, with the units that `stator model price` counts.
std::vector<Flow> WorkloadOf(const model::Model& model, const Tables& tables);

}  // namespace stator::simulate
