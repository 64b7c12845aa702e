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

// Returns true if both names refer to the same file.
bool IsSame(const std::string& one, const std::string& other) {
  std::error_code error;
  return std::filesystem::equivalent(one, other, error) && !error;
}

// Writes the file, and its runtime into the same folder if it needs one.
int WriteAll(const std::string& name, const generate::Generated& made, std::ostream& err) {
  if (made.runtime_name.empty()) return Write(name, made.text, err);
  const std::filesystem::path path(name);
  if (path.filename() == made.runtime_name) {
    err << "stator: " << name << " is the file of the runtime; give --out another name.\n";
    return kExitUsage;
  }
  if (const int code = Write(name, made.text, err); code != kExitGood) return code;
  return Write((path.parent_path() / made.runtime_name).string(), made.runtime_text, err);
}

int Run(const Flags& flags, std::ostream& out, std::ostream& err) {
  const auto target = generate::TargetOf(flags.target);
  if (IsSame(flags.file, flags.out)) {
    err << "stator: " << flags.out << " is the model itself; give --out another file.\n";
    return kExitUsage;
  }
  const auto loaded = LoadModel(flags.file, err);
  if (!loaded || !target) return kExitUsage;
  const bool printed = flags.out.empty();
  const auto place = printed ? generate::RuntimePlace::kWithin : generate::RuntimePlace::kBeside;
  const auto made = generate::Generate(loaded->model, *target, place);
  if (!made) {
    err << flags.file << ": " << made.error().message << '\n';
    return kExitFindings;
  }
  if (printed) {
    out << made->text;
  } else if (const int code = WriteAll(flags.out, *made, err); code != kExitGood) {
    return code;
  }
  for (const auto& reason : made->left_out) err << flags.file << ": left out " << reason << '\n';
  return made->left_out.empty() ? kExitGood : kExitFindings;
}

}  // namespace

Subcommand AddGenerateCommand(CLI::App& model) {
  auto flags = std::make_shared<Flags>();
  CLI::App* app = model.add_subcommand(
      "generate",
      "Generate infrastructure for the tables, code for each pattern, or pages about "
      "the model.");
  app->add_option("file", flags->file, "The model file.")->required()->type_name("FILE");
  std::vector<std::string> names;
  for (const auto name : generate::TargetNames()) names.emplace_back(name);
  app->add_option("--to", flags->target, fmt::format("What to write: {}.", fmt::join(names, ", ")))
      ->required()
      ->type_name("TARGET")
      ->check(CLI::IsMember(names));
  app->add_option(
         "--out", flags->out,
         "The file to write. [printed] The runtime of Python, TypeScript and C# becomes a file "
         "beside it, or a part of the printed text.")
      ->type_name("FILE");
  return {app, [flags](std::ostream& out, std::ostream& err) { return Run(*flags, out, err); }};
}

}  // namespace stator::model
