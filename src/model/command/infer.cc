#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "client/environment.h"
#include "model/command/command.h"
#include "model/command/new_file.h"
#include "model/exchange/infer_table.h"

namespace stator::model {
namespace {

struct Flags {
  std::string endpoint;
  std::string region;
  std::string table;
  std::int64_t sample = kSampleDefault;
  std::string out;
};

Result<> Infer(const Flags& flags, std::ostream& out, std::ostream& err) {
  if (flags.sample < 1 || flags.sample > kSampleMax) {
    return FailInvalid(fmt::format("--sample must be from 1 to {}.", kSampleMax));
  }
  auto database =
      client::Connection::Connect(client::EndpointFromEnvironment(flags.endpoint, flags.region));
  if (!database) return FailInvalid(database.error().message);
  const auto imported = TRY(InferFromTable(*database, flags.table, {.items_max = flags.sample}));
  TRY(WriteResult(flags.out, TRY(TextOfImported(imported)), out));
  SayUnread(imported, err);
  return {};
}

}  // namespace

Subcommand AddInferCommand(CLI::App& model) {
  auto flags = std::make_shared<Flags>();
  CLI::App* app = model.add_subcommand(
      "infer", "Propose a model of a table from its data: entities, key templates, sizes.");
  app->add_option("--endpoint", flags->endpoint, "The server, such as http://127.0.0.1:8000.")
      ->required()
      ->type_name("URL");
  app->add_option("--table", flags->table, "The table whose items are read.")->required();
  app->add_option("--region", flags->region, "The region. [AWS_REGION, or us-east-1]");
  app->add_option("--sample", flags->sample, "Maximum of items to read. [1000]");
  app->add_option("--out", flags->out, "A new file to write. [printed]")->type_name("FILE");
  return {app, [flags](std::ostream& out, std::ostream& err) {
            const auto done = Infer(*flags, out, err);
            if (done) return kExitGood;
            err << "stator: " << done.error().message << '\n';
            return kExitUsage;
          }};
}

}  // namespace stator::model
