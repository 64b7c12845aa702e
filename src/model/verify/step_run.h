#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/plan/plan.h"
#include "model/verify/world.h"
#include "model/verify/write_steps.h"
#include "model/verify/writes.h"

namespace stator::model {

struct StepsRun {
  WriteOutcome outcome;
  std::int64_t items = 0;                    // that were to be written
  std::vector<std::string> inconsistencies;  // of the rows that it may have changed
};

// Sends the steps as the pattern's requests. If they are carried out, the world's instances and
// the copies that follow a stream are as the steps leave them.
client::Expected<StepsRun> RunSteps(World& world, const PlannedWrite& planned,
                                    const std::vector<ChosenStep>& chosen);

}  // namespace stator::model
