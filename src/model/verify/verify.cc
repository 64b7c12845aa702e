#include "model/verify/verify.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/clock.h"
#include "base/result.h"
#include "base/text.h"
#include "model/verify/inspection.h"
#include "model/verify/pattern_trials.h"
#include "model/verify/row_map.h"
#include "model/verify/world.h"

namespace stator::model {
namespace {

constexpr std::size_t kFaultsNamed = 5;

class Verification {
 public:
  Verification(client::Connection& database, const Model& model, const VerifyOptions& options)
      : model_(model),
        options_(options),
        world_(database, model, options.seed.value_or(model.seed)) {
    world_.stopped = options.stopped;
    report_.model = model.name;
    report_.seed = options.seed.value_or(model.seed);
    for (const auto& pattern : model.patterns) {
      report_.patterns.push_back({.id = pattern.id, .text = pattern.text});
    }
  }

  client::Expected<VerifyReport> Run() {
    const auto begin = MachineSteadyNow();
    auto tried = TryAll();
    auto dropped = options_.drop_tables ? DropTables(world_) : client::Expected<void>();
    if (!tried) return std::unexpected(std::move(tried).error());
    if (!dropped) return std::unexpected(std::move(dropped).error());
    report_.seconds = std::chrono::duration<double>(MachineSteadyNow() - begin).count();
    return std::move(report_);
  }

 private:
  void Say(const std::string& doing) {
    const auto done = static_cast<double>(pieces_++);
    if (options_.progress) options_.progress(doing, std::min(1.0, done / Pieces()));
  }

  // Returns how often Say is called: each read runs twice, and four pieces are no patterns.
  double Pieces() const {
    const auto reads = std::ranges::count_if(model_.patterns, &Pattern::reads);
    constexpr std::size_t kOthers = 4;
    return static_cast<double>(model_.patterns.size() + static_cast<std::size_t>(reads) + kOthers);
  }

  // Announces the next piece of work. Errors: see GoOn.
  client::Expected<void> Begin(const std::string& doing) {
    TRY(GoOn(world_));
    Say(doing);
    return {};
  }

  client::Expected<void> TryAll() {
    Say("making the tables");
    TRY(MakeTables(world_));
    if (!TRY(Load())) {
      SkipAll();
      return {};
    }
    TRY(TryReads(""));
    if (!TRY(TryWrites())) return {};
    TRY(InspectAll());
    return TryReads("after the writes, ");
  }

  // Reports inconsistencies that no write pattern is known to cause.
  client::Expected<void> InspectAll() {
    Say("looking after all rows");
    std::size_t found = 0;
    for (const auto& fault : TRY(InconsistenciesOf(world_))) {
      if (!known_.insert(fault).second || ++found > kFaultsNamed) continue;
      report_.data_faults.push_back("after the writes, " + fault);
    }
    if (found > kFaultsNamed) {
      report_.data_faults.push_back(
          fmt::format("after the writes, {} more rows are wrong", found - kFaultsNamed));
    }
    return {};
  }

  void SkipAll() {
    for (auto& pattern : report_.patterns) {
      pattern.status = PatternReport::Status::kSkipped;
      pattern.why_skipped = "the data could not be written";
    }
  }

  // Writes the sample. Returns false if the service refuses such items.
  client::Expected<bool> Load() {
    world_.instances = world_.sampler.All();
    report_.instances = static_cast<std::int64_t>(world_.instances.size());
    TRY(Begin("writing " + Counted(report_.instances, "instance")));
    const RowMap rows(model_, world_.accesses, world_.instances);
    report_.data_faults = rows.collisions();
    const auto written = WriteRows(world_, world_.instances);
    if (!written && written.error().Is("ValidationException")) {
      report_.data_faults.push_back(written.error().message);
      return false;
    }
    TRY(written);
    for (auto& fault : TRY(InconsistenciesOf(world_))) known_.insert(std::move(fault));
    return true;
  }

  // Errors: Interrupted. Then the reports lack runs.
  client::Expected<void> TryReads(std::string_view when) {
    const RowMap rows(model_, world_.accesses, world_.instances);
    for (std::size_t i = 0; i < model_.patterns.size(); ++i) {
      const auto& pattern = model_.patterns[i];
      if (!pattern.reads()) continue;
      // Do not report a pattern that failed before the writes again.
      auto& report = report_.patterns[i];
      if (!when.empty() && report.status != PatternReport::Status::kPassed) continue;
      TRY(Begin(fmt::format("{}{}", when, pattern.id)));
      TryRead(world_, rows, pattern, when, report);
    }
    return GoOn(world_);
  }

  // Returns whether the model has write patterns.
  client::Expected<bool> TryWrites() {
    bool any = false;
    for (std::size_t i = 0; i < model_.patterns.size(); ++i) {
      const auto& pattern = model_.patterns[i];
      if (pattern.reads()) continue;
      any = true;
      TRY(Begin(pattern.id));
      TRY(TryWrite(world_, pattern, known_, report_.patterns[i]));
    }
    return any;
  }

  const Model& model_;
  const VerifyOptions& options_;
  World world_;
  VerifyReport report_;
  std::set<std::string> known_;  // inconsistencies that are reported already
  std::size_t pieces_ = 0;       // announced
};

}  // namespace

bool VerifyReport::nothing_run() const {
  return std::ranges::all_of(patterns, [](const PatternReport& pattern) {
    return pattern.status == PatternReport::Status::kSkipped;
  });
}

bool VerifyReport::passed() const {
  return !nothing_run() && data_faults.empty() &&
         std::ranges::none_of(patterns, [](const PatternReport& pattern) {
           return pattern.status == PatternReport::Status::kFailed;
         });
}

void AddFailure(PatternReport& report, std::string arguments, std::string message) {
  report.status = PatternReport::Status::kFailed;
  ++report.failures_count;
  const bool told = std::ranges::any_of(
      report.failures, [&](const Failure& failure) { return failure.message == message; });
  if (told || report.failures.size() >= kFailuresKept) return;
  report.failures.push_back({std::move(arguments), std::move(message)});
}

client::Expected<VerifyReport> Verify(client::Connection& database, const Model& model,
                                      const VerifyOptions& options) {
  return Verification(database, model, options).Run();
}

}  // namespace stator::model
