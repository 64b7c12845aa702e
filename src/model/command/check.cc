#include <deque>
#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>

#include "model/check/report.h"
#include "model/command/command.h"

namespace stator::model {
namespace {

struct Flags {
  std::vector<std::string> files;
  bool json = false;
  bool sarif = false;
  bool warnings_pass = false;
};

int ExitOf(const Checked& checked, const Flags& flags) {
  for (const auto& finding : checked.findings) {
    if (finding.severity == Severity::kError || !flags.warnings_pass) return kExitFindings;
  }
  return kExitGood;
}

int Run(const Flags& flags, std::ostream& out, std::ostream& err) {
  int worst = kExitGood;
  std::deque<LoadedModel> models;  // `results` points into these
  std::deque<Checked> results;
  std::vector<CheckedFile> files;
  for (const auto& file : flags.files) {
    std::vector<Complaint> complaints;
    auto loaded = LoadModel(file, err, &complaints);
    if (!loaded) {
      worst = kExitUsage;
      results.push_back(CheckedComplaints(complaints));
      files.push_back({file, &results.back()});
      if (flags.json) out << CheckJson(file, Model{}, results.back());
      continue;
    }
    models.push_back(std::move(*loaded));
    results.push_back(Check(models.back().model));
    files.push_back({file, &results.back()});
    worst = std::max(worst, ExitOf(results.back(), flags));
    if (flags.sarif) continue;
    out << (flags.json ? CheckJson(file, models.back().model, results.back())
                       : CheckText(file, models.back().model, results.back()));
  }
  if (flags.sarif) out << CheckSarif(files);
  return worst;
}

}  // namespace

Subcommand AddCheckCommand(CLI::App& model) {
  auto flags = std::make_shared<Flags>();
  CLI::App* app = model.add_subcommand(
      "check", "Find the request that serves each pattern, and report faults of the design.");
  app->add_option("files", flags->files, "The model files.")->required()->type_name("FILE");
  auto* json = app->add_flag("--json", flags->json, "Print one JSON object a line for each file.");
  app->add_flag("--sarif", flags->sarif, "Print SARIF 2.1.0, for code review.")->excludes(json);
  app->add_flag("--warnings-pass", flags->warnings_pass, "Exit with 0 if there are only warnings.");
  return {app, [flags](std::ostream& out, std::ostream& err) { return Run(*flags, out, err); }};
}

}  // namespace stator::model
