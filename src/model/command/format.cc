#include "model/language/format.h"

#include <fstream>
#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>

#include "model/command/command.h"

namespace stator::model {
namespace {

struct Flags {
  std::vector<std::string> files;
  bool check = false;
};

// Rewrites the file if its format is wrong. With `check`, only reports it.
int FormatOne(const LoadedModel& loaded, bool check, std::ostream& out, std::ostream& err) {
  const auto formatted = Format(loaded.text);
  if (formatted == loaded.text) return kExitGood;
  out << loaded.file << (check ? ": not formatted\n" : ": formatted\n");
  if (check) return kExitFindings;
  std::ofstream file(loaded.file, std::ios::binary | std::ios::trunc);
  file << formatted;
  if (file.flush()) return kExitGood;
  err << "stator: " << loaded.file << " cannot be written.\n";
  return kExitUsage;
}

}  // namespace

Subcommand AddFormatCommand(CLI::App& model) {
  auto flags = std::make_shared<Flags>();
  CLI::App* app = model.add_subcommand("fmt", "Format model files.");
  app->add_option("files", flags->files, "The model files.")->required()->type_name("FILE");
  app->add_flag("--check", flags->check, "Change nothing; exit with 1 if a file would change.");
  return {app, [flags](std::ostream& out, std::ostream& err) {
            int worst = kExitGood;
            for (const auto& file : flags->files) {
              const auto loaded = LoadModel(file, err);
              const int one = loaded ? FormatOne(*loaded, flags->check, out, err) : kExitUsage;
              worst = std::max(worst, one);
            }
            return worst;
          }};
}

}  // namespace stator::model
