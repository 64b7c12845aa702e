#include "simulate/command.h"

#include <ostream>
#include <string>

#include <CLI/CLI.hpp>

#include "base/result.h"
#include "base/small_file.h"
#include "base/usage_sentence.h"
#include "model/command/command.h"
#include "price/price_table.h"
#include "price/prices_option.h"
#include "simulate/choices.h"
#include "simulate/report.h"

namespace stator::simulate {
namespace {

// The options of the command line.
struct Words {
  std::string model;
  Choices choices;
  std::string prices = price::kDefaultPrices;
  bool json = false;
};

void AddOptions(CLI::App& app, Words& words) {
  app.add_option("--model", words.model, "The model file.")->required()->type_name("FILE");
  app.add_option("--hours", words.choices.hours, "Hours of service time to simulate. [24]")
      ->type_name("HOURS");
  app.add_option("--profile", words.choices.profile,
                 "Course of the rates: even, diurnal, spike, or a file of times and factors. "
                 "[diurnal]")
      ->type_name("NAME|FILE");
  app.add_option("--capacity", words.choices.capacity,
                 "Capacity of every table and index: on-demand, or read and write units such as "
                 "500,100. [as the model says]")
      ->type_name("CAPACITY");
  app.add_option("--scaling", words.choices.scaling,
                 "Auto scaling of provisioned capacity: target in percent, minimum and maximum "
                 "units, such as 70,5,4000. [as the model says]")
      ->type_name("TARGET,MIN,MAX");
  price::AddPricesOption(app, words.prices);
  app.add_option("--attempts", words.choices.attempts,
                 "Attempts for a throttled request; 1 means no retries. [4]")
      ->type_name("NUMBER");
  app.add_option("--seed", words.choices.seed, "Seed of the random choices. [1]")
      ->check(CLI::NonNegativeNumber)
      ->type_name("NUMBER");
  app.add_flag("--json", words.json, "Print JSON.");
}

Result<bool> Run(const Words& words, const model::Model& model, std::ostream& out) {
  auto choices = words.choices;
  TRY(OptionsOf(choices));
  if (!IsProfileName(choices.profile)) {
    choices.profile_table = TRY(ReadSmallFile(choices.profile, "profile"));
  }
  const auto prices = TRY(price::LoadPrices(words.prices));
  const auto answer = TRY(SimulateChoices(choices, model, prices, {}));
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
