#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "base/clock.h"
#include "base/result.h"
#include "model/plan/plan.h"
#include "model/verify/lost_updates.h"
#include "model/verify/pattern_trials.h"
#include "model/verify/row_map.h"
#include "model/verify/step_run.h"
#include "model/verify/write_steps.h"

namespace stator::model {
namespace {

constexpr int kRuns = 6;

class WriteTrial {
 public:
  WriteTrial(World& world, const Pattern& pattern, std::set<std::string>& known,
             PatternReport& report)
      : world_(world),
        pattern_(pattern),
        known_(known),
        report_(report),
        planned_(world.model, pattern) {}

  client::Expected<void> Run() {
    report_.writes = true;
    report_.request = planned_.plan.rows.empty() ? std::string(OperationOf(pattern_.verb))
                                                 : Describe(planned_.plan);
    if (auto reason = planned_.reason(); !reason.empty()) {
      AddFailure(report_, "", std::move(reason));
      return {};
    }
    for (int i = 0; i < kRuns; ++i) {
      TRY(GoOn(world_));
      TRY(RunOnce(i % 2 == 1));
    }
    if (report_.runs == 0) {
      AddFailure(report_, "", "the sample has no instances that it could write");
    }
    for (auto& loss : TRY(LostUpdates(world_, planned_, known_))) {
      AddFailure(report_, "", std::move(loss));
    }
    return {};
  }

 private:
  client::Expected<void> RunOnce(bool of_most_keys) {
    const auto chosen = TRY(ChooseSteps(world_, pattern_, {.of_most_keys = of_most_keys}));
    if (!chosen) return {};
    const auto run = TRY(RunSteps(world_, planned_, *chosen));
    const auto& outcome = run.outcome;
    ++report_.runs;
    report_.requests_max = std::max(report_.requests_max, outcome.requests);
    report_.items_max = std::max(report_.items_max, run.items);
    if (outcome.units > report_.units_max) {
      report_.units_max = outcome.units;
      report_.units_items = run.items;
    }
    const auto text = TextOf(*chosen);
    if (outcome.error.empty()) {
      CheckUnits(text, outcome);
    } else {
      AddFailure(report_, text, outcome.error);
    }
    for (const auto& fault : run.inconsistencies) {
      if (!known_.insert(fault).second) continue;
      AddFailure(report_, "", "it leaves a row inconsistent: " + fault);
    }
    return outcome.error.empty() ? BringBack(world_, *chosen) : client::Expected<void>();
  }

  static std::string TextOf(const std::vector<ChosenStep>& chosen) {
    std::string text;
    for (const auto& [step, at, comes_back] : chosen) {
      const auto& instance = step.before ? *step.before : *step.after;
      text += (text.empty() ? "" : ", ") + NameOf(instance);
    }
    return text;
  }

  void CheckUnits(const std::string& text, const WriteOutcome& outcome) {
    for (const auto& assertion : world_.model.assertions) {
      if (assertion.type != Assertion::Type::kCost) continue;
      for (const auto& bound : assertion.exceptions) {
        if (bound.pattern != pattern_.id || outcome.units <= bound.at_most) continue;
        AddFailure(report_, text,
                   fmt::format("it took {} write units, and the limit is {}", outcome.units,
                               bound.at_most));
      }
    }
  }

  World& world_;
  const Pattern& pattern_;
  std::set<std::string>& known_;
  PatternReport& report_;
  PlannedWrite planned_;
};

}  // namespace

client::Expected<void> TryWrite(World& world, const Pattern& pattern, std::set<std::string>& known,
                                PatternReport& report) {
  const auto begin = MachineSteadyNow();
  TRY(WriteTrial(world, pattern, known, report).Run());
  report.seconds += std::chrono::duration<double>(MachineSteadyNow() - begin).count();
  return {};
}

}  // namespace stator::model
