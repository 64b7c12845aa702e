#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "model/answer/option_name.h"
#include "model/exchange/imported.h"
#include "model/language/model.h"

// Chooses among the formats of other tools.
namespace stator::model {

enum class ImportFormat : std::uint8_t { kCsv, kMarkdown, kWorkbench, kCloudFormation, kOneTable };

// Returns the format `from`. If that is empty, the name of the file and the text's members tell it.
// Errors: a sentence if nothing tells.
Result<ImportFormat> ImportFormatOf(std::string_view from, std::string_view file,
                                    const std::string& text, OptionStyle style);

// Imports the text. `name` is that of the model, unless the text has one.
Result<Imported> Import(ImportFormat format, const std::string& text, const std::string& name);

// A model as another tool reads it.
struct Exported {
  std::string text;
  std::vector<std::string> left_out;  // sentences
};
// Exports to "csv", "markdown" or "nwb". `original` is the NoSQL Workbench model that the model
// came from, or empty.
Result<Exported> Export(const Model& model, std::string_view to, const std::string& original,
                        OptionStyle style);

}  // namespace stator::model
