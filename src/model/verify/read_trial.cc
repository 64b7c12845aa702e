#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/clock.h"
#include "base/text.h"
#include "model/plan/plan.h"
#include "model/verify/argument_choices.h"
#include "model/verify/pattern_trials.h"
#include "model/verify/read_check.h"
#include "model/verify/reads.h"
#include "model/verify/row_map.h"
#include "model/verify/statement_reference.h"

namespace stator::model {
namespace {

const Exception* FindException(const Model& model, Assertion::Type type, const Pattern& pattern) {
  for (const auto& assertion : model.assertions) {
    if (assertion.type != type) continue;
    const auto found = std::ranges::find(assertion.exceptions, pattern.id, &Exception::pattern);
    if (found != assertion.exceptions.end()) return &*found;
  }
  return nullptr;
}

class ReadTrial {
 public:
  ReadTrial(World& world, const RowMap& rows, const Pattern& pattern, std::string_view when,
            PatternReport& report)
      : world_(world),
        pattern_(pattern),
        when_(when),
        report_(report),
        plan_(PlanRead(world.model, pattern)),
        rows_(rows) {}

  void Run() {
    report_.request = Stated() ? "as stated" : Describe(plan_);
    if (plan_.operation == Operation::kExport) {
      report_.status = PatternReport::Status::kSkipped;
      report_.why_skipped = "verify does not run exports, because they do not read the table";
      return;
    }
    if (plan_.operation == Operation::kNone && !Stated()) {
      AddFailure(report_, "",
                 plan_.statement ? Describe(plan_) : "no key serves this: " + plan_.reason);
      return;
    }
    if (!Stated()) lowered_ = LowerRead(world_.model, pattern_, plan_);
    if (pattern_.sql) reference_.emplace(world_.model, pattern_, rows_);
    for (const auto& arguments :
         ChooseArguments(pattern_, world_.instances, world_.sampler.random())) {
      if (world_.is_stopped()) return;
      Try(arguments);
    }
    if (!units_known_) NoteUnits(units_of_any_run_, items_of_any_run_);
    // The writes before may have removed what the pattern reads, as updates empty a sparse index.
    if (when_.empty()) CheckItems();
  }

 private:
  bool Stated() const { return pattern_.stated.has_value(); }

  const Table& TableRead() const {
    if (!Stated() && plan_.table != nullptr) return *plan_.table;
    return *world_.model.FindTable(world_.model.FindEntity(pattern_.target.entity)->table);
  }

  std::string IndexRead() const {
    if (Stated()) return pattern_.stated->index;
    return plan_.index == nullptr ? "" : plan_.index->name;
  }

  void Try(const Arguments& arguments) {
    const auto outcome = RunOnce(arguments);
    const auto expected =
        pattern_.sql ? ExpectedItems() : Evaluate(pattern_, arguments, world_.instances);
    ++report_.runs;
    report_.requests_max = std::max(report_.requests_max, outcome.requests);
    const auto items = static_cast<std::int64_t>(outcome.items.size());
    report_.items_max = std::max(report_.items_max, items);
    items_.push_back(items);
    const auto text = when_ + TextOf(arguments);
    for (auto& fault : CheckAnswer(arguments, expected, outcome)) {
      AddFailure(report_, text, std::move(fault));
    }
    if (!outcome.error.empty()) return;
    if (pattern_.verb == Verb::kGet && items > 1) {
      AddFailure(report_, text,
                 fmt::format("it gives {} items, but a `get` gives one. Add a `unique` row, or use "
                             "`list` for several",
                             items));
    }
    CheckRequests(text, outcome);
    CheckUnits(text, expected, outcome);
  }

  ReadOutcome RunOnce(const Arguments& arguments) {
    if (Stated()) return RunStated(world_.database, world_.model, pattern_, arguments);
    if (!pattern_.sql) return RunPlanned(world_.database, pattern_, lowered_, arguments);
    auto outcome = RunStatement(world_.database, pattern_, lowered_, arguments);
    outcome.scan = plan_.statement->scans();
    return outcome;
  }

