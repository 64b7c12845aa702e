#include <memory>
#include <ostream>
#include <string_view>

#include <CLI/CLI.hpp>

#include "base/small_file.h"
#include "model/answer/exchange_formats.h"
#include "model/command/command.h"
#include "model/command/new_file.h"
#include "model/exchange/imported.h"
#include "model/language/byte_order_mark.h"

namespace stator::model {
namespace {

struct Flags {
  std::string file;
  std::string from;
  std::string name;
  std::string out;
};

Result<> Run(const Flags& flags, std::ostream& out, std::ostream& err) {
  const auto file = TRY(ReadSmallFile(flags.file, "import"));
  const std::string text(WithoutByteOrderMark(file));
  const auto format = TRY(ImportFormatOf(flags.from, flags.file, text, OptionStyle::kFlag));
  const auto name = flags.name.empty() ? StemOf(flags.file) : flags.name;
  const auto imported = TRY(Import(format, text, name));
  TRY(WriteResult(flags.out, TRY(TextOfImported(imported)), out));
  SayUnread(imported, err);
  if (flags.out.empty()) return {};
  out << flags.out << ": written\n";
  if (format != ImportFormat::kWorkbench) return {};
  const auto original = flags.out + std::string(kOriginalSuffix);
  TRY(WriteNewFile(original, text));
  out << original << ": parts that a model cannot hold, for a later export\n";
  return {};
}

}  // namespace

Subcommand AddImportCommand(CLI::App& model) {
  auto flags = std::make_shared<Flags>();
  CLI::App* app = model.add_subcommand(
      "import",
      "Make a model of a list of access patterns (CSV, Markdown), a NoSQL Workbench model, a "
      "CloudFormation template or a OneTable schema.");
  app->add_option("file", flags->file, "The file to read.")->required()->type_name("FILE");
  app->add_option("--from", flags->from,
                  "Format of the file. [detected from its name and contents]")
      ->type_name("csv|markdown|nwb|cloudformation|onetable");
  app->add_option("--name", flags->name, "Name of the model. [the name of the file]");
  app->add_option("--out", flags->out, "A new file to write. [printed]")->type_name("FILE");
  return {app, [flags](std::ostream& out, std::ostream& err) {
            const auto done = Run(*flags, out, err);
            if (done) return kExitGood;
            err << "stator: " << done.error().message << '\n';
            return kExitUsage;
          }};
}

}  // namespace stator::model
