#include "model/language/format.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/text.h"

namespace stator::model {
namespace {

constexpr std::string_view kSpaces = " \t\r";

struct Line {
  bool member = false;
  std::vector<std::string> words;  // the text's words, with one space between them
  std::string comment;             // with its dashes
};

bool IsFormatLetter(char letter) {
  return IsLetterOrDigit(letter) || letter == '_' || letter == '-' || letter == '.';
}

std::string_view FirstWord(std::string_view text) {
  const auto end = std::ranges::find_if_not(text, IsFormatLetter);
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

// Returns the end of the word that begins at `at`. Quotes and braces hold a word together.
std::size_t EndOfWord(std::string_view line, std::size_t at) {
  bool quoted = false;
  std::size_t depth = 0;
  for (; at < line.size(); ++at) {
    const char letter = line[at];
    if (letter == '"') quoted = !quoted;
    if (!quoted && letter == '{') ++depth;
    if (!quoted && letter == '}' && depth > 0) --depth;
    if (!quoted && depth == 0 && (letter == ' ' || letter == '\t')) break;
  }
  return at;
}

// Where a statement's pieces have spaces between them.
enum class Style : std::uint8_t {
  kWords,     // a space between words, none before a comma
  kKeyed,     // a space before a parenthesis: table app (PK, SK)
  kTyped,     // no space before a parenthesis: number(3), in Order(orderId)
  kPattern,   // spaces around + and ->, none within brackets
  kAssertion  // spaces around = and <=
};

// Cuts a statement into pieces, then joins the pieces that have no space between them. Templates
// stay whole, because any character but a space may belong to one.
class Pieces {
 public:
  Pieces(std::string_view text, Style style) : text_(text), style_(style) {}

  std::vector<std::string> Words() {
    while (at_ < text_.size()) {
      at_ = std::min(text_.find_first_not_of(kSpaces, at_), text_.size());
      if (at_ < text_.size()) Take(text_.substr(at_, LengthOfPiece()));
    }
    return std::move(words_);
  }

 private:
  bool IsMark(std::size_t at) const {
    const char letter = text_[at];
    if (std::string_view(",()[]").find(letter) != std::string_view::npos) return true;
    switch (letter) {
      case '=':
        return !value_ && style_ != Style::kTyped;
      case '<':
        return style_ == Style::kAssertion;
      case '+':
        return style_ == Style::kPattern ? depth_ == 0 : depth_ > 0;
      case ':':
        return style_ == Style::kTyped;
      case '@':
        return style_ == Style::kKeyed;
      default:
        return false;
    }
  }

  std::size_t LengthOfPiece() const {
    if (text_[at_] == '"') return LengthOfQuoted();
    if (style_ == Style::kPattern && text_.substr(at_).starts_with("->")) return 2;
    if (style_ == Style::kPattern && depth_ > 0 && !IsMark(at_)) return LengthOfBound();
    if (IsMark(at_)) return 1;
    std::size_t end = at_;
    while (end < text_.size() && text_[end] != '"' && !IsMark(end) &&
           kSpaces.find(text_[end]) == std::string_view::npos) {
      ++end;
    }
    return end - at_;
  }

  // Two quotes within a text stand for one.
  std::size_t LengthOfQuoted() const {
    std::size_t end = at_;
    do {
      end = std::min(text_.find('"', end + 1), text_.size() - 1) + 1;
    } while (end < text_.size() && text_[end] == '"');
    return end - at_;
  }

  // A name between brackets, or a template, whose braces may contain marks.
  std::size_t LengthOfBound() const {
    std::size_t braces = 0;
    std::size_t end = at_;
    for (; end < text_.size() && text_[end] != '"'; ++end) {
      const bool ends = IsMark(end) || kSpaces.contains(text_[end]);
      if (braces == 0 && ends) break;
      if (text_[end] == '{') ++braces;
      if (text_[end] == '}' && braces > 0) --braces;
    }
    return end - at_;
  }

  void Take(std::string_view piece) {
    at_ += piece.size();
    if (close_ || IsCloseTo(piece)) {
      words_.back() += piece;
    } else {
      words_.emplace_back(piece);
    }
    const bool opens = piece == "(" || piece == "[";
    if (opens) ++depth_;
    if ((piece == ")" || piece == "]") && depth_ > 0) --depth_;
    const bool equals = piece == "=" && style_ != Style::kAssertion;
    // A value lasts up to the next comma or closing bracket; an = within it belongs to it.
    value_ = equals || (value_ && piece != "," && piece != "]");
    close_ = opens || equals || piece == ":" || piece == "@" || (piece == "+" && depth_ > 0) ||
             piece == "<";
  }

  // Whether `piece` follows the piece before it without a space.
  bool IsCloseTo(std::string_view piece) const {
    if (words_.empty()) return false;
    if (piece == "," || piece == ")" || piece == "]" || piece == "[" || piece == ":") return true;
    if (piece == "(") return style_ == Style::kTyped;
    if (piece == "=") return style_ != Style::kAssertion;
    return piece == "+" && depth_ > 0;
  }

  std::string_view text_;
  Style style_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;  // of brackets and parentheses
  bool value_ = false;     // in a value within brackets, behind =
  bool close_ = false;     // the next piece follows without a space
  std::vector<std::string> words_;
};

// Within braces only `desc` has a space before it: {shard(a,4)}, {a:hour desc}.
std::string CloseBraces(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto begin = std::min(text.find('{', at), text.size());
    const auto end = std::min(text.find('}', begin), text.size());
    out += text.substr(at, begin - at);
    at = end;
    std::string_view inner = text.substr(begin, end - begin);
    while (!inner.empty()) {
      const auto space = std::min(inner.find_first_of(kSpaces), inner.size());
      const auto word = inner.substr(0, space);
      if (word == "desc" && !out.ends_with('{')) out += ' ';
      out += word;
      inner.remove_prefix(std::min(inner.find_first_not_of(kSpaces, space), inner.size()));
    }
  }
  return out;
}

// Returns the words of a line that consists of `names` names and then of templates.
std::vector<std::string> TemplateWords(std::string_view text, std::size_t names) {
  std::vector<std::string> words;
  std::size_t at = 0;
  const auto next = [&](bool name) {
    at = std::min(text.find_first_not_of(kSpaces, at), text.size());
    auto end = EndOfWord(text, at);
    if (name) end = at + FirstWord(text.substr(at)).size();
    const auto word = text.substr(at, end - at);
    at = end;
    return word;
  };
  for (std::size_t i = 0; i < names; ++i) words.emplace_back(next(true));
  words.push_back(CloseBraces(next(false)));
  at = std::min(text.find_first_not_of(kSpaces, at), text.size());
  if (text.substr(at).starts_with('/')) {
    ++at;
    words.emplace_back("/");
    words.push_back(CloseBraces(next(false)));
  }
  for (auto& word : Pieces(text.substr(at), Style::kKeyed).Words())
    words.push_back(std::move(word));
  std::erase(words, "");
  return words;
}

// `patterns`: the line is a pattern, or a request stated below one.
std::vector<std::string> WordsOf(std::string_view text, bool member, bool patterns) {
  const auto first = FirstWord(text);
  if (member && patterns) {
    if (first != "as") return Pieces(text, Style::kPattern).Words();
    const auto rest = Trimmed(text.substr(first.size()), kSpaces);
    return FirstWord(rest) == "key" ? TemplateWords(text, 2) : Pieces(text, Style::kWords).Words();
  }
  if (member) {
    const bool plain = first == "attr" || first == "identity" || first == "skew";
    return plain ? Pieces(text, Style::kTyped).Words() : TemplateWords(text, 1);
  }
  if (first == "tenant") return TemplateWords(text, 3);
  const Style style = first == "table" || first == "index" ? Style::kKeyed
                      : first == "entity"                  ? Style::kTyped
                      : first == "assert"                  ? Style::kAssertion
                                                           : Style::kWords;
  return Pieces(text, style).Words();
}

// Returns where the comment begins, or the end of the text.
std::size_t BeginOfComment(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    at = std::min(text.find_first_not_of(kSpaces, at), text.size());
    if (text.substr(at).starts_with("--")) return at;
    at = EndOfWord(text, at);
  }
  return text.size();
}

Line Split(std::string_view text, bool patterns) {
  Line line;
  line.member = !text.empty() && (text[0] == ' ' || text[0] == '\t');
  text = Trimmed(text, kSpaces);
  const auto comment = BeginOfComment(text);
  line.comment = text.substr(comment);
  const auto said = Trimmed(text.substr(0, comment), kSpaces);
  if (!said.empty()) line.words = WordsOf(said, line.member, patterns);
  return line;
}

// Joins a rate and its peak (8k/s peak 12k/s) into one column, so that the verbs of all patterns
// align.
void JoinPeak(Line& pattern) {
  constexpr std::size_t kRate = 1;
  auto& words = pattern.words;
  if (words.size() < kRate + 3 || words[0] == "as" || words[kRate + 1] != "peak") return;
  words[kRate] += " " + words[kRate + 1] + " " + words[kRate + 2];
  words.erase(words.begin() + kRate + 1, words.begin() + kRate + 3);
}

// Returns how many leading words stand in columns: a member's first word; a pattern's name, rate
// and verb.
std::size_t ColumnsOf(const Line& line, bool pattern) {
  if (!line.member || line.words.empty() || line.words[0] == "as") return 0;
  return pattern ? std::min<std::size_t>(3, line.words.size()) : 1;
}

class Writer {
 public:
  std::string Write(std::vector<Line> lines) {
    for (std::size_t i = 0; i < lines.size();) {
      const auto end = EndOfBlock(lines, i);
      WriteBlock(lines, i, end);
      i = end;
    }
    while (text_.ends_with("\n\n")) text_.pop_back();
    return std::move(text_);
  }