  std::vector<std::string> CheckAnswer(const Arguments& arguments, const ExpectedItems& expected,
                                       const ReadOutcome& outcome) const {
    if (!pattern_.sql) {
      const ReadPlace place{&TableRead(), IndexRead(), &world_.accesses};
      return FaultsOf(pattern_, place, expected, rows_, outcome);
    }
    if (!outcome.error.empty()) return {outcome.error};
    return reference_->FaultsOf(arguments, outcome.items);
  }

  void CheckRequests(const std::string& text, const ReadOutcome& outcome) {
    if (outcome.scan) return;  // the pattern asks for a scan, which reads everything
    if (outcome.scanned != outcome.counted) {
      AddFailure(report_, text,
                 fmt::format("it read and paid for {} to give {}", Counted(outcome.scanned, "item"),
                             outcome.counted));
    }
    const auto allowed = AllowedRequests();
    if (static_cast<double>(outcome.requests) > allowed) {
      AddFailure(
          report_, text,
          fmt::format("it took {} requests, and the limit is {}", outcome.requests, allowed));
    }
  }

  // Returns how many requests are allowed: one, unless the model states otherwise.
  double AllowedRequests() const {
    const auto* exception = FindException(world_.model, Assertion::Type::kOneRequest, pattern_);
    return exception == nullptr ? 1 : exception->at_most;
  }

  // Checks an assertion of cost. It is about runs that return the expected number of items, of the
  // stated size.
  void CheckUnits(const std::string& text, const ExpectedItems& expected,
                  const ReadOutcome& outcome) {
    const bool more = pattern_.expected && static_cast<std::int64_t>(outcome.items.size()) >
                                               std::max<std::int64_t>(*pattern_.expected, 1);
    const bool oversize = std::ranges::any_of(expected, [](const ExpectedGroup& group) {
      return std::ranges::any_of(group.matching, &Instance::oversize);
    });
    const auto items = static_cast<std::int64_t>(outcome.items.size());
    if (outcome.units > units_of_any_run_) {
      units_of_any_run_ = outcome.units;
      items_of_any_run_ = items;
    }
    if (more || oversize) return;
    units_known_ = true;
    NoteUnits(outcome.units, items);
    const auto* bound = FindException(world_.model, Assertion::Type::kCost, pattern_);
    if (bound != nullptr && outcome.units > bound->at_most) {
      AddFailure(
          report_, text,
          fmt::format("it took {} read units, and the limit is {}", outcome.units, bound->at_most));
    }
  }

  void NoteUnits(double units, std::int64_t items) {
    if (units <= report_.units_max) return;
    report_.units_max = units;
    report_.units_items = items;
  }

  void CheckItems() {
    const bool all_empty =
        std::ranges::all_of(items_, [](std::int64_t items) { return items == 0; });
    if (all_empty &&
        FindException(world_.model, Assertion::Type::kMayBeEmpty, pattern_) == nullptr) {
      AddFailure(report_, "",
                 fmt::format("{} found nothing; if that is right, say `assert items {} may be "
                             "empty`",
                             Counted(items_.size(), "argument list"), pattern_.id));
    }
    const auto* wanted = FindException(world_.model, Assertion::Type::kItems, pattern_);
    if (wanted == nullptr) return;
    const auto is_wanted = [&](std::int64_t items) {
      return static_cast<double>(items) == wanted->at_most;
    };
    if (std::ranges::none_of(items_, is_wanted)) {
      AddFailure(report_, "",
                 fmt::format("no argument list gives {} item{}", wanted->at_most,
                             wanted->at_most == 1 ? "" : "s"));
    }
  }

  World& world_;
  const Pattern& pattern_;
  std::string when_;
  PatternReport& report_;
  ReadPlan plan_;
  LoweredRead lowered_;  // unless the pattern states its request
  const RowMap& rows_;
  std::optional<StatementReference> reference_;  // of a statement
  std::vector<std::int64_t> items_;              // of each run
  double units_of_any_run_ = 0;
  std::int64_t items_of_any_run_ = 0;  // of that run
  bool units_known_ = false;           // a run of the expected number of items gave the units
};

}  // namespace

void TryRead(World& world, const RowMap& rows, const Pattern& pattern, std::string_view when,
             PatternReport& report) {
  const auto begin = MachineSteadyNow();
  ReadTrial(world, rows, pattern, when, report).Run();
  report.seconds += std::chrono::duration<double>(MachineSteadyNow() - begin).count();
}

}  // namespace stator::model
