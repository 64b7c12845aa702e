#include "model/step_run.h"

#include "base/result.h"
#include "model/inspection.h"
#include "model/stream_copies.h"
#include "model/write_requests.h"

namespace stator::model {
namespace {

// What the world has of the step's instance by now; none: it has gone, or never came.
const std::optional<Instance>& NowOf(const Step& step, bool done) {
  return done && step.action->verb != Verb::kCheck ? step.after : step.before;
}

}  // namespace

client::Expected<StepsRun> RunSteps(World& world, const Pattern& pattern, const WritePlan& plan,
                                    const std::vector<ChosenStep>& chosen) {
  const auto steps = StepsOf(chosen);
  const auto requests = WriteRequests(world.accesses, pattern, plan, steps);
  StepsRun run{.outcome = RunWrite(world.database, plan.transaction, requests),
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
  for (const auto& step : steps) {
    for (const auto* instance : {&step.before, &step.after}) {
      if (*instance) touched.Add(world.accesses, **instance);
    }
    if (const auto& now = NowOf(step, done)) concerned.push_back(*now);
  }
  run.inconsistencies = TRY(InconsistenciesOf(world, touched, concerned));
  return run;
}

}  // namespace stator::model
