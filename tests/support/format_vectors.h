#pragma once

// Reads the test vectors from the tables of docs/formats, so that documents and code cannot drift
// apart.

#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace stator::testing {

using TableRow = std::vector<std::string>;

inline std::string Trimmed(std::string_view cell) {
  const std::size_t begin = cell.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return std::string(cell.substr(begin, cell.find_last_not_of(' ') - begin + 1));
}

inline TableRow Cells(std::string_view line) {
  TableRow cells;
  line.remove_prefix(1);
  for (std::size_t bar = line.find('|'); bar != std::string_view::npos; bar = line.find('|')) {
    cells.push_back(Trimmed(line.substr(0, bar)));
    line.remove_prefix(bar + 1);
  }
  return cells;
}

// Returns the rows of the table with this header line. REQUIRES: the document has one, with rows.
inline std::vector<TableRow> FormatTable(const std::string& document, const std::string& header) {
  std::ifstream file(std::string(STATOR_SOURCE_DIR) + "/docs/formats/" + document);
  std::vector<TableRow> rows;
  std::string line;
  while (std::getline(file, line) && line != header) {
  }
  std::getline(file, line);  // the rule line below the header
  while (std::getline(file, line) && line.starts_with('|')) rows.push_back(Cells(line));
  EXPECT_FALSE(rows.empty()) << document << " has no table " << header;
  return rows;
}

// Returns the text between a cell's backquotes.
inline std::string Code(const std::string& cell) {
  EXPECT_TRUE(cell.size() >= 2 && cell.front() == '`' && cell.back() == '`') << cell;
  return cell.substr(1, cell.size() - 2);
}

inline std::string FromHex(const std::string& hex) {
  EXPECT_EQ(hex.size() % 2, 0U) << hex;
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes.push_back(static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

inline std::string ToHex(std::string_view bytes) {
  std::string hex;
  for (const char c : bytes) hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return hex;
}

}  // namespace stator::testing
