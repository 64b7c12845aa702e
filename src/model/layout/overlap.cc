#include "model/layout/overlap.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "model/layout/layout.h"
#include "model/layout/render.h"

namespace stator::model {
namespace {

constexpr char kDelimiter = '#';

// One character of a template's texts, or a repetition of such characters.
struct Symbol {
  enum class Class : std::uint8_t { kOne, kWord, kDigits, kAny };
  Class kind = Class::kOne;
  char letter = 0;
  bool repeated = false;  // any number of them, including none
};

bool IsWordLetter(char letter) { return letter != kDelimiter; }
bool IsDigitLetter(char letter) {
  return IsDigit(letter) || std::string_view("-:.TZ").find(letter) != std::string_view::npos;
}

bool Admits(const Symbol& symbol, char letter) {
  switch (symbol.kind) {
    case Symbol::Class::kOne:
      return symbol.letter == letter;
    case Symbol::Class::kWord:
      return IsWordLetter(letter);
    case Symbol::Class::kDigits:
      return IsDigitLetter(letter);
    case Symbol::Class::kAny:
      return true;
  }
  return false;
}

bool Meet(const Symbol& left, const Symbol& right) {
  if (left.kind == Symbol::Class::kOne) return Admits(right, left.letter);
  if (right.kind == Symbol::Class::kOne) return Admits(left, right.letter);
  return true;
}

// Returns the least and the greatest character that the symbol admits.
std::pair<char, char> SpanOf(const Symbol& symbol) {
  switch (symbol.kind) {
    case Symbol::Class::kOne:
      return {symbol.letter, symbol.letter};
    case Symbol::Class::kDigits:
      return {'0', '9'};
    case Symbol::Class::kWord:
    case Symbol::Class::kAny:
      break;
  }
  return {'\0', '\x7F'};
}

Symbol::Class ClassOf(const Entity& entity, const Part& part) {
  if (part.type != Part::Type::kField) return Symbol::Class::kDigits;  // shards
  // The ends of a range are called date.from and date.to.
  const Attribute* attribute = entity.Find(part.text.substr(0, part.text.find('.')));
  if (attribute == nullptr) return Symbol::Class::kWord;
  switch (attribute->kind) {
    case Kind::kDate:
    case Kind::kTime:
    case Kind::kNumber:
    case Kind::kCounter:
    case Kind::kVersion:
    case Kind::kExpiry:
      return Symbol::Class::kDigits;
    case Kind::kFree:
      return Symbol::Class::kAny;
    default:
      return Symbol::Class::kWord;
  }
}

std::vector<Symbol> SymbolsOf(const Entity& entity, const Template& text) {
  std::vector<Symbol> symbols;
  for (const auto& part : text.parts) {
    if (part.type == Part::Type::kLiteral) {
      for (const char letter : part.text) symbols.push_back({.letter = letter});
      continue;
    }
    const auto kind = ClassOf(entity, part);
    symbols.push_back({.kind = kind});
    symbols.push_back({.kind = kind, .repeated = true});
  }
  return symbols;
}

// Walks along both templates at once and tries every number of repetitions. `seen_` marks each pair
// of places that is tried already.
class Walk {
 public:
  Walk(std::vector<Symbol> left, std::vector<Symbol> right, bool left_may_go_on)
      : left_(std::move(left)),
        right_(std::move(right)),
        left_may_go_on_(left_may_go_on),
        seen_((left_.size() + 1) * (right_.size() + 1)) {}

  bool Reaches() {
    std::vector<std::pair<std::size_t, std::size_t>> open = {{0, 0}};
    while (!open.empty()) {
      const auto [i, j] = open.back();
      open.pop_back();
      if (j == right_.size() && (i == left_.size() || left_may_go_on_)) return true;
      const auto place = i * (right_.size() + 1) + j;
      if (seen_[place]) continue;
      seen_[place] = true;
      if (i < left_.size() && left_[i].repeated) open.emplace_back(i + 1, j);
      if (j < right_.size() && right_[j].repeated) open.emplace_back(i, j + 1);
      if (i == left_.size() || j == right_.size() || !Meet(left_[i], right_[j])) continue;
      open.emplace_back(left_[i].repeated ? i : i + 1, right_[j].repeated ? j : j + 1);
    }
    return false;
  }

