#include "model/exchange/key_text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/text.h"
#include "model/language/print.h"
#include "model/language/template_parser.h"

namespace stator::model {
namespace {

bool SameLetters(std::string_view left, std::string_view right) {
  return std::ranges::equal(left, right, {}, ToLower, ToLower);
}

// Returns true if the text begins with the form: "2026-11-15" with "dddd-dd-dd", where d is a
// digit.
bool HasForm(std::string_view text, std::string_view form) {
  if (text.size() < form.size()) return false;
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (form[i] == 'd' ? !IsDigit(text[i]) : text[i] != form[i]) return false;
  }
  return true;
}

// Splits "orderItems", "ORDER_ITEM" and "order item" into lower-case words.
std::vector<std::string> WordsOf(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool letter = IsLetterOrDigit(text[i]);
    const bool begins = IsUpper(text[i]) && i > 0 && IsLower(text[i - 1]);
    if ((!letter || begins) && !word.empty()) words.push_back(std::exchange(word, ""));
    if (letter) word += ToLower(text[i]);
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

std::string Joined(std::string_view text, bool first_upper) {
  std::string name;
  for (const auto& word : WordsOf(text)) {
    name += word;
    auto& first = name[name.size() - word.size()];
    if (first_upper || name.size() > word.size()) first = ToUpper(first);
  }
  return CleanName(name.empty() ? "thing" : name);
}

// A marked attribute: "${a}", "{a}" or "<a>". `end` is the position behind it.
struct Marked {
  std::string name;
  std::size_t end = 0;
};
std::optional<Marked> TakeMarked(std::string_view text, std::size_t at) {
  std::size_t begin = at;
  if (text.substr(at).starts_with("${")) ++begin;
  if (text[begin] != '{' && text[begin] != '<') return std::nullopt;
  const auto end = text.find(text[begin] == '{' ? '}' : '>', begin);
  if (end == std::string_view::npos) return std::nullopt;
  return Marked{std::string(text.substr(begin + 1, end - begin - 1)), end + 1};
}

bool HasMarks(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (TakeMarked(text, i)) return true;
  }
  return false;
}

class Builder {
 public:
  void Literal(std::string_view text) {
    const auto clean = CleanLiteral(text);
    if (clean.empty()) return;
    if (!parts_.empty() && parts_.back().type == Part::Type::kLiteral) {
      parts_.back().text += clean;
    } else {
      parts_.push_back({.text = clean});
    }
  }
  void Field(std::string_view name) {
    parts_.push_back({.type = Part::Type::kField, .text = CleanName(name)});
  }
  Template Done() { return {.parts = std::move(parts_)}; }

 private:
  std::vector<Part> parts_;
};

Template ReadMarked(std::string_view text) {
  Builder builder;
  std::size_t literal = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto marked = TakeMarked(text, at);
    if (!marked) {
      ++at;
      continue;
    }
    builder.Literal(text.substr(literal, at - literal));
    builder.Field(marked->name);
    literal = at = marked->end;
  }
  builder.Literal(text.substr(literal));
  return builder.Done();
}

// Reads a template in the model language. nullopt: another form, or a name or literal that a model
// cannot have.
std::optional<Template> ReadOwn(std::string_view text) {
  if (text.find('{') == std::string_view::npos || text.find("${") != std::string_view::npos ||
      text.find('<') != std::string_view::npos) {
    return std::nullopt;
  }
  const auto read = ParseTemplate(text, {.line = 1, .column = 1});
  if (!read) return std::nullopt;
  const bool clean = std::ranges::all_of(read->parts, [](const Part& part) {
    if (part.type == Part::Type::kRandom) return true;
    return (part.type == Part::Type::kLiteral ? CleanLiteral(part.text) : CleanName(part.text)) ==
           part.text;
  });
  if (!clean) return std::nullopt;
  Template own{.parts = read->parts};
  return own;
}

// Returns true if the word is probably an attribute's name and not an example of its values.
bool IsAttributeWord(std::string_view part) {
  constexpr std::array<std::string_view, 18> kWords{
      "date",  "time",  "timestamp", "email", "name",   "year",     "month", "day",     "hour",
      "price", "phone", "region",    "type",  "status", "category", "sku",   "version", "rating"};
  if (std::ranges::any_of(part, IsUpper) || part.ends_with("id")) return true;
  return std::ranges::find(kWords, part) != kWords.end();
}

