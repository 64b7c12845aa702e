#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

// A table of texts, as spreadsheets and Markdown have them.
namespace stator::model {

struct Sheet {
  std::vector<std::string> header;
  std::size_t header_line = 1;
  std::vector<std::vector<std::string>> rows;  // each with as many cells as the header
  std::vector<std::size_t> lines;  // on which the rows begin; fewer: the others follow each other

  std::size_t LineOf(std::size_t row) const {
    return row < lines.size() ? lines[row] : header_line + 1 + row;
  }
};

// Comma- or semicolon-separated, quotes doubled within quotes (RFC 4180). At most kSheetRowsMax
// rows and kSheetColumnsMax columns; what is too much or not closed is a ValidationException with
// the line. Short rows are filled up, empty rows skipped.
Result<Sheet> ParseCsv(std::string_view text);
// The first table with a rule (|---|) under its header; text around it is skipped.
Result<Sheet> ParseMarkdown(std::string_view text);

std::string WriteCsv(const Sheet& sheet);
std::string WriteMarkdown(const Sheet& sheet);

inline constexpr std::size_t kSheetRowsMax = 5'000;
inline constexpr std::size_t kSheetColumnsMax = 64;

}  // namespace stator::model
