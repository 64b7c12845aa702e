#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/exchange/sheet.h"
#include "model/language/model.h"

// Imports models from other tools' formats, and exports models to them.
namespace stator::model {

inline constexpr std::size_t kImportedTablesMax = 100;
// Provisioned units of an imported table: the most that are believed, and those of a table that
// states none that can be read.
inline constexpr double kImportedUnitsMax = 1e9;
inline constexpr std::int64_t kImportedUnitsDefault = 5;

// A part of the original that the importer could not read, as a sentence.
struct Unread {
  std::string pattern;  // the pattern it belongs to; empty: the whole model
  std::string sentence;
};

// A model with the importer's remarks.
struct Imported {
  Model model;
  // Sentences about guesses and omissions. They become comments at the top of the text.
  std::vector<std::string> remarks;
  // These become comments too, each above its pattern.
  std::vector<Unread> unread;
};

// Prints the model with its remarks. Parse reads the text without complaint. Errors: a
// ValidationException with the first complaint, if the imported model does not parse.
Result<std::string> TextOfImported(const Imported& imported);

// Prints each unread part in a line, for users who do not open the model.
void SayUnread(const Imported& imported, std::ostream& err);

// Imports a list of access patterns, in the columns and forms of docs/model-exchange.md. Entities,
// their sizes and their keys are proposals.
// Errors: a ValidationException with the line and a hint, for a cell in any other form.
Result<Imported> ImportSheet(const Sheet& sheet, std::string_view name);
// Exports the patterns: name, query type, key condition, filter, expected throughput and request.
// The request is in the model language, so that an import restores the pattern exactly. If any
// pattern has statements below it, they get a column of their own.
Sheet ExportSheet(const Model& model);

// Suffix of the original of a model imported from NoSQL Workbench. It lies beside the model's FILE
// as FILE.nwb.json.
inline constexpr std::string_view kOriginalSuffix = ".nwb.json";

// Imports NoSQL Workbench's JSON (versions 1.0 to 3.0).
Result<Imported> ImportWorkbench(const std::string& json);
// Exports version 3.0. `original` is the JSON that the model came from, or empty. Members without a
// counterpart in a model (sample data, fields of tools, unknown fields) stay unchanged.
Result<std::string> ExportWorkbench(const Model& model, const std::string& original);
// Lists the parts of a model that ExportWorkbench omits, because the format has no place for them.
// A sentence for each.
std::vector<std::string> LeftOutByWorkbench(const Model& model);

// Imports the tables of a CloudFormation template, in JSON or in the YAML that templates use.
Result<Imported> ImportCloudFormation(const std::string& text, std::string_view name);

// Imports a OneTable schema, format onetable:1.1.0.
Result<Imported> ImportOneTable(const std::string& json, std::string_view name);

}  // namespace stator::model
