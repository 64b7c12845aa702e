#include "model/format.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace stator::model {
namespace {

constexpr std::string_view kSpaces = " \t\r";

std::string_view Trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(kSpaces);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpaces) - begin + 1);
}

struct Line {
  bool member = false;
  std::vector<std::string> words;  // quoted texts are one word
  std::string comment;             // with its dashes
};

// The end of the word that begins at `at`: quotes and braces hold it together.
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

Line Split(std::string_view text) {
  Line line;
  line.member = !text.empty() && (text[0] == ' ' || text[0] == '\t');
  text = Trimmed(text);
  for (std::size_t at = 0; at < text.size();) {
    at = std::min(text.find_first_not_of(kSpaces, at), text.size());
    if (text.substr(at).starts_with("--")) {
      line.comment = Trimmed(text.substr(at));
      break;
    }
    const auto end = EndOfWord(text, at);
    if (end > at) line.words.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return line;
}

// A rate and its peak (8k/s peak 12k/s) stand in one column, so that what patterns do is in the
// same one whether they have a peak or not.
void JoinPeak(Line& pattern) {
  constexpr std::size_t kRate = 1;
  auto& words = pattern.words;
  if (words.size() < kRate + 3 || words[0] == "as" || words[kRate + 1] != "peak") return;
  words[kRate] += " " + words[kRate + 1] + " " + words[kRate + 2];
  words.erase(words.begin() + kRate + 1, words.begin() + kRate + 3);
}

// Leading words that stand in columns: of an entity's member its first, of a pattern its name, its
// rate and what it does.
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
  // Members that are aligned together: up to the next statement.
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
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    lines.push_back(Split(text.substr(at, end - at)));
    at = end + 1;
  }
  return Writer().Write(std::move(lines));
}

}  // namespace stator::model