// Returns the attribute that an unmarked part means; nullopt: none. `before` is the kind in front
// of it.
std::optional<std::string> FieldFor(std::string_view part, std::string_view before,
                                    std::span<const std::string> known) {
  for (const auto& name : known) {
    if (SameLetters(name, part)) return name;
  }
  if (part.empty() || IsKindWord(part) || before.empty()) return std::nullopt;
  if (IsTime(part)) return "at";
  if (IsDate(part)) return "date";
  const bool value = std::ranges::any_of(part, IsDigit) && !std::ranges::all_of(part, IsLower);
  if (SameLetters(part, "id") || SameLetters(part, "uuid") || value) {
    // "date1" is a name with a number. "12345" is a value.
    auto stem = part.substr(0, part.find_first_of("0123456789"));
    if (stem.size() < 3 || SameLetters(part, "uuid")) return AttributeNameOf(before) + "Id";
    return CleanName(stem);
  }
  return IsAttributeWord(part) ? CleanName(part) : AttributeNameOf(before);
}

}  // namespace

KeySegments SplitKey(std::string_view key) {
  KeySegments segments;
  for (const char delimiter : {'#', '|', ':'}) {
    // A time contains colons that do not separate parts.
    if (delimiter == ':' && IsTime(key)) break;
    if (key.find(delimiter) != std::string_view::npos) {
      segments.delimiter = delimiter;
      break;
    }
  }
  if (segments.delimiter == 0) return {.parts = {std::string(key)}};
  for (std::size_t at = 0; at <= key.size();) {
    const auto end = std::min(key.find(segments.delimiter, at), key.size());
    segments.parts.emplace_back(key.substr(at, end - at));
    at = end + 1;
  }
  return segments;
}

bool IsKindWord(std::string_view part) {
  return !part.empty() && IsUpper(part.front()) && std::ranges::all_of(part, [](char letter) {
    return IsUpper(letter) || letter == '_' || letter == '-';
  });
}

bool IsValue(std::string_view part) {
  constexpr std::size_t kWordBytesMax = 24;
  return part.size() > kWordBytesMax || part.find('@') != std::string_view::npos ||
         (!part.empty() && IsDigit(part.front()));
}

bool IsDate(std::string_view text) { return HasForm(text, "dddd-dd-dd") && text.size() == 10; }
bool IsTime(std::string_view text) { return HasForm(text, "dddd-dd-ddTdd:dd"); }

std::string EntityNameOf(std::string_view text) {
  auto name = Joined(text, true);
  const bool plural = name.size() > 3 && name.ends_with('s') && !name.ends_with("ss") &&
                      !name.ends_with("us") && !name.ends_with("is");
  if (plural && name.ends_with("ies")) return name.substr(0, name.size() - 3) + "y";
  if (plural) name.pop_back();
  return name;
}

std::string AttributeNameOf(std::string_view text) { return Joined(text, false); }

std::string CleanLiteral(std::string_view text) {
  std::string clean;
  for (const char letter : text) {
    if (letter == '{' || letter == '}') continue;
    const bool space = static_cast<unsigned char>(letter) <= ' ';
    clean += space ? '_' : (letter == '"' ? '\'' : letter);
  }
  // At the beginning of a word these characters have another meaning in the language.
  while (clean.starts_with("--") || clean.starts_with("/") || clean.starts_with("(")) {
    clean.erase(0, 1);
  }
  return clean;
}

Template ReadDollarTemplate(std::string_view text) {
  Builder builder;
  for (std::size_t at = 0; at < text.size();) {
    const auto mark = text.find("${", at);
    const auto end = mark == std::string_view::npos ? mark : text.find('}', mark);
    if (end == std::string_view::npos) {
      builder.Literal(text.substr(at));
      break;
    }
    builder.Literal(text.substr(at, mark - at));
    builder.Field(text.substr(mark + 2, end - mark - 2));
    at = end + 1;
  }
  return builder.Done();
}

Template ReadForeignTemplate(std::string_view text, std::span<const std::string> known) {
  if (auto own = ReadOwn(text)) return std::move(*own);
  if (HasMarks(text)) return ReadMarked(text);
  const auto segments = SplitKey(text);
  Builder builder;
  std::string_view before;
  for (std::size_t i = 0; i < segments.parts.size(); ++i) {
    if (i > 0) builder.Literal(std::string_view(&segments.delimiter, 1));
    const std::string_view part = segments.parts[i];
    if (const auto field = FieldFor(part, before, known)) {
      builder.Field(*field);
    } else {
      builder.Literal(part);
      before = part;
    }
  }
  return builder.Done();
}

}  // namespace stator::model
