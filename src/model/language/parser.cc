#include "model/language/parser.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/stable_order.h"
#include "base/text.h"
#include "model/language/byte_order_mark.h"
#include "model/language/resolve.h"
#include "model/language/statements.h"

namespace stator::model {
namespace {

constexpr std::size_t kComplaintsMax = 100;
constexpr std::size_t kModelBytesMax = 4 << 20;
constexpr std::size_t kStatementsMax = 20'000;
constexpr std::size_t kLineBytesMax = 4096;
constexpr std::size_t kEntitiesMax = 500;
constexpr std::size_t kPatternsMax = 2000;

// Cuts off the comment: "--" at the beginning of the line or behind a space, outside quotes.
std::string_view WithoutComment(std::string_view line) {
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') quoted = !quoted;
    const bool apart = i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t';
    if (!quoted && apart && line.substr(i).starts_with("--")) return line.substr(0, i);
  }
  return line;
}

class Lines {
 public:
  explicit Lines(Parsed& parsed) : parsed_(parsed) {}

  void Take(std::string_view line, std::size_t number) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.size() > kLineBytesMax) {
      parsed_.complaints.push_back({{number, 1}, "A line has at most 4,096 characters."});
      return;
    }
    line = WithoutComment(line);
    Cursor cursor(line, number);
    if (cursor.AtEnd()) return;
    if (cursor.Peek() == '#' || line.substr(cursor.place().column - 1).starts_with("//")) {
      parsed_.complaints.push_back({cursor.place(), "A comment begins with `-- `."});
      return;
    }
    const bool member = line[0] == ' ' || line[0] == '\t';
    auto read = member ? TakeMember(cursor) : TakeStatement(cursor);
    if (read && !cursor.AtEnd()) read = cursor.Complain("The statement ends before this text.");
    if (!read) parsed_.complaints.push_back(std::move(read.error()));
  }

 private:
  enum class Section : std::uint8_t { kNone, kEntity, kPatterns };

  ParseResult<> TakeMember(Cursor& cursor) {
    Model& model = parsed_.model;
    if (section_ == Section::kEntity) return ReadMember(cursor, model.entities.back());
    if (section_ == Section::kPatterns) return ReadPattern(cursor, model);
    if (section_ == Section::kNone && broken_) return Skip(cursor);
    return cursor.Complain("Only lines of an entity or of patterns are indented.");
  }

  // Skips members of an entity, or indexes of a table, whose first line has a complaint already.
  static ParseResult<> Skip(Cursor& cursor) {
    while (!cursor.AtEnd()) {
      if (!cursor.TemplateText()) break;
    }
    return {};
  }

  ParseResult<> TakeStatement(Cursor& cursor) {
    section_ = Section::kNone;
    broken_ = false;
    Model& model = parsed_.model;
    if (cursor.TakeWord("entity")) {
      const auto read = ReadEntity(cursor, model);
      broken_ = !read;
      if (read) section_ = Section::kEntity;
      return read;
    }
    if (cursor.TakeWord("table")) {
      const auto read = ReadTable(cursor, model);
      table_broken_ = !read;
      return read;
    }
    if (table_broken_ && cursor.TakeWord("index")) return Skip(cursor);
    if (cursor.TakeWord("patterns")) {
      section_ = Section::kPatterns;
      return {};
    }
    using Reader = ParseResult<> (*)(Cursor&, Model&);
    constexpr std::array<std::pair<std::string_view, Reader>, 7> kReaders{
        {{"model", ReadModelLine},
         {"index", ReadIndex},
         {"tenant", ReadTenant},
         {"assert", ReadAssertion},
         {"budget", ReadBudget},
         {"limit", ReadLimit},
         {"sample", ReadSample}}};
    std::vector<std::string_view> names = {"entity", "table", "patterns"};
    for (const auto& [name, reader] : kReaders) {
      names.push_back(name);
      if (cursor.TakeWord(name)) return reader(cursor, model);
    }
    const auto hint = Suggest(cursor.PeekWord(), names);
    return cursor.Complain(
        fmt::format("A statement begins with model, table, index, tenant, entity, patterns, "
                    "assert, budget, limit "
                    "or sample{}",
                    hint.empty() ? "." : hint));
  }

  Parsed& parsed_;
  Section section_ = Section::kNone;
  bool broken_ = false;        // the entity above has a complaint
  bool table_broken_ = false;  // the table above has a complaint
};

