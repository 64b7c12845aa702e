#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

// A table of texts, as in spreadsheets and Markdown. libcsv reads no Markdown and reports no line
// of a fault.
namespace stator::model {

// A header and rows of cells.
struct Sheet {
  std::vector<std::string> header;
  std::size_t header_line = 1;
  std::vector<std::vector<std::string>> rows;  // each with as many cells as the header
  // on which the rows begin; rows beyond the list follow each other
  std::vector<std::size_t> lines;

  // Returns the line of the file on which a row begins.
  std::size_t LineOf(std::size_t row) const {
    return row < lines.size() ? lines[row] : header_line + 1 + row;
  }
};

// Reads comma- or semicolon-separated text with doubled quotes within quotes (RFC 4180). Short rows
// are filled up. Empty rows are skipped.
// Errors: a ValidationException with the line for more than kSheetRowsMax rows or kSheetColumnsMax
// columns, or for an unclosed quote.
Result<Sheet> ParseCsv(std::string_view text);
// Reads the first table with a rule (|---|) under its header. Text around it is skipped.
Result<Sheet> ParseMarkdown(std::string_view text);

// Print a sheet. The parsers above read the output.
std::string WriteCsv(const Sheet& sheet);
std::string WriteMarkdown(const Sheet& sheet);

inline constexpr std::size_t kSheetRowsMax = 5'000;
inline constexpr std::size_t kSheetColumnsMax = 64;

}  // namespace stator::model
