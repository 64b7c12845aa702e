#include "model/cost/advise.h"

#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>

#include "model/command/command.h"
#include "model/command/pricing_flags.h"

namespace stator::model {
namespace {

struct Flags {
  std::string file;
  PricingFlags pricing;
  Circumstances circumstances;
  bool json = false;
};

int Run(const Flags& flags, std::ostream& out, std::ostream& err) {
  const auto loaded = LoadModel(flags.file, err);
  if (!loaded) return kExitUsage;
  const auto pricing = PricingOf(flags.pricing);
  if (!pricing) {
    err << "stator: " << pricing.error().message << '\n';
    return kExitUsage;
  }
  const auto advice = Advise(loaded->model, pricing->prices, pricing->terms, flags.circumstances);
  out << (flags.json ? AdviceJson(loaded->model.name, advice)
                     : AdviceText(loaded->model.name, advice));
  return kExitGood;
}

}  // namespace

Subcommand AddAdviseCommand(CLI::App& model) {
  auto flags = std::make_shared<Flags>();
  CLI::App* app = model.add_subcommand(
      "advise",
      "Advise whether DynamoDB suits the model, on one table or several, and on how to "
      "pay.");
  app->add_option("file", flags->file, "The model file.")->required()->type_name("FILE");
  AddPricingFlags(*app, flags->pricing);
  app->add_option("--stream-consumers", flags->circumstances.stream_consumers,
                  "Consumers of the stream. [as many as the model's copies need]")
      ->type_name("COUNT");
  app->add_option("--owners", flags->circumstances.owners, "Teams that own entities. [1]")
      ->type_name("COUNT");
  app->add_flag("--metrics-per-entity", flags->circumstances.metrics_per_entity,
                "Each entity needs metrics of its own.");
  app->add_flag("--json", flags->json, "Print JSON.");
  return {app, [flags](std::ostream& out, std::ostream& err) { return Run(*flags, out, err); }};
}

}  // namespace stator::model
