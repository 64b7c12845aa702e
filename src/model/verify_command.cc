#include <deque>
#include <fstream>
#include <memory>
#include <optional>
#include <ostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "model/command.h"
#include "model/verify.h"
#include "model/verify_report.h"

namespace stator::model {
namespace {

struct Flags {
  std::vector<std::string> files;
  std::string endpoint;
  std::optional<std::uint64_t> seed;
  std::string junit;
  bool json = false;
  bool quiet = false;
};

client::Expected<client::Connection> Open(const Flags& flags) {
  if (flags.endpoint.empty()) return client::Connection::OpenMemory();
  return client::Connection::Connect({.endpoint = flags.endpoint});
}

client::Expected<VerifyReport> VerifyFile(const Flags& flags, const LoadedModel& loaded,
                                          std::ostream& err) {
  auto database = Open(flags);
  if (!database) return std::unexpected(std::move(database).error());
  VerifyOptions options{.seed = flags.seed, .progress = {}, .drop_tables = !flags.endpoint.empty()};
  if (!flags.quiet && !flags.json) {
    options.progress = [&](const std::string& doing) {
      err << fmt::format("{}: {}\n", loaded.file, doing) << std::flush;
    };
  }
  return Verify(*database, loaded.model, options);
}

bool WriteFile(const std::string& file, const std::string& text, std::ostream& err) {
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out << text;
  out.flush();
  if (out) return true;
  err << "stator: " << file << " cannot be written.\n";
  return false;
}

int Run(const Flags& flags, std::ostream& out, std::ostream& err) {
  int worst = kExitGood;
  std::deque<VerifyReport> reports;
  std::vector<VerifiedFile> files;
  for (const auto& file : flags.files) {
    const auto loaded = LoadModel(file, err);
    if (!loaded) {
      worst = kExitUsage;
      continue;
    }
    auto report = VerifyFile(flags, *loaded, err);
    if (!report) {
      err << fmt::format("stator: {}: {}: {}\n", file, report.error().code, report.error().message);
      worst = kExitUsage;
      continue;
    }
    reports.push_back(*std::move(report));
    files.push_back({file, &reports.back()});
    if (!reports.back().passed()) worst = std::max(worst, kExitFindings);
    out << (flags.json ? VerifyJson(file, reports.back()) : VerifyText(file, reports.back()));
  }
  if (!flags.junit.empty() && !WriteFile(flags.junit, VerifyJunit(files), err)) return kExitUsage;
  return worst;
}

}  // namespace

Subcommand AddVerifyCommand(CLI::App& model) {
  auto flags = std::make_shared<Flags>();
  CLI::App* app = model.add_subcommand(
      "verify", "Run every pattern on awkward data, as real requests, and compare the answers.");
  app->add_option("files", flags->files, "The model files.")->required()->type_name("FILE");
  app->add_option("--endpoint", flags->endpoint,
                  "A server to make the tables on, and drop them; without, one in this process.")
      ->type_name("URL");
  app->add_option("--seed", flags->seed, "Of the sample, in place of the model's.")
      ->check(CLI::NonNegativeNumber);
  app->add_option("--junit", flags->junit, "Where JUnit's XML is written to.")->type_name("FILE");
  app->add_flag("--json", flags->json, "An object a line for each file.");
  app->add_flag("--quiet", flags->quiet, "Without saying what is being done.");
  return {app, [flags](std::ostream& out, std::ostream& err) { return Run(*flags, out, err); }};
}

}  // namespace stator::model
