#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/plan/plan.h"
#include "model/verify/world.h"
#include "model/verify/write_steps.h"
#include "model/verify/writes.h"

namespace stator::model {

// The result of one run of a write pattern.
struct StepsRun {
  WriteOutcome outcome;
  std::int64_t items = 0;                    // items to be written
  std::vector<std::string> inconsistencies;  // of the rows that the run may have changed
};

// Sends the steps as the pattern's requests. If they succeed, it applies the steps to the world's
// instances and to the copies that follow a stream.
client::Expected<StepsRun> RunSteps(World& world, const PlannedWrite& planned,
                                    const std::vector<ChosenStep>& chosen);

}  // namespace stator::model