 private:
  std::vector<Symbol> left_;
  std::vector<Symbol> right_;
  bool left_may_go_on_;
  std::vector<bool> seen_;
};

// Replaces enums by each of their values in turn, unless that gives too many templates.
std::vector<Template> SpelledOut(const Entity& entity, const Template& text) {
  constexpr std::size_t kMost = 32;
  std::vector<Template> all = {{.natural = text.natural, .place = text.place}};
  for (const auto& part : text.parts) {
    const Attribute* attribute = part.type == Part::Type::kField ? entity.Find(part.text) : nullptr;
    const bool few = attribute != nullptr && !attribute->values.empty() &&
                     all.size() * attribute->values.size() <= kMost;
    if (!few) {
      for (auto& each : all) each.parts.push_back(part);
      continue;
    }
    std::vector<Template> more;
    for (const auto& each : all) {
      for (const auto& share : attribute->values) {
        more.push_back(each);
        more.back().parts.push_back({.text = share.value});
      }
    }
    all = std::move(more);
  }
  return all;
}

// Returns the literal with which every text of the template begins.
std::string_view Beginning(const Template& text) {
  const bool literal = !text.parts.empty() && text.parts.front().type == Part::Type::kLiteral;
  return literal ? std::string_view(text.parts.front().text) : std::string_view();
}

// A cheap test first: most keys of a model differ in their leading literals.
bool BeginApart(const Template& left, const Template& right) {
  const auto one = Beginning(left);
  const auto other = Beginning(right);
  const auto length = std::min(one.size(), other.size());
  return one.substr(0, length) != other.substr(0, length);
}

bool AnyPair(const Entity& left_entity, const Template& left, const Entity& right_entity,
             const Template& right, bool left_may_go_on) {
  if (BeginApart(left, right)) return false;
  const auto others = SpelledOut(right_entity, right);
  for (const auto& one : SpelledOut(left_entity, left)) {
    for (const auto& other : others) {
      if (Walk(SymbolsOf(left_entity, one), SymbolsOf(right_entity, other), left_may_go_on)
              .Reaches()) {
        return true;
      }
    }
  }
  return false;
}

// Whether one value of the part may be the beginning of another. Values of one length cannot.
bool MayGoOn(const Entity& entity, const Part& part) {
  if (part.type != Part::Type::kField) return true;
  const Attribute* attribute = entity.Find(part.text);
  if (attribute == nullptr) return true;
  if (attribute->kind == Kind::kDate || attribute->kind == Kind::kTime) return false;
  if (attribute->kind == Kind::kNumber) return attribute->width == 0;
  if (attribute->values.empty()) return true;
  for (const auto& one : attribute->values) {
    for (const auto& other : attribute->values) {
      if (&one != &other && other.value.starts_with(one.value)) return true;
    }
  }
  return false;
}

// Whether the key's value is a text: a template makes one; a natural attribute may be one.
bool IsText(const Entity& entity, const Template& text) {
  if (!text.natural) return true;
  const Attribute* attribute = entity.Find(text.parts.front().text);
  return text.parts.size() == 1 && attribute != nullptr &&
         TypeOf(*attribute) == client::Value::Type::kString;
}

// Compares natural keys attribute by attribute, as far as both go. Each pair must be the same
// attribute, or texts that may be equal.
bool MayBeginAlike(const Entity& left_entity, const Template& left, const Entity& right_entity,
                   const Template& right) {
  const auto one = [](const Part& part) {
    return part.type == Part::Type::kMade ? MadeText(part)
                                          : Template{.parts = {part}, .natural = true};
  };
  for (std::size_t i = 0; i < std::min(left.parts.size(), right.parts.size()); ++i) {
    if (left.parts[i] == right.parts[i]) continue;
    const bool made =
        left.parts[i].type == Part::Type::kMade || right.parts[i].type == Part::Type::kMade;
    if (!made || !MayBeEqual(left_entity, one(left.parts[i]), right_entity, one(right.parts[i]))) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool MayBeEqual(const Entity& left_entity, const Template& left, const Entity& right_entity,
                const Template& right) {
  if (left.natural && right.natural) {
    return left.parts.size() == right.parts.size() &&
           MayBeginAlike(left_entity, left, right_entity, right);
  }
  return IsText(left_entity, left) && IsText(right_entity, right) &&
         AnyPair(left_entity, left, right_entity, right, false);
}

bool MayBeginWith(const Entity& entity, const Template& text, const Entity& prefix_entity,
                  const Template& prefix) {
  if (prefix.empty()) return true;
  if (text.natural && prefix.natural) {
    return text.parts.size() >= prefix.parts.size() &&
           MayBeginAlike(entity, text, prefix_entity, prefix);
  }
  return IsText(entity, text) && IsText(prefix_entity, prefix) &&
         AnyPair(entity, text, prefix_entity, prefix, true);
}

std::optional<bool> SortsBefore(const Entity& left_entity, const Template& left,
                                const Entity& right_entity, const Template& right) {
  const auto one = SymbolsOf(left_entity, left);
  const auto other = SymbolsOf(right_entity, right);
  for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i) {
    const auto [least, most] = SpanOf(one[i]);
    const auto [other_least, other_most] = SpanOf(other[i]);
    if (most < other_least) return true;
    if (other_most < least) return false;
    if (least != most || other_least != other_most) return std::nullopt;
  }
  return std::nullopt;
}

bool EndsOpen(const Entity& entity, const Template& text) {
  return !text.natural && !text.empty() && text.parts.back().type != Part::Type::kLiteral &&
         MayGoOn(entity, text.parts.back());
}

bool Exclude(const std::vector<Condition>& some, const std::vector<Condition>& others) {
  for (const auto& one : some) {
    for (const auto& other : others) {
      if (one.attribute == other.attribute && one.value != other.value) return true;
    }
  }
  return false;
}

}  // namespace stator::model
