#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/exchange/sheet.h"
#include "model/language/model.h"

// Models from what other tools write, and for them.
namespace stator::model {

// What is said elsewhere and was not understood, a sentence.
struct Unread {
  std::string pattern;  // that it was said of; empty: of the whole
  std::string sentence;
};

struct Imported {
  Model model;
  // What was guessed or left out, a sentence each; they become comments at the top of the text.
  std::vector<std::string> remarks;
  // Becomes comments as well, each at its pattern.
  std::vector<Unread> unread;
};

// The text of a model that Parse reads without complaint. What comes from elsewhere is checked
// against that: what does not parse after all is a ValidationException with the first complaint.
Result<std::string> TextOfImported(const Imported& imported);

// What was not understood, for whoever does not look into the model: a line each.
void SayUnread(const Imported& imported, std::ostream& err);

// A list of access patterns, in the columns and forms of docs/model-exchange.md. Entities, their
// sizes and their keys are proposals.
// Errors: a ValidationException with the line and a hint, for a cell in any other form.
Result<Imported> ImportSheet(const Sheet& sheet, std::string_view name);
// Back: name, query type, key condition, filter, expected throughput, and the request itself in the
// words of the model language, by which an import gets the pattern back as it was; what is stated
// below a pattern has a column of its own, if any pattern has it.
Sheet ExportSheet(const Model& model);

// Beside a model FILE that was imported from NoSQL Workbench lies the original as FILE + this.
inline constexpr std::string_view kOriginalSuffix = ".nwb.json";

// NoSQL Workbench's JSON (versions 1.0 to 3.0).
Result<Imported> ImportWorkbench(const std::string& json);
// Version 3.0. `original` is the JSON the model came from, or empty: what it has besides what a
// model says (sample data, fields of tools, fields nobody knows) is kept as it is.
Result<std::string> ExportWorkbench(const Model& model, const std::string& original);
// What that leaves out because the format has no place for it, a sentence each.
std::vector<std::string> LeftOutByWorkbench(const Model& model);

// The tables of a CloudFormation template, in JSON or in the YAML that templates use.
Result<Imported> ImportCloudFormation(const std::string& text, std::string_view name);

// A OneTable schema, format onetable:1.1.0.
Result<Imported> ImportOneTable(const std::string& json, std::string_view name);

}  // namespace stator::model
