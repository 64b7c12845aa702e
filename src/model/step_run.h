#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/plan.h"
#include "model/world.h"
#include "model/write_run.h"
#include "model/write_steps.h"

namespace stator::model {

struct StepsRun {
  WriteOutcome outcome;
  std::int64_t items = 0;                    // that were to be written
  std::vector<std::string> inconsistencies;  // of the rows that it may have changed
};

// Sends the steps as the pattern's requests. If they are carried out, the world's instances and
// the copies that follow a stream are as the steps leave them.
client::Expected<StepsRun> RunSteps(World& world, const Pattern& pattern, const WritePlan& plan,
                                    const std::vector<ChosenStep>& chosen);

}  // namespace stator::model
