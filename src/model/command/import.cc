#include <array>
#include <memory>
#include <ostream>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/small_file.h"
#include "model/command/command.h"
#include "model/command/new_file.h"
#include "model/exchange/imported.h"
#include "model/exchange/json_access.h"
#include "model/language/byte_order_mark.h"

namespace stator::model {
namespace {

struct Flags {
  std::string file;
  std::string from;
  std::string name;
  std::string out;
};

enum class Format : std::uint8_t { kCsv, kMarkdown, kWorkbench, kCloudFormation, kOneTable };

constexpr std::array<std::pair<std::string_view, Format>, 5> kFormats{
    {{"csv", Format::kCsv},
     {"markdown", Format::kMarkdown},
     {"nwb", Format::kWorkbench},
     {"cloudformation", Format::kCloudFormation},
     {"onetable", Format::kOneTable}}};

// Detects the format of a JSON file by its members.
Result<Format> FormatOfJson(const std::string& text) {
  json::Parser parser;
  const auto body = TRY(ParseDocument(parser, text, "file"));
  if (Member(body.root(), "DataModel")) return Format::kWorkbench;
  if (Member(body.root(), "Resources")) return Format::kCloudFormation;
  if (Member(body.root(), "models")) return Format::kOneTable;
  return FailInvalid(
      "The file is neither a NoSQL Workbench model (DataModel), nor a CloudFormation template "
      "(Resources), nor a OneTable schema (models).");
}

Result<Format> FormatOf(const Flags& flags, const std::string& text) {
  for (const auto& [name, format] : kFormats) {
    if (flags.from == name) return format;
  }
  if (!flags.from.empty()) {
    return FailInvalid("--from must be csv, markdown, nwb, cloudformation or onetable.");
  }
  const std::string_view file = flags.file;
  if (file.ends_with(".csv")) return Format::kCsv;
  if (file.ends_with(".md") || file.ends_with(".markdown")) return Format::kMarkdown;
  if (file.ends_with(".yaml") || file.ends_with(".yml") || file.ends_with(".template")) {
    return Format::kCloudFormation;
  }
  if (file.ends_with(".json")) return FormatOfJson(text);
  return FailInvalid("The name of the file does not tell its format; give --from.");
}

Result<Imported> Read(Format format, const std::string& text, const std::string& name) {
  switch (format) {
    case Format::kCsv:
      return ImportSheet(TRY(ParseCsv(text)), name);
    case Format::kMarkdown:
      return ImportSheet(TRY(ParseMarkdown(text)), name);
    case Format::kWorkbench:
      return ImportWorkbench(text);
    case Format::kCloudFormation:
      return ImportCloudFormation(text, name);
    case Format::kOneTable:
      break;
  }
  return ImportOneTable(text, name);
}

Result<> Import(const Flags& flags, std::ostream& out, std::ostream& err) {
  const auto file = TRY(ReadSmallFile(flags.file, "import"));
  const std::string text(WithoutByteOrderMark(file));
  const auto format = TRY(FormatOf(flags, text));
  const auto name = flags.name.empty() ? StemOf(flags.file) : flags.name;
  const auto imported = TRY(Read(format, text, name));
  TRY(WriteResult(flags.out, TRY(TextOfImported(imported)), out));
  SayUnread(imported, err);
  if (flags.out.empty()) return {};
  out << flags.out << ": written\n";
  if (format != Format::kWorkbench) return {};
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
            const auto done = Import(*flags, out, err);
            if (done) return kExitGood;
            err << "stator: " << done.error().message << '\n';
            return kExitUsage;
          }};
}

}  // namespace stator::model
