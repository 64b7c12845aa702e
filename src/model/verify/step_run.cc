#include "model/verify/step_run.h"

#include "base/result.h"
#include "model/verify/inspection.h"
#include "model/verify/stream_copies.h"

namespace stator::model {
namespace {

// Returns the step's instance in its current state; nullptr if it does not exist.
const Instance* NowOf(const World& world, const ChosenStep& chosen, bool done) {
  const auto& [step, at, comes_back] = chosen;
  if (!done) return at ? &world.instances[*at] : nullptr;  // not as the program read it
  const auto& now = step.action->verb == Verb::kCheck ? step.before : step.after;
  return now ? &*now : nullptr;
}

}  // namespace

client::Expected<StepsRun> RunSteps(World& world, const PlannedWrite& planned,
                                    const std::vector<ChosenStep>& chosen) {
  const auto steps = StepsOf(chosen);
  const auto requests = TRY(WritesOf(world.accesses, planned, steps));
  StepsRun run{.outcome = RunWrites(world.database, planned.plan.transaction, requests),
               .items = static_cast<std::int64_t>(requests.size()),
               .inconsistencies = {}};
  const bool done = run.outcome.error.empty();
  if (done) {
    ApplySteps(chosen, world);
    TRY(FollowStream(world, steps));
  }
  TouchedRows touched(world.model);
  touched.Add(requests);
  std::vector<Instance> concerned;
  for (const auto& one : chosen) {
    for (const auto* instance : {&one.step.before, &one.step.after}) {
      if (*instance) touched.Add(world.accesses, **instance);
    }
    if (const auto* now = NowOf(world, one, done)) concerned.push_back(*now);
  }
  run.inconsistencies = TRY(InconsistenciesOf(world, touched, concerned));
  return run;
}

}  // namespace stator::model