// Returns the offset of `place` in the text.
std::size_t OffsetOf(std::string_view text, Place place) {
  std::size_t at = 0;
  for (std::size_t line = 1; line < place.line && at < text.size(); ++line) {
    at = std::min(text.find('\n', at), text.size() - 1) + 1;
  }
  return std::min(text.size(), at + (place.column > 0 ? place.column - 1 : 0));
}

bool IsOfName(char letter) {
  return letter == '_' || letter == '-' || letter == '.' || IsLetterOrDigit(letter);
}

// Finds the word itself, not a longer word that contains it.
std::size_t FindWord(std::string_view text, std::string_view word, std::size_t from) {
  for (auto at = text.find(word, from); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const auto end = at + word.size();
    const bool begins = at == 0 || !IsOfName(text[at - 1]);
    const bool ends = end == text.size() || !IsOfName(text[end]);
    if (begins && ends) return at;
  }
  return std::string_view::npos;
}

// The model keeps one place for each statement. Searches the text for the word within it.
void MoveToWord(std::string_view text, Complaint& complaint) {
  if (complaint.word.empty()) return;
  const auto from = OffsetOf(text, complaint.place);
  const auto at = FindWord(text, complaint.word, from);
  if (at == std::string_view::npos) return;
  const auto before = text.substr(from, at - from);
  const auto lines = static_cast<std::size_t>(std::ranges::count(before, '\n'));
  complaint.place.line += lines;
  complaint.place.column =
      lines == 0 ? complaint.place.column + before.size() : before.size() - before.rfind('\n');
}

}  // namespace

Parsed Parse(std::string_view text) {
  Parsed parsed;
  if (text.size() > kModelBytesMax) {
    parsed.complaints.push_back({{1, 1}, "A model has at most 4 MB."});
    return parsed;
  }
  text = WithoutByteOrderMark(text);
  parsed.model.place = {1, 1};  // until the `model` line sets it
  Lines lines(parsed);
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size() && parsed.complaints.size() < kComplaintsMax;) {
    const auto end = std::min(text.find('\n', at), text.size());
    if (++number > kStatementsMax) {
      parsed.complaints.push_back({{number, 1}, "A model has at most 20,000 lines."});
      break;
    }
    lines.Take(text.substr(at, end - at), number);
    at = end + 1;
  }
  if (parsed.model.entities.size() > kEntitiesMax || parsed.model.patterns.size() > kPatternsMax) {
    parsed.complaints.push_back({{1, 1}, "A model has at most 500 entities and 2,000 patterns."});
  }
  // A name may be defined on a line that failed to parse, so look names up only if all lines
  // parsed.
  if (parsed.complaints.empty()) Resolve(parsed.model, parsed.complaints);
  if (parsed.complaints.empty() && parsed.model.name.empty()) {
    parsed.complaints.push_back({{1, 1}, "The model has no name: begin it with `model NAME`."});
  }
  for (auto& complaint : parsed.complaints) MoveToWord(text, complaint);
  StableSortBy(parsed.complaints, [](const Complaint& complaint) {
    return std::pair(complaint.place.line, complaint.place.column);
  });
  return parsed;
}

std::string Render(std::string_view file, std::string_view text, const Complaint& complaint) {
  const auto at = OffsetOf(text, {complaint.place.line, 1});
  const auto line = text.substr(at, std::min(text.find('\n', at), text.size()) - at);
  const std::string margin(complaint.place.column > 0 ? complaint.place.column - 1 : 0, ' ');
  return fmt::format("{}:{}:{}: {}\n  {}\n  {}^\n", file, complaint.place.line,
                     complaint.place.column, complaint.message, line, margin);
}

}  // namespace stator::model
