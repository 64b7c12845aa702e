#include "model/exchange/yaml.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/utf8.h"
#include "json/writer.h"
#include "model/exchange/yaml_quotes.h"
#include "model/language/byte_order_mark.h"

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

// Takes the marks that documents begin and end with; there is one document.
class Marks {
 public:
  // Refuses what another document has. REQUIRES: called for each line in order.
  Result<> Take(Line& line) {
    const bool mark = line.indent == 0 && (line.text == "---" || line.text == "...");
    if (!mark && line.indent == 0 && line.text.starts_with("--- ")) {
      return Refuse(line.number, "a document begins on the line below its mark.");
    }
    const bool begins = mark && line.text == "---";
    const bool another = ended_ || (begins && (begun_ || content_));
    if (!line.text.empty() && another) {
      return Refuse(line.number, "several documents are not supported.");
    }
    if (!mark) {
      content_ = content_ || !line.text.empty();
      return {};
    }
    (begins ? begun_ : ended_) = true;
    line.text.clear();
    line.raw.clear();
    return {};
  }

 private:
  bool begun_ = false;
  bool content_ = false;
  bool ended_ = false;
};

Result<std::vector<Line>> LinesOf(std::string_view text) {
  std::vector<Line> lines;
  Marks marks;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    const auto raw = text.substr(at, end - at);
    Line line{.number = lines.size() + 1};
    line.indent = std::min(raw.find_first_not_of(' '), raw.size());
    line.raw = raw.substr(line.indent);
    line.text = WithoutComment(line.raw);
    TRY(marks.Take(line));
    lines.push_back(std::move(line));
    if (lines.size() > kYamlLinesMax) return Refuse(lines.size(), "there are too many lines.");
    at = end + 1;
  }
  return lines;
}

// What a tag makes of its value: "Ref" of !Ref, "Fn::Sub" of !Sub; nothing of !!str and the like.
std::string FunctionOf(std::string_view tag) {
  tag.remove_prefix(1);
  if (tag.empty() || tag.starts_with('!')) return "";
  const bool plain = tag == "Ref" || tag == "Condition";
  return plain ? std::string(tag) : fmt::format("Fn::{}", tag);
}

class YamlReader {
 public:
  explicit YamlReader(std::vector<Line> lines) : lines_(std::move(lines)) {}

