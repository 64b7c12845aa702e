#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>

#include "model/command/command.h"
#include "model/describe/description.h"

namespace stator::model {

Subcommand AddDescribeCommand(CLI::App& model) {
  auto file = std::make_shared<std::string>();
  CLI::App* app = model.add_subcommand(
      "describe",
      "Print the tables, the rows of each entity and the requests of each pattern as JSON.");
  app->add_option("file", *file, "The model file.")->required()->type_name("FILE");
  return {app, [file](std::ostream& out, std::ostream& err) {
            const auto loaded = LoadModel(*file, err);
            if (!loaded) return kExitUsage;
            out << DescriptionJson(loaded->model);
            return kExitGood;
          }};
}

}  // namespace stator::model