 private:
  // A block is a statement with the members below it; its members are aligned together.
  static std::size_t EndOfBlock(const std::vector<Line>& lines, std::size_t begin) {
    std::size_t end = begin + 1;
    while (end < lines.size() && (lines[end].member || lines[end].words.empty())) ++end;
    return end;
  }

  void WriteBlock(std::vector<Line>& lines, std::size_t begin, std::size_t end) {
    const bool patterns = !lines[begin].words.empty() && lines[begin].words[0] == "patterns";
    for (std::size_t i = begin + 1; patterns && i < end; ++i) JoinPeak(lines[i]);
    std::array<std::size_t, 3> widths{};
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t column = 0; column < ColumnsOf(lines[i], patterns); ++column) {
        widths[column] = std::max(widths[column], lines[i].words[column].size());
      }
    }
    for (std::size_t i = begin; i < end; ++i) WriteLine(lines[i], patterns, widths);
  }

  void WriteLine(const Line& line, bool patterns, const std::array<std::size_t, 3>& widths) {
    if (line.words.empty() && line.comment.empty()) {
      if (!text_.empty() && !text_.ends_with("\n\n")) text_ += '\n';
      return;
    }
    if (line.member) text_ += line.words.empty() || line.words[0] != "as" ? "  " : "      ";
    const auto columns = ColumnsOf(line, patterns);
    for (std::size_t i = 0; i < line.words.size(); ++i) {
      if (i > 0) text_ += i <= columns ? "  " : " ";
      text_ += line.words[i];
      const bool last = i + 1 == line.words.size();
      if (i < columns && !last) text_.append(widths[i] - line.words[i].size(), ' ');
    }
    if (!line.comment.empty()) text_ += (line.words.empty() ? "" : "  ") + line.comment;
    text_ += '\n';
  }

  std::string text_;
};

}  // namespace

std::string Format(std::string_view text) {
  std::vector<Line> lines;
  bool patterns = false;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    lines.push_back(Split(text.substr(at, end - at), patterns));
    const auto& line = lines.back();
    if (!line.member && !line.words.empty()) patterns = line.words.front() == "patterns";
    at = end + 1;
  }
  return Writer().Write(std::move(lines));
}

}  // namespace stator::model