  Result<std::string> Run() {
    SkipEmpty();
    if (at_ == lines_.size()) return FailInvalid("The YAML is empty.");
    TRY(Block(lines_[at_].indent, 0));
    SkipEmpty();
    if (at_ < lines_.size()) {
      TRY(CheckIndent(lines_[at_]));
      return Refuse(lines_[at_].number, "this does not belong to anything.");
    }
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

  // In a block of text a tab is a letter like others.
  static Result<> CheckIndent(const Line& line) {
    if (line.raw.starts_with('\t')) return Refuse(line.number, "indentation has a tab.");
    return {};
  }

  Result<> Block(std::size_t indent, std::size_t depth) {
    const auto& line = lines_[at_];
    TRY(CheckIndent(line));
    if (depth > kYamlDepthMax) return Refuse(line.number, "it is nested too deeply.");
    if (IsElement(line)) return Sequence(indent, depth);
    const bool flow = line.text[0] == '{' || line.text[0] == '[';
    if (line.text[0] == '!') {
      const Line tagged = lines_[at_++];
      return Value(tagged.text, tagged, Holder::kName, depth);
    }
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
      TRY(CheckIndent(line));
      const auto begin = line.text.find_first_not_of(' ', 1);
      if (begin == std::string::npos) {
        ++at_;
        TRY(Below(indent, depth));
        continue;
      }
      if (std::string_view("!|>").find(line.text[begin]) != std::string_view::npos) {
        const Line element = lines_[at_++];
        TRY(Value(element.text.substr(begin), element, Holder::kElement, depth + 1));
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
      TRY(CheckIndent(line));
      const auto colon = FindColon(line.text);
      if (!colon) return Refuse(line.number, "a name with a colon is expected.");
      if (!first) json_ += ',';
      const auto name = TRY(Plain(Trimmed(line.text.substr(0, *colon)), line.number));
      if (!names.insert(name).second) return Refuse(line.number, "the name is there twice.");
      TRY(Text(name, line.number));
      json_ += ':';
      ++at_;
      TRY(Value(Trimmed(line.text.substr(*colon + 1)), line, Holder::kName, depth));
    }
    json_ += '}';
    return {};
  }

  static Result<std::string> Plain(std::string_view scalar, std::size_t line) {
    auto plain = Unquote(scalar);
    if (!plain.wrong.empty()) return Refuse(line, plain.wrong);
    return std::move(plain.text);
  }

  // "!Sub x" as {"Fn::Sub": x}, where `write` writes x.
  template <class Write>
  Result<> Tagged(const std::string& text, std::size_t line, Write write) {
    const auto end = std::min(text.find(' '), text.size());
    const auto function = FunctionOf(std::string_view(text).substr(0, end));
    if (!function.empty()) {
      json_ += '{';
      TRY(Text(function, line));
      json_ += ':';
    }
    TRY(write(Trimmed(text.substr(end))));
    if (!function.empty()) json_ += '}';
    return {};
  }

  // What a value belongs to.
  enum class Holder : std::uint8_t { kName, kElement };

  Result<> Value(const std::string& text, const Line& line, Holder holder, std::size_t depth) {
    if (depth > kYamlDepthMax) return Refuse(line.number, "it is nested too deeply.");
    if (text.empty()) {
      // A sequence may stand as deep as the name it belongs to.
      SkipEmpty();
      const bool sequence = holder == Holder::kName && at_ < lines_.size() &&
                            lines_[at_].indent == line.indent && IsElement(lines_[at_]);
      return sequence ? Block(line.indent, depth + 1) : Below(line.indent, depth);
    }
    if (text[0] == '!') {
      return Tagged(text, line.number,
                    [&](const std::string& rest) { return Value(rest, line, holder, depth + 1); });
    }
    if (text[0] == '|' || text[0] == '>') return Literal(text, line.indent);
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

  Result<> Literal(std::string_view header, std::size_t indent) {
    std::string text;
    const auto number = at_ < lines_.size() ? lines_[at_].number : 0;
    while (at_ < lines_.size() && (lines_[at_].raw.empty() || lines_[at_].indent > indent)) {
      text += lines_[at_++].raw + '\n';
    }
    if (header.find('-') != std::string_view::npos) text.erase(text.find_last_not_of('\n') + 1);
    return Text(text, number);
  }

  Result<> Text(std::string_view text, std::size_t line) {
    if (!ValidUtf8(text)) return Refuse(line, "the text is not UTF-8.");
    json::WriteString(text, json_);
    return {};
  }

  Result<> Scalar(const std::string& text, std::size_t line, std::size_t depth) {
    if (depth > kYamlDepthMax) return Refuse(line, "it is nested too deeply.");
    if (text.starts_with('!')) {
      return Tagged(text, line,
                    [&](const std::string& rest) { return Scalar(rest, line, depth + 1); });
    }
    if (text.starts_with('&') || text.starts_with('*')) {
      return Refuse(line, "anchors and aliases are not supported.");
    }
    if (text.starts_with('[') || text.starts_with('{')) return Flow(text, line, depth);
    if (text.empty() || text == "null" || text == "~") {
      json_ += "null";
      return {};
    }
    return Text(TRY(Plain(text, line)), line);
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
    std::set<std::string> names;
    for (const auto& part : FlowParts(std::string_view(text).substr(1, text.size() - 2))) {
      if (!std::exchange(first, false)) json_ += ',';
      auto value = Trimmed(part);
      if (mapping) {
        const auto colon = FindColon(value);
        if (!colon) return Refuse(line, "a name with a colon is expected.");
        const auto name = TRY(Plain(Trimmed(value.substr(0, *colon)), line));
        if (!names.insert(name).second) return Refuse(line, "the name is there twice.");
        TRY(Text(name, line));
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
  return YamlReader(TRY(LinesOf(WithoutByteOrderMark(text)))).Run();
}

}  // namespace stator::model
