#include "model/exchange/sheet.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "model/language/byte_order_mark.h"

namespace stator::model {
namespace {

using Cells = std::vector<std::string>;

bool IsEmpty(const Cells& cells) {
  return std::ranges::all_of(cells, [](const std::string& cell) { return cell.empty(); });
}

Result<> Add(Cells cells, std::size_t line, Sheet& sheet) {
  if (!sheet.header.empty() && cells.size() <= kSheetColumnsMax) cells.resize(sheet.header.size());
  if (IsEmpty(cells)) return {};
  if (cells.size() > kSheetColumnsMax) {
    return FailInvalid(
        fmt::format("Line {}: a table has at most {} columns.", line, kSheetColumnsMax));
  }
  if (sheet.header.empty()) {
    sheet.header = std::move(cells);
    sheet.header_line = line;
    return {};
  }
  if (sheet.rows.size() >= kSheetRowsMax) {
    return FailInvalid(fmt::format("Line {}: a table has at most {} rows.", line, kSheetRowsMax));
  }
  sheet.rows.push_back(std::move(cells));
  sheet.lines.push_back(line);
  return {};
}

// Returns the more frequent of ',' and ';' in the first line. Quoted characters do not count.
char SeparatorOf(std::string_view text) {
  std::ptrdiff_t semicolons = 0;  // minus the number of commas
  bool quoted = false;
  for (const char letter : text) {
    if (letter == '"') quoted = !quoted;
    if (quoted) continue;
    if (letter == '\n') break;
    if (letter == ';') ++semicolons;
    if (letter == ',') --semicolons;
  }
  return semicolons > 0 ? ';' : ',';
}

class CsvReader {
 public:
  explicit CsvReader(std::string_view text) : text_(text) {
    text_ = WithoutByteOrderMark(text_);
    separator_ = SeparatorOf(text_);
  }

  Result<Sheet> Run() {
    Sheet sheet;
    while (at_ < text_.size()) {
      const auto line = line_;
      TRY(Add(TRY(Record()), line, sheet));
    }
    if (sheet.header.empty()) return FailInvalid("The table has no header.");
    return sheet;
  }

 private:
  Result<Cells> Record() {
    Cells cells;
    do {
      cells.push_back(TRY(Cell()));
    } while (cells.size() <= kSheetColumnsMax && Take(separator_));
    while (at_ < text_.size() && !Take('\n')) ++at_;
    ++line_;
    return cells;
  }

  bool Take(char wanted) {
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  Result<std::string> Cell() {
    while (Take(' ') || Take('\t')) {
    }
    if (Take('"')) return QuotedCell();
    std::string cell;
    while (at_ < text_.size() && text_[at_] != separator_ && text_[at_] != '\n') {
      cell += text_[at_++];
    }
    return std::string(Trimmed(cell));
  }

  Result<std::string> QuotedCell() {
    const auto line = line_;
    std::string cell;
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\n') ++line_;
      if (text_[at_] == '"') {
        ++at_;
        if (at_ >= text_.size() || text_[at_] != '"') {
          while (Take(' ') || Take('\t') || Take('\r')) {
          }
          return std::string(Trimmed(cell));
        }
      }
      cell += text_[at_];
    }
    return FailInvalid(fmt::format("Line {}: a quote is not closed.", line));
  }

  std::string_view text_;
  char separator_ = ',';
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

// Splits a line at its bars. "\|" is a bar within a cell.
Cells MarkdownCells(std::string_view line) {
  auto text = Trimmed(line);
  if (text.starts_with('|')) text.remove_prefix(1);
  if (text.ends_with('|') && !text.ends_with("\\|")) text.remove_suffix(1);
  Cells cells(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == '|') {
      cells.back() += text[++i];
    } else if (text[i] == '|') {
      cells.emplace_back();
    } else if (text[i] != '`') {  // marks code
      cells.back() += text[i];
    }
  }
  for (auto& cell : cells) cell = Trimmed(cell);
  return cells;
}

bool IsRule(std::string_view line) {
  return line.find("--") != std::string_view::npos && line.find('|') != std::string_view::npos &&
         line.find_first_not_of("|-: \t\r") == std::string_view::npos;
}

std::string CsvCell(const std::string& text) {
  const bool plain = text.find_first_of(",;\"\n\r") == std::string::npos;
  if (plain && !text.starts_with(kByteOrderMark)) return text;
  std::string cell = "\"";
  for (const char letter : text) {
    if (letter == '"') cell += '"';
    cell += letter;
  }
  return cell + '"';
}

std::string MarkdownCell(std::string_view text) {
  std::string cell;
  for (const char letter : text) {
    if (letter == '|') cell += '\\';
    cell += letter == '\n' ? ' ' : letter;
  }
  return cell;
}

template <class CellText>
std::string Line(const Cells& cells, std::string_view before, std::string_view between,
                 std::string_view after, CellText text) {
  std::string line(before);
  for (const auto& cell : cells) {
    if (&cell != cells.data()) line += between;
    line += text(cell);
  }
  return line.append(after) + '\n';
}

}  // namespace

Result<Sheet> ParseCsv(std::string_view text) { return CsvReader(text).Run(); }

Result<Sheet> ParseMarkdown(std::string_view text) {
  Sheet sheet;
  std::string_view before;
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    const auto line = text.substr(at, end - at);
    ++number;
    at = end + 1;
    if (sheet.header.empty()) {
      if (IsRule(line)) TRY(Add(MarkdownCells(before), number - 1, sheet));
      before = line;
      continue;
    }
    if (line.find('|') == std::string_view::npos) break;
    TRY(Add(MarkdownCells(line), number, sheet));
  }
  if (sheet.header.empty()) return FailInvalid("There is no table with a line such as |---|---|.");
  return sheet;
}

std::string WriteCsv(const Sheet& sheet) {
  auto text = Line(sheet.header, "", ",", "", CsvCell);
  for (const auto& row : sheet.rows) text += Line(row, "", ",", "", CsvCell);
  return text;
}

std::string WriteMarkdown(const Sheet& sheet) {
  auto text = Line(sheet.header, "| ", " | ", " |", MarkdownCell);
  text += Line(sheet.header, "|", "|", "|", [](const std::string&) { return "---"; });
  for (const auto& row : sheet.rows) text += Line(row, "| ", " | ", " |", MarkdownCell);
  return text;
}

}  // namespace stator::model
