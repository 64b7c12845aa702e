#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>

#include "model/answer/pricing_terms.h"
#include "model/command/command.h"
#include "model/command/pricing_flags.h"
#include "model/cost/report.h"

namespace stator::model {
namespace {

struct Flags {
  std::string file;
  PricingFlags pricing;
  PriceQuestion question;
  bool json = false;
};

Result<PriceAnswer> Answer(const Model& model, const Flags& flags) {
  const auto [prices, terms] = TRY(PricingOf(flags.pricing));
  return AnswerOf(model, prices, terms, flags.question);
}

int Run(const Flags& flags, std::ostream& out, std::ostream& err) {
  const auto loaded = LoadModel(flags.file, err);
  if (!loaded) return kExitUsage;
  const auto answer = Answer(loaded->model, flags);
  if (!answer) {
    err << "stator: " << answer.error().message << '\n';
    return kExitUsage;
  }
  out << (flags.json ? ModelPriceJson(*answer) : ModelPriceText(*answer));
  return answer->OverBudget() ? kExitFindings : kExitGood;
}

}  // namespace

Subcommand AddPriceCommand(CLI::App& model) {
  auto flags = std::make_shared<Flags>();
  CLI::App* app = model.add_subcommand(
      "price",
      "Price the model for a month, by pattern, index and entity. Exits with 1 if the cost exceeds "
      "the budget.");
  app->add_option("file", flags->file, "The model file.")->required()->type_name("FILE");
  AddPricingFlags(*app, flags->pricing);
  app->add_option("--scale", flags->question.what_if.scale,
                  "Compare with this many times the traffic and data: 10x.")
      ->type_name("FACTOR");
  app->add_option("--without-index", flags->question.what_if.without_indexes,
                  "Compare with the model without this index: GSI1, or orders.GSI1 if several "
                  "tables have a GSI1. May be repeated.")
      ->type_name("INDEX")
      ->expected(1)
      ->take_all();
  app->add_option("--projection", flags->question.what_if.projections,
                  "Compare with another projection of an index: GSI1=all, GSI1=keys, "
                  "GSI1=include:a,b. May be repeated.")
      ->type_name("CHANGE")
      ->expected(1)
      ->take_all();
  app->add_flag("--table-per-entity", flags->question.what_if.table_per_entity,
                "Compare with a table for each entity.");
  app->add_flag("--single-table", flags->question.single_table,
                "Compare with one table for all entities. With --table-per-entity, compare these "
                "two designs.");
  app->add_flag("--json", flags->json, "Print JSON.");
  return {app, [flags](std::ostream& out, std::ostream& err) { return Run(*flags, out, err); }};
}

}  // namespace stator::model
