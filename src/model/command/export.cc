#include <filesystem>
#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>

#include "base/small_file.h"
#include "model/answer/exchange_formats.h"
#include "model/command/command.h"
#include "model/command/new_file.h"
#include "model/exchange/imported.h"

namespace stator::model {
namespace {

struct Flags {
  std::string file;
  std::string to;
  std::string original;
  std::string out;
};

// Returns the original that an import left beside the model. Empty: there is none.
Result<std::string> OriginalOf(const Flags& flags) {
  auto file = flags.original;
  if (file.empty()) {
    file = flags.file + std::string(kOriginalSuffix);
    std::error_code ignored;  // an unreadable path counts as absent
    if (!std::filesystem::exists(file, ignored)) return std::string();
  }
  return ReadSmallFile(file, "NoSQL Workbench");
}

Result<> Run(const Flags& flags, const Model& model, std::ostream& out, std::ostream& err) {
  const auto original = flags.to == "nwb" ? TRY(OriginalOf(flags)) : std::string();
  const auto made = TRY(Export(model, flags.to, original, OptionStyle::kFlag));
  TRY(WriteResult(flags.out, made.text, out));
  for (const auto& note : made.left_out) err << "stator: " << note << '\n';
  return {};
}

}  // namespace

Subcommand AddExportCommand(CLI::App& model) {
  auto flags = std::make_shared<Flags>();
  CLI::App* app = model.add_subcommand(
      "export", "Write the list of access patterns, or a model for NoSQL Workbench.");
  app->add_option("file", flags->file, "The model file.")->required()->type_name("FILE");
  app->add_option("--to", flags->to, "What to write.")->required()->type_name("csv|markdown|nwb");
  app->add_option("--original", flags->original,
                  "NoSQL Workbench model whose sample data and unknown fields are kept. [the one "
                  "that import left beside the model]")
      ->type_name("FILE");
  app->add_option("--out", flags->out, "A new file to write. [printed]")->type_name("FILE");
  return {app, [flags](std::ostream& out, std::ostream& err) {
            const auto loaded = LoadModel(flags->file, err);
            if (!loaded) return kExitUsage;
            const auto done = Run(*flags, loaded->model, out, err);
            if (done) return kExitGood;
            err << "stator: " << done.error().message << '\n';
            return kExitUsage;
          }};
}

}  // namespace stator::model
