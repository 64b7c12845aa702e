#include "sql/table.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "sql/cell.h"

namespace stator::sql {
namespace {

constexpr std::string_view kGap = "  ";

// The names of the rows' attributes: those of `first` that occur, then the others by name.
std::vector<std::string> NamesIn(std::span<const client::Item> rows,
                                 const std::vector<std::string>& first) {
  std::set<std::string_view> found;
  for (const client::Item& row : rows) {
    for (const auto& [name, value] : row) found.insert(name);
  }
  std::vector<std::string> names;
  for (const std::string& name : first) {
    if (found.erase(name) == 1) names.push_back(name);
  }
  names.insert(names.end(), found.begin(), found.end());
  return names;
}

}  // namespace

Table::Table(std::ostream& out, std::size_t cell_columns_max, std::vector<std::string> first)
    : out_(out), cell_columns_max_(cell_columns_max), first_(std::move(first)) {}

void Table::Print(std::span<const client::Item> rows) {
  if (rows.empty()) return;
  auto columns = ColumnsOf(rows);
  if (!FitPrinted(columns)) {
    if (!columns_.empty()) out_ << '\n';
    columns_ = std::move(columns);
    PrintHead();
  }
  for (const client::Item& row : rows) PrintRow(row);
  if (hidden_ > 0) {
    out_ << fmt::format("… and {} more; --json shows all.\n", Counted(hidden_, "attribute"));
  }
}

std::vector<Table::Column> Table::ColumnsOf(std::span<const client::Item> rows) {
  std::vector<Column> columns;
  const auto names = NamesIn(rows, first_);
  const std::size_t shown = std::min(names.size(), kColumnsMax);
  hidden_ = names.size() - shown;
  for (std::size_t i = 0; i < shown; ++i) {
    Column column{.name = names[i], .width = CellOf(names[i], cell_columns_max_).columns};
    for (const client::Item& row : rows) {
      const client::Value* value = client::Find(row, names[i]);
      if (value == nullptr) continue;
      column.width = std::max(column.width, CellOf(*value, cell_columns_max_).columns);
      column.is_numeric = column.is_numeric && value->is(client::Value::Type::kNumber);
    }
    columns.push_back(std::move(column));
  }
  return columns;
}

// Whether the printed head serves a page with these columns.
bool Table::FitPrinted(const std::vector<Column>& columns) const {
  return std::ranges::equal(columns, columns_, [](const Column& next, const Column& printed) {
    return next.name == printed.name && next.width <= printed.width &&
           next.is_numeric == printed.is_numeric;
  });
}

void Table::PrintHead() {
  std::string names;
  std::string rules;
  for (const Column& column : columns_) {
    Append(CellOf(column.name, cell_columns_max_), column, names);
    Append({std::string(column.width, '-'), column.width}, column, rules);
  }
  PrintLine(names);
  PrintLine(rules);
}

void Table::PrintRow(const client::Item& row) {
  std::string line;
  for (const Column& column : columns_) {
    const client::Value* value = client::Find(row, column.name);
    Append(value == nullptr ? Cell() : CellOf(*value, cell_columns_max_), column, line);
  }
  PrintLine(line);
}

void Table::Append(const Cell& cell, const Column& column, std::string& line) {
  if (&column != &columns_.front()) line += kGap;
  const std::string padding(column.width - cell.columns, ' ');
  line += column.is_numeric ? padding + cell.text : cell.text + padding;
}

void Table::PrintLine(std::string_view line) {
  const std::size_t end = line.find_last_not_of(' ');
  out_ << line.substr(0, end == std::string_view::npos ? 0 : end + 1) << '\n';
}

}  // namespace stator::sql
