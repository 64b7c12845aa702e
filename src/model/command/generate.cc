#include "model/generate/generate.h"

#include <filesystem>
#include <fstream>
#include <memory>
#include <ostream>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/command/command.h"

namespace stator::model {
namespace {

struct Flags {
  std::string file;
  std::string target;
  std::string out;
};

int Write(const std::string& name, const std::string& text, std::ostream& err) {
  std::ofstream file(name, std::ios::binary | std::ios::trunc);
  file << text;
  if (file.flush()) return kExitGood;
  err << "stator: " << name << " cannot be written.\n";
  return kExitUsage;
}

// Whether both are one file, by whatever names.
bool IsSame(const std::string& one, const std::string& other) {
  std::error_code error;
  return std::filesystem::equivalent(one, other, error) && !error;
}

int Run(const Flags& flags, std::ostream& out, std::ostream& err) {
  const auto target = generate::TargetOf(flags.target);
  if (IsSame(flags.file, flags.out)) {
    err << "stator: " << flags.out << " is the model itself; --out takes another file.\n";
    return kExitUsage;
  }
  const auto loaded = LoadModel(flags.file, err);
  if (!loaded || !target) return kExitUsage;
  const auto made = generate::Generate(loaded->model, *target);
  if (!made) {
    err << flags.file << ": " << made.error().message << '\n';
    return kExitFindings;
  }
  if (flags.out.empty()) {
    out << made->text;
  } else if (const int code = Write(flags.out, made->text, err); code != kExitGood) {
    return code;
  }
  for (const auto& reason : made->left_out) err << flags.file << ": left out " << reason << '\n';
  return made->left_out.empty() ? kExitGood : kExitFindings;
}

}  // namespace

Subcommand AddGenerateCommand(CLI::App& model) {
  auto flags = std::make_shared<Flags>();
  CLI::App* app = model.add_subcommand(
      "generate", "Write what makes the tables, code for each pattern, or pages about the model.");
  app->add_option("file", flags->file, "The model file.")->required()->type_name("FILE");
  std::vector<std::string> names;
  for (const auto name : generate::TargetNames()) names.emplace_back(name);
  app->add_option("--to", flags->target, fmt::format("What to write: {}.", fmt::join(names, ", ")))
      ->required()
      ->type_name("TARGET")
      ->check(CLI::IsMember(names));
  app->add_option("--out", flags->out, "The file to write; without, the text is printed.")
      ->type_name("FILE");
  return {app, [flags](std::ostream& out, std::ostream& err) { return Run(*flags, out, err); }};
}

}  // namespace stator::model
