#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace stator::price {

// A table as text. Columns are as wide as they are told to be and wider where a cell needs it, so
// that there are always two spaces between cells.
class Columns {
 public:
  struct Column {
    std::size_t width = 0;  // with the space before or behind its cells
    bool right = true;      // numbers; else names
  };

  explicit Columns(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // A row, of at most as many cells as there are columns.
  void Add(std::vector<std::string> cells);
  // The rows, each with a line's end; nothing is behind the last cell of a row.
  std::string Text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace stator::price
