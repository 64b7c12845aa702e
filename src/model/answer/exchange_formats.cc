#include "model/answer/exchange_formats.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "json/parser.h"
#include "model/exchange/json_access.h"
#include "model/exchange/sheet.h"

namespace stator::model {
namespace {

constexpr std::array<std::pair<std::string_view, ImportFormat>, 5> kFormats{
    {{"csv", ImportFormat::kCsv},
     {"markdown", ImportFormat::kMarkdown},
     {"nwb", ImportFormat::kWorkbench},
     {"cloudformation", ImportFormat::kCloudFormation},
     {"onetable", ImportFormat::kOneTable}}};

// Detects the format of a JSON file by its members.
Result<ImportFormat> FormatOfJson(const std::string& text) {
  json::Parser parser;
  const auto body = TRY(ParseDocument(parser, text, "file"));
  if (Member(body.root(), "DataModel")) return ImportFormat::kWorkbench;
  if (Member(body.root(), "Resources")) return ImportFormat::kCloudFormation;
  if (Member(body.root(), "models")) return ImportFormat::kOneTable;
  return FailInvalid(
      "The file is neither a NoSQL Workbench model (DataModel), nor a CloudFormation template "
      "(Resources), nor a OneTable schema (models).");
}

}  // namespace

Result<ImportFormat> ImportFormatOf(std::string_view from, std::string_view file,
                                    const std::string& text, OptionStyle style) {
  for (const auto& [name, format] : kFormats) {
    if (from == name) return format;
  }
  const auto option = OptionName("from", style);
  if (!from.empty()) {
    return FailInvalid(
        fmt::format("{} must be csv, markdown, nwb, cloudformation or onetable.", option));
  }
  if (file.ends_with(".csv")) return ImportFormat::kCsv;
  if (file.ends_with(".md") || file.ends_with(".markdown")) return ImportFormat::kMarkdown;
  if (file.ends_with(".yaml") || file.ends_with(".yml") || file.ends_with(".template")) {
    return ImportFormat::kCloudFormation;
  }
  if (file.ends_with(".json")) return FormatOfJson(text);
  return FailInvalid(
      fmt::format("The name of the file does not tell its format; give {}.", option));
}

Result<Imported> Import(ImportFormat format, const std::string& text, const std::string& name) {
  switch (format) {
    case ImportFormat::kCsv:
      return ImportSheet(TRY(ParseCsv(text)), name);
    case ImportFormat::kMarkdown:
      return ImportSheet(TRY(ParseMarkdown(text)), name);
    case ImportFormat::kWorkbench:
      return ImportWorkbench(text);
    case ImportFormat::kCloudFormation:
      return ImportCloudFormation(text, name);
    case ImportFormat::kOneTable:
      break;
  }
  return ImportOneTable(text, name);
}

Result<Exported> Export(const Model& model, std::string_view to, const std::string& original,
                        OptionStyle style) {
  if (to == "csv") return Exported{.text = WriteCsv(ExportSheet(model))};
  if (to == "markdown") return Exported{.text = WriteMarkdown(ExportSheet(model))};
  if (to == "nwb") {
    return Exported{.text = TRY(ExportWorkbench(model, original)),
                    .left_out = LeftOutByWorkbench(model)};
  }
  return FailInvalid(fmt::format("{} must be csv, markdown or nwb.", OptionName("to", style)));
}

}  // namespace stator::model
