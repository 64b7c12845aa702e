#include "simulate/command.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/durations.h"
#include "base/limits.h"
#include "base/quantity.h"
#include "base/result.h"
#include "base/small_file.h"
#include "base/text.h"
#include "base/usage_sentence.h"
#include "model/command/command.h"
#include "price/price_table.h"
#include "price/prices_option.h"
#include "simulate/profile.h"
#include "simulate/report.h"
#include "simulate/simulation.h"

namespace stator::simulate {
namespace {

// The options of the command line.
struct Words {
  std::string model;
  double hours = 24;
  std::string profile = "diurnal";
  std::string capacity;  // empty: as the model says
  std::string scaling;   // empty: as the model says
  std::string prices = price::kDefaultPrices;
  std::uint64_t seed = 1;
  int attempts = kAttemptsDefault;
  bool json = false;
};

void AddOptions(CLI::App& app, Words& words) {
  app.add_option("--model", words.model, "The model file.")->required()->type_name("FILE");
  app.add_option("--hours", words.hours, "Hours of service time to simulate. [24]")
      ->type_name("HOURS");
  app.add_option("--profile", words.profile,
                 "Course of the rates: even, diurnal, spike, or a file of times and factors. "
                 "[diurnal]")
      ->type_name("NAME|FILE");
  app.add_option("--capacity", words.capacity,
                 "Capacity of every table and index: on-demand, or read and write units such as "
                 "500,100. [as the model says]")
      ->type_name("CAPACITY");
  app.add_option("--scaling", words.scaling,
                 "Auto scaling of provisioned capacity: target in percent, minimum and maximum "
                 "units, such as 70,5,4000. [as the model says]")
      ->type_name("TARGET,MIN,MAX");
  price::AddPricesOption(app, words.prices);
  app.add_option("--attempts", words.attempts,
                 "Attempts for a throttled request; 1 means no retries. [4]")
      ->type_name("NUMBER");
  app.add_option("--seed", words.seed, "Seed of the random choices. [1]")
      ->check(CLI::NonNegativeNumber)
      ->type_name("NUMBER");
  app.add_flag("--json", words.json, "Print JSON.");
}

Result<std::int64_t> UnitsOf(const std::string& option, std::string_view text) {
  const auto count = TRY(ParseCount(text));
  if (count < 1) return FailInvalid(option + " must have at least one unit of each kind.");
  if (count > static_cast<std::uint64_t>(limits::kCapacityUnitsMax)) {
    return FailInvalid(fmt::format("{} must have at most {} units of each kind.", option,
                                   limits::kCapacityUnitsMax));
  }
  return static_cast<std::int64_t>(count);
}

Result<std::optional<CapacityChoice>> CapacityOf(const std::string& text) {
  if (text.empty()) return std::nullopt;
  if (text == "on-demand") return CapacityChoice{};
  const auto parts = SplitAt(',', text);
  if (parts.size() != 2) {
    return FailInvalid("--capacity must be on-demand, or read and write units such as 500,100.");
  }
  return CapacityChoice{.on_demand = false,
                        .provisioned = {.read = TRY(UnitsOf("--capacity", parts[0])),
                                        .write = TRY(UnitsOf("--capacity", parts[1]))}};
}

Result<std::optional<ScalingChoice>> ScalingOf(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const auto parts = SplitAt(',', text);
  if (parts.size() != 3) return FailInvalid("--scaling is written as TARGET,MIN,MAX: 70,5,4000.");
  const auto target = TRY(ParseCount(parts[0]));
  if (target < limits::kTargetPercentMin || target > limits::kTargetPercentMax) {
    return FailInvalid("The target of --scaling must be from 20 to 90.");
  }
  ScalingChoice choice{.target_percent = static_cast<double>(target),
                       .min = TRY(UnitsOf("--scaling", parts[1])),
                       .max = TRY(UnitsOf("--scaling", parts[2]))};
  if (choice.max < choice.min) return FailInvalid("The MIN of --scaling must not exceed its MAX.");
  return choice;
}

Result<Profile> ProfileOf(const Words& words, const model::Model& model, std::int64_t seconds) {
  if (words.profile == "even") return Profile::Even(model);
  if (words.profile == "diurnal") return Profile::Diurnal(model);
  if (words.profile == "spike") return Profile::Spike(model, seconds);
  return Profile::FromTable(model, TRY(ReadSmallFile(words.profile, "profile")));
}

Result<std::int64_t> SecondsOf(double hours) {
  const double seconds = std::floor(hours * kHourSeconds);
  if (!(seconds >= 1 && hours <= kHoursMax)) {
    return FailInvalid(
        fmt::format("--hours must be more than a second and at most {}.", kHoursMax));
  }
  return static_cast<std::int64_t>(seconds);
}

Result<int> AttemptsOf(int attempts) {
  if (attempts < 1 || attempts > kAttemptsMax) {
    return FailInvalid(fmt::format("--attempts must be from 1 to {}.", kAttemptsMax));
  }
  return attempts;
}

// Refuses scaling if nothing is provisioned.
Result<> CheckScaling(const SimulationOptions& options, const model::Model& model) {
  if (!options.scaling) return {};
  const bool on_demand = options.capacity
                             ? options.capacity->on_demand
                             : std::ranges::all_of(model.tables, &model::Table::on_demand);
  if (!on_demand) return {};
  return FailInvalid(
      "--scaling needs provisioned capacity, and everything is on-demand. Give --capacity "
      "READS,WRITES too.");
}

Result<bool> Run(const Words& words, const model::Model& model, std::ostream& out) {
  SimulationOptions options{.seconds = TRY(SecondsOf(words.hours)),
                            .seed = words.seed,
                            .attempts = TRY(AttemptsOf(words.attempts)),
                            .capacity = TRY(CapacityOf(words.capacity)),
                            .scaling = TRY(ScalingOf(words.scaling))};
  TRY(CheckScaling(options, model));
  const auto profile = TRY(ProfileOf(words, model, options.seconds));
  const auto prices = TRY(price::LoadPrices(words.prices));
  const SimulationAnswer answer{.model = model.name,
                                .profile = std::string(profile.name()),
                                .seconds = options.seconds,
                                .seed = options.seed,
                                .attempts = options.attempts,
                                .prices = prices,
                                .result = Simulate(model, profile, options, prices)};
  out << (words.json ? SimulationJson(answer) : SimulationText(answer));
  return answer.result.throttles.empty();
}

}  // namespace

int RunSimulateCommand(int count, const char* const* arguments, std::ostream& out,
                       std::ostream& err) {
  CLI::App app("Stator is a database that speaks DynamoDB.", "stator");
  CLI::App* simulate = app.add_subcommand(
      "simulate",
      "Run a model's patterns as traffic on a simulated clock. The report shows throttled "
      "requests, hot keys, splits and costs. Exits with 1 if a request is throttled.");
  Words words;
  AddOptions(*simulate, words);
  try {
    app.parse(count, arguments);
  } catch (const CLI::Success& wanted) {  // --help
    app.exit(wanted, out, out);
    return model::kExitGood;
  } catch (const CLI::ParseError& error) {
    err << "stator: " << UsageSentence(app, error.what()) << '\n';
    return model::kExitUsage;
  }
  const auto loaded = model::LoadModel(words.model, err);
  if (!loaded) return model::kExitUsage;
  const auto served = Run(words, loaded->model, out);
  if (!served) {
    err << "stator: " << served.error().message << '\n';
    return model::kExitUsage;
  }
  return *served ? model::kExitGood : model::kExitFindings;
}

}  // namespace stator::simulate
