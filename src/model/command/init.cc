#include <algorithm>
#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "model/answer/example_files.h"
#include "model/command/command.h"
#include "model/command/new_file.h"
#include "model/exchange/imported.h"
#include "model/exchange/interview.h"
#include "model/language/print.h"

namespace stator::model {
namespace {

struct Flags {
  std::string example;
  std::string name;
  std::string file;
};

std::string ExampleNames() {
  std::string names;
  for (const auto& example : ExampleFiles()) {
    if (!names.empty()) names += ", ";
    names += example.name;
  }
  return names;
}

// Returns the example with the requested name.
Result<std::string> ExampleText(const Flags& flags) {
  const auto examples = ExampleFiles();
  const auto found = std::ranges::find(examples, flags.example, &EmbeddedFile::name);
  if (found == examples.end()) {
    return FailInvalid(
        fmt::format("There is no example '{}'; there are {}.", flags.example, ExampleNames()));
  }
  std::string text(found->text);
  if (flags.name.empty()) return text;
  if (CleanName(flags.name) != flags.name) {
    return FailInvalid(fmt::format(
        "'{}' is no name: names are made of letters a-z, digits, _, - and .", flags.name));
  }
  const auto line = fmt::format("model {}", found->name);
  const auto at = text.find(line);
  if (at != std::string::npos) text.replace(at, line.size(), "model " + flags.name);
  return text;
}

Result<> Init(Flags flags, std::istream& in, std::ostream& out) {
  std::string text;
  std::string name = flags.name.empty() ? flags.example : flags.name;
  if (!flags.example.empty()) {
    text = TRY(ExampleText(flags));
  } else {
    Imported made{.model = TRY(Interview(in, out, flags.name))};
    name = made.model.name;
    text = TRY(TextOfImported(made));
  }
  if (flags.file.empty()) flags.file = CleanName(name) + ".std";
  TRY(WriteNewFile(flags.file, text));
  out << fmt::format("{0}: written. Next: stator model check {0}\n", flags.file);
  return {};
}

}  // namespace

Subcommand AddInitCommand(CLI::App& model) {
  auto flags = std::make_shared<Flags>();
  CLI::App* app = model.add_subcommand(
      "init", "Begin a model: from an example, or from the answers to a few questions.");
  app->add_option("file", flags->file, "A new file to write. [NAME.std]")->type_name("FILE");
  app->add_option("--example", flags->example, fmt::format("One of {}.", ExampleNames()))
      ->type_name("NAME");
  app->add_option("--name", flags->name, "Name of the model.");
  return {app, [flags](std::ostream& out, std::ostream& err) {
            const auto done = Init(*flags, std::cin, out);
            if (done) return kExitGood;
            err << "stator: " << done.error().message << '\n';
            return kExitUsage;
          }};
}

}  // namespace stator::model
