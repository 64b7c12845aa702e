#include "model/exchange/yaml.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/utf8.h"
#include "wire/json_writer.h"

namespace stator::model {
namespace {

struct Line {
  std::size_t number = 0;
  std::size_t indent = 0;
  std::string text;  // without indentation, comment and trailing spaces; empty: nothing there
  std::string raw;   // without indentation only, for blocks
};

std::unexpected<Error> Refuse(std::size_t line, std::string_view what) {
  return FailInvalid(fmt::format("YAML, line {}: {}", line, what));
}

std::string Trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1));
}

// Where the text outside of quotes ends or has one of `ends`.
std::size_t FindOutside(std::string_view text, std::size_t at, std::string_view ends) {
  char quote = 0;
  for (; at < text.size(); ++at) {
    const char letter = text[at];
    if (quote != 0) {
      const bool doubled = quote == '\'' && text.substr(at).starts_with("''");
      if (doubled || (quote == '"' && letter == '\\')) {
        ++at;
      } else if (letter == quote) {
        quote = 0;
      }
    } else if (letter == '"' || letter == '\'') {
      const bool begins =
          at == 0 || std::string_view(" \t[{,:").find(text[at - 1]) != std::string_view::npos;
      if (begins) quote = letter;
    } else if (ends.find(letter) != std::string_view::npos) {
      return at;
    }
  }
  return text.size();
}

std::string WithoutComment(std::string_view text) {
  for (std::size_t at = FindOutside(text, 0, "#"); at < text.size();
       at = FindOutside(text, at + 1, "#")) {
    if (at == 0 || text[at - 1] == ' ' || text[at - 1] == '\t') return Trimmed(text.substr(0, at));
  }
  return Trimmed(text);
}

// The colon of "name: value".
std::optional<std::size_t> FindColon(std::string_view text) {
  for (std::size_t at = FindOutside(text, 0, ":"); at < text.size();
       at = FindOutside(text, at + 1, ":")) {
    if (at + 1 == text.size() || text[at + 1] == ' ' || text[at + 1] == '\t') return at;
  }
  return std::nullopt;
}

Result<std::vector<Line>> LinesOf(std::string_view text) {
  std::vector<Line> lines;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    const auto raw = text.substr(at, end - at);
    Line line{.number = lines.size() + 1};
    line.indent = std::min(raw.find_first_not_of(' '), raw.size());
    line.raw = raw.substr(line.indent);
    line.text = WithoutComment(line.raw);
    if (line.text == "---" && lines.empty()) line.text.clear();
    if (line.text.starts_with('\t')) return Refuse(line.number, "indentation has a tab.");
    lines.push_back(std::move(line));
    if (lines.size() > kYamlLinesMax) return Refuse(lines.size(), "there are too many lines.");
    at = end + 1;
  }
  return lines;
}

std::string Unquoted(std::string_view text) {
  if (text.size() < 2 || (text.front() != '"' && text.front() != '\'')) return std::string(text);
  const char quote = text.front();
  std::string plain;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    if (quote == '"' && text[i] == '\\' && i + 2 < text.size()) {
      const char next = text[++i];
      plain += next == 'n' ? '\n' : next == 't' ? '\t' : next;
    } else {
      if (quote == '\'' && text[i] == '\'') ++i;
      plain += text[i];
    }
  }
  return plain;
}

class YamlReader {
 public:
  explicit YamlReader(std::vector<Line> lines) : lines_(std::move(lines)) {}

  Result<std::string> Run() {
    SkipEmpty();
    if (at_ == lines_.size()) return FailInvalid("The YAML is empty.");
    TRY(Block(lines_[at_].indent, 0));
    SkipEmpty();
    if (at_ < lines_.size()) return Refuse(lines_[at_].number, "this does not belong to anything.");
    return std::move(json_);
  }

 private:
  void SkipEmpty() {
    while (at_ < lines_.size() && lines_[at_].text.empty()) ++at_;
  }

  bool Ended(std::size_t indent) {
    SkipEmpty();
    return at_ == lines_.size() || lines_[at_].indent != indent;
  }

  static bool IsElement(const Line& line) {
    return line.text == "-" || line.text.starts_with("- ");
  }

  Result<> Block(std::size_t indent, std::size_t depth) {
    const auto& line = lines_[at_];
    if (depth > kYamlDepthMax) return Refuse(line.number, "it is nested too deeply.");
    if (IsElement(line)) return Sequence(indent, depth);
    const bool flow = line.text[0] == '{' || line.text[0] == '[';
    if (!flow && FindColon(line.text)) return Mapping(indent, depth);
    TRY(Scalar(line.text, line.number, depth));
    ++at_;
    return {};
  }

  Result<> Sequence(std::size_t indent, std::size_t depth) {
    json_ += '[';
    for (bool first = true; !Ended(indent) && IsElement(lines_[at_]); first = false) {
      if (!first) json_ += ',';
      auto& line = lines_[at_];
      const auto begin = line.text.find_first_not_of(' ', 1);
      if (begin == std::string::npos) {
        ++at_;
        TRY(Below(indent, depth));
        continue;
      }
      // "- a: b" begins a mapping where the a stands.
      line.indent += begin;
      line.raw.erase(0, begin);
      line.text.erase(0, begin);
      TRY(Block(line.indent, depth + 1));
    }
    json_ += ']';
    return {};
  }

