#pragma once

#include <cstddef>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/value.h"
#include "sql/cell.h"

namespace stator::sql {

// Prints items as a table, page after page. A page whose columns fit those of the page before has
// no head of its own. Memory: the widths of one page; no row is kept.
class Table {
 public:
  // The most attributes that a page shows. A line counts the others.
  static constexpr std::size_t kColumnsMax = 32;

  // A cell has at most `cell_columns_max` columns of text. `first` are the attributes that come
  // first, in this order; the others follow by name.
  Table(std::ostream& out, std::size_t cell_columns_max, std::vector<std::string> first);

  void Print(std::span<const client::Item> rows);

 private:
  struct Column {
    std::string name;
    std::size_t width = 0;
    bool is_numeric = true;  // every cell is a number
  };

  std::vector<Column> ColumnsOf(std::span<const client::Item> rows);
  bool FitPrinted(const std::vector<Column>& columns) const;
  void PrintHead();
  void PrintRow(const client::Item& row);
  void Append(const Cell& cell, const Column& column, std::string& line);
  void PrintLine(std::string_view line);

  std::ostream& out_;
  const std::size_t cell_columns_max_;
  const std::vector<std::string> first_;
  std::vector<Column> columns_;  // printed; empty: none
  std::size_t hidden_ = 0;       // attributes of the page beyond kColumnsMax
};

}  // namespace stator::sql
