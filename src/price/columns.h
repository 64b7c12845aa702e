#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace stator::price {

// Lays out rows of cells as text. A column has its given width and grows with its cells. Two spaces
// always separate two cells.
class Columns {
 public:
  struct Column {
    std::size_t width = 0;  // including the space before or behind its cells
    bool right = true;      // true: for numbers; false: for names
  };

  explicit Columns(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // Adds a row. REQUIRES: at most as many cells as there are columns.
  void Add(std::vector<std::string> cells);
  // Returns the rows, each with a newline. No row ends in spaces.
  std::string Text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace stator::price