  Result<> Mapping(std::size_t indent, std::size_t depth) {
    json_ += '{';
    std::set<std::string> names;
    for (bool first = true; !Ended(indent) && !IsElement(lines_[at_]); first = false) {
      const Line line = lines_[at_];
      const auto colon = FindColon(line.text);
      if (!colon) return Refuse(line.number, "a name with a colon is expected.");
      if (!first) json_ += ',';
      const auto name = Unquoted(Trimmed(line.text.substr(0, *colon)));
      if (!names.insert(name).second) return Refuse(line.number, "the name is there twice.");
      TRY(Text(name, line.number));
      json_ += ':';
      ++at_;
      TRY(Value(WithoutTag(Trimmed(line.text.substr(*colon + 1))), line, depth));
    }
    json_ += '}';
    return {};
  }

  static std::string WithoutTag(std::string text) {
    if (!text.starts_with('!')) return text;
    const auto end = std::min(text.find(' '), text.size());
    return Trimmed(text.substr(end));
  }

  Result<> Value(const std::string& text, const Line& line, std::size_t depth) {
    if (text.empty()) {
      // A sequence may stand as deep as the name it belongs to.
      SkipEmpty();
      const bool sequence =
          at_ < lines_.size() && lines_[at_].indent == line.indent && IsElement(lines_[at_]);
      return sequence ? Block(line.indent, depth + 1) : Below(line.indent, depth);
    }
    if (text[0] == '|' || text[0] == '>') return Literal(line.indent);
    return Scalar(text, line.number, depth);
  }

  // What is indented more than its name; nothing is null.
  Result<> Below(std::size_t indent, std::size_t depth) {
    SkipEmpty();
    if (at_ < lines_.size() && lines_[at_].indent > indent) {
      return Block(lines_[at_].indent, depth + 1);
    }
    json_ += "null";
    return {};
  }

  Result<> Literal(std::size_t indent) {
    std::string text;
    const auto number = at_ < lines_.size() ? lines_[at_].number : 0;
    while (at_ < lines_.size() && (lines_[at_].raw.empty() || lines_[at_].indent > indent)) {
      text += lines_[at_++].raw + '\n';
    }
    return Text(text, number);
  }

  Result<> Text(std::string_view text, std::size_t line) {
    if (!ValidUtf8(text)) return Refuse(line, "the text is not UTF-8.");
    wire::WriteString(text, json_);
    return {};
  }

  Result<> Scalar(std::string text, std::size_t line, std::size_t depth) {
    text = WithoutTag(std::move(text));
    if (depth > kYamlDepthMax) return Refuse(line, "it is nested too deeply.");
    if (text.starts_with('&') || text.starts_with('*')) {
      return Refuse(line, "anchors and aliases are not supported.");
    }
    if (text.starts_with('[') || text.starts_with('{')) return Flow(text, line, depth);
    if (text.empty() || text == "null" || text == "~") {
      json_ += "null";
      return {};
    }
    return Text(Unquoted(text), line);
  }

  // The parts between the commas of "[a, {b: c}]".
  static std::vector<std::string> FlowParts(std::string_view inside) {
    std::vector<std::string> parts(1);
    std::size_t open = 0;
    for (std::size_t at = 0; at < inside.size();) {
      const auto end = FindOutside(inside, at, "[]{},");
      parts.back() += inside.substr(at, end - at);
      if (end == inside.size()) break;
      const char letter = inside[end];
      if (letter == ',' && open == 0) {
        parts.emplace_back();
      } else {
        parts.back() += letter;
        if (letter == '[' || letter == '{') ++open;
        if ((letter == ']' || letter == '}') && open > 0) --open;
      }
      at = end + 1;
    }
    if (Trimmed(parts.back()).empty()) parts.pop_back();
    return parts;
  }

  Result<> Flow(const std::string& text, std::size_t line, std::size_t depth) {
    const bool mapping = text.front() == '{';
    if (text.back() != (mapping ? '}' : ']')) {
      return Refuse(line, "a bracket is not closed on its line.");
    }
    json_ += text.front();
    bool first = true;
    for (const auto& part : FlowParts(std::string_view(text).substr(1, text.size() - 2))) {
      if (!std::exchange(first, false)) json_ += ',';
      auto value = Trimmed(part);
      if (mapping) {
        const auto colon = FindColon(value);
        if (!colon) return Refuse(line, "a name with a colon is expected.");
        TRY(Text(Unquoted(Trimmed(value.substr(0, *colon))), line));
        json_ += ':';
        value = Trimmed(value.substr(*colon + 1));
      }
      TRY(Scalar(value, line, depth + 1));
    }
    json_ += text.back();
    return {};
  }

  std::vector<Line> lines_;
  std::size_t at_ = 0;
  std::string json_;
};

}  // namespace

Result<std::string> YamlToJson(std::string_view text) {
  return YamlReader(TRY(LinesOf(text))).Run();
}

}  // namespace stator::model
