#include "model/verify/verify.h"

#include <algorithm>
#include <deque>
#include <fstream>
#include <limits>
#include <memory>
#include <optional>
#include <ostream>
#include <sstream>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/text.h"
#include "client/environment.h"
#include "client/http_client.h"
#include "model/command/command.h"
#include "model/command/interrupts.h"
#include "model/verify/report.h"

namespace stator::model {
namespace {

struct Flags {
  std::vector<std::string> files;
  std::string endpoint;
  std::string region;
  std::optional<std::uint64_t> seed;
  std::string junit;
  bool json = false;
  bool quiet = false;
};

client::Expected<client::Connection> Open(const Flags& flags) {
  if (flags.endpoint.empty()) return client::Connection::OpenMemory();
  return client::Connection::Connect(client::EndpointFromEnvironment(flags.endpoint, flags.region));
}

client::Expected<VerifyReport> VerifyFile(const Flags& flags, const LoadedModel& loaded,
                                          const Interrupts* interrupts, std::ostream& err) {
  auto database = Open(flags);
  if (!database) return std::unexpected(std::move(database).error());
  VerifyOptions options{
      .seed = flags.seed, .progress = {}, .stopped = {}, .drop_tables = !flags.endpoint.empty()};
  if (interrupts != nullptr) options.stopped = [interrupts] { return interrupts->noted(); };
  if (!flags.quiet && !flags.json) {
    options.progress = [&](const std::string& doing, double /*share*/) {
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

// Verifies the files one after another.
class Session {
 public:
  Session(const Flags& flags, std::ostream& out, std::ostream& err)
      : flags_(flags), out_(out), err_(err) {
    // Notes interrupts, because tables on a server must be deleted before this process ends.
    if (!flags.endpoint.empty()) interrupts_.emplace();
  }

  int Run() {
    if (!flags_.endpoint.empty()) {
      if (const auto url = client::ParseUrl(flags_.endpoint); !url) {
        err_ << "stator: " << url.error().message << '\n';
        return kExitUsage;
      }
    }
    for (const auto& file : flags_.files) {
      if (interrupts_ && interrupts_->noted()) break;
      Verify(file);
    }
    if (!flags_.junit.empty() && !WriteFile(flags_.junit, VerifyJunit(files_), err_)) {
      return kExitUsage;
    }
    return worst_;
  }

 private:
  void Verify(const std::string& file) {
    std::ostringstream complaints;
    const auto loaded = LoadModel(file, complaints);
    err_ << complaints.str();
    if (!loaded) return NoteUntried(file, complaints.str());
    auto report = VerifyFile(flags_, *loaded, interrupts_ ? &*interrupts_ : nullptr, err_);
    if (!report) {
      const auto why = fmt::format("{}: {}", report.error().code, report.error().message);
      err_ << fmt::format("stator: {}: {}\n", file, why);
      return NoteUntried(file, why);
    }
    reports_.push_back(*std::move(report));
    const auto& last = reports_.back();
    files_.push_back({file, &last});
    if (!last.passed()) worst_ = std::max(worst_, kExitFindings);
    out_ << (flags_.json ? VerifyJson(file, last) : VerifyText(file, last));
  }

  void NoteUntried(const std::string& file, std::string why) {
    worst_ = kExitUsage;
    if (flags_.json) out_ << UntriedJson(file, why);
    files_.push_back({file, nullptr, std::move(why)});
  }

  const Flags& flags_;
  std::ostream& out_;
  std::ostream& err_;
  std::optional<Interrupts> interrupts_;
  int worst_ = kExitGood;
  std::deque<VerifyReport> reports_;
  std::vector<VerifiedFile> files_;
};

// Returns the fault of a seed. Empty: none.
std::string FaultOfSeed(const std::string& text) {
  if (ParseNumber<std::uint64_t>(text)) return "";
  return fmt::format("A seed is a whole number from 0 to {}.",
                     std::numeric_limits<std::uint64_t>::max());
}

}  // namespace

Subcommand AddVerifyCommand(CLI::App& model) {
  auto flags = std::make_shared<Flags>();
  CLI::App* app = model.add_subcommand(
      "verify", "Run every pattern on awkward data, as real requests, and compare the answers.");
  app->add_option("files", flags->files, "The model files.")->required()->type_name("FILE");
  app->add_option("--endpoint", flags->endpoint,
                  "Server on which to create and delete the tables. [a database in this process]")
      ->type_name("URL");
  app->add_option("--region", flags->region, "The server's region. [AWS_REGION, or us-east-1]");
  app->add_option("--seed", flags->seed, "Seed of the sample. [the model's]")
      ->check(FaultOfSeed)
      ->type_name("NUMBER");
  app->add_option("--junit", flags->junit, "File for a report in JUnit XML.")->type_name("FILE");
  app->add_flag("--json", flags->json, "Print one JSON object a line for each file.");
  app->add_flag("--quiet", flags->quiet, "Print no progress.");
  return {app, [flags](std::ostream& out, std::ostream& err) {
            return Session(*flags, out, err).Run();
          }};
}

}  // namespace stator::model
