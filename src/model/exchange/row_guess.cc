#include "model/exchange/row_guess.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include <fmt/format.h>

#include "model/exchange/key_text.h"
#include "model/layout.h"
#include "model/print.h"

namespace stator::model {
namespace {

std::string Lower(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(),
                         [](unsigned char letter) { return std::tolower(letter); });
  return lower;
}

template <class Words>
bool IsOneOf(std::string_view word, const Words& words) {
  return std::ranges::find(words, word) != std::end(words);
}

// Words, and each of ( ) , = < > as a word; quotes are dropped.
std::vector<std::string> TokensOf(std::string_view text) {
  std::vector<std::string> tokens;
  std::string token;
  const auto finish = [&] {
    if (!token.empty()) tokens.push_back(std::exchange(token, ""));
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (letter == '"' || letter == '\'' || letter == '`') continue;
    const bool marked =
        letter == '<' && text.find('>', i) != std::string_view::npos && i > 0 && text[i - 1] == '#';
    if (marked) {
      const auto end = text.find('>', i);
      token += text.substr(i, end - i + 1);
      i = end;
    } else if (std::string_view("(),=<>;").find(letter) != std::string_view::npos) {
      finish();
      tokens.emplace_back(1, letter);
    } else if (std::isspace(static_cast<unsigned char>(letter)) != 0) {
      finish();
    } else {
      token += letter;
    }
  }
  finish();
  return tokens;
}

constexpr std::array<std::string_view, 46> kIdleWords{
    "get",    "list",     "fetch",   "find",   "query",  "read",   "load",   "show",
    "lookup", "look",     "up",      "search", "all",    "a",      "an",     "the",
    "single", "one",      "every",   "latest", "recent", "newest", "top",    "rated",
    "open",   "create",   "add",     "insert", "put",    "update", "change", "delete",
    "remove", "write",    "upsert",  "store",  "new",    "its",    "their",  "upcoming",
    "active", "existing", "details", "direct", "set",    "save"};
constexpr std::array<std::string_view, 9> kPrepositions{"for", "of", "by",     "in",    "from",
                                                        "on",  "at", "within", "across"};

std::vector<std::string> WordsOf(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (const char letter : Lower(text) + " ") {
    if (std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '+') {
      word += letter;
    } else if (!word.empty()) {
      words.push_back(std::exchange(word, ""));
    }
  }
  return words;
}

// What the name of a pattern tells: the first noun is the entity, those behind "of", "for" and "by"
// are known, those behind "with" come along.
void GuessByName(std::string_view name, RowGuess& guess) {
  enum class Role : std::uint8_t { kEntity, kKnown, kChild };
  Role role = Role::kEntity;
  std::string entity;
  for (const auto& word : WordsOf(name)) {
    if (IsOneOf(word, kPrepositions)) {
      role = Role::kKnown;
    } else if (word == "with" || word == "and" || word == "+") {
      role = entity.empty() ? Role::kEntity : Role::kChild;
    } else if (IsOneOf(word, kIdleWords)) {
      continue;
    } else if (role == Role::kEntity && entity.empty()) {
      entity = EntityNameOf(word);
    } else if (role == Role::kKnown) {
      const auto known = word == "id" || word == "uuid" ? AttributeNameOf(entity) + "Id"
                                                        : AttributeNameOf(EntityNameOf(word));
      guess.known.push_back(known);
      role = Role::kEntity;
    } else if (role == Role::kChild && guess.verb != Verb::kPut) {
      guess.children.push_back(EntityNameOf(word));
      role = Role::kEntity;
    }
  }
  guess.entity = entity.empty() ? "Thing" : entity;
}

Verb GuessVerb(std::string_view name, std::string_view type) {
  const auto said = Lower(type);
  const auto has = [](std::string_view text, std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(
        words, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
  };
  if (has(said, {"getitem", "batchget"}) || said == "get") return Verb::kGet;
  if (has(said, {"query", "list"})) return Verb::kList;
  if (has(said, {"scan"})) return Verb::kScan;
  if (has(said, {"update"})) return Verb::kUpdate;
  if (has(said, {"delete"})) return Verb::kDelete;
  if (has(said, {"put", "insert", "create", "transact", "batchwrite"})) return Verb::kPut;
  const auto text = Lower(name);
  if (has(text, {"update", "change"})) return Verb::kUpdate;
  if (has(text, {"delete", "remove"})) return Verb::kDelete;
  if (has(said, {"write"}) || has(text, {"create", "insert", "store"})) return Verb::kPut;
  return has(text, {"list", "all ", "orders", "every"}) ? Verb::kList : Verb::kGet;
}

// The last kind that a template names before a value, or at its open end.
std::string KindOf(const Template& text) {
  std::string kind;
  for (std::size_t i = 0; i < text.parts.size(); ++i) {
    if (text.parts[i].type != Part::Type::kLiteral) continue;
    const auto words = SplitKey(text.parts[i].text).parts;
    for (const auto& word : words) {
      if (!word.empty()) kind = word;
    }
  }
  return kind;
}

class ConditionGuess {
 public:
  ConditionGuess(const std::vector<LooseClause>& clauses, RowGuess& guess) : guess_(guess) {
    for (const auto& clause : clauses) {
      const bool first = partition_ == nullptr && clause.type == LooseClause::Type::kEquals;
      (first ? partition_ : sort_) = &clause;
    }
  }

  void Run() {
    if (partition_ == nullptr) return;
    guess_.key.partition = ReadForeignTemplate(partition_->value, {});
    guess_.index = IndexOf(partition_->attribute);
    if (sort_ != nullptr) guess_.key.sort = ReadForeignTemplate(sort_->value, {});
    const bool valued = sort_ != nullptr && (!FieldsOf(guess_.key.sort).empty() || IsOpen());
    const auto kind = KindOf(valued ? guess_.key.sort : guess_.key.partition);
    if (!kind.empty() && (guess_.index.empty() || valued)) guess_.entity = EntityNameOf(kind);
    guess_.known = FieldsOf(guess_.key);
    if (sort_ == nullptr) return;
    if (IsBareWord()) {  // "GSI1SK=date" says what the key is made of
      guess_.key.sort.parts = {{.type = Part::Type::kField, .text = CleanName(sort_->value)}};
      CloseSort();
    } else if (IsOpen()) {
      CloseSort();
    }
  }

 private:
  static std::string IndexOf(const std::string& attribute) {
    const auto lower = Lower(attribute);
    if (lower == "pk" || lower == "hk" || !lower.ends_with("pk")) return "";
    return CleanName(attribute.substr(0, attribute.size() - 2));
  }

  bool IsBareWord() const {
    return !sort_->value.empty() && std::ranges::all_of(sort_->value, [](unsigned char letter) {
      return std::isalpha(letter) != 0 && std::isupper(letter) == 0;
    });
  }

  bool IsOpen() const { return sort_->type != LooseClause::Type::kEquals; }

  // A range is over the last value; a prefix goes on with what tells items apart.
  void CloseSort() {
    auto& parts = guess_.key.sort.parts;
    const bool range = IsOpen() && sort_->type != LooseClause::Type::kPrefix;
    if (range && !parts.empty() && parts.back().type == Part::Type::kField) {
      guess_.range = parts.back().text;
      std::erase(guess_.known, guess_.range);
    }
    const auto id = AttributeNameOf(guess_.entity) + "Id";
    const auto fields = FieldsOf(guess_.key.sort);
    if (std::ranges::find(fields, id) != fields.end()) return;
    if (!parts.empty() && parts.back().type == Part::Type::kField) parts.push_back({.text = "#"});
    parts.push_back({.type = Part::Type::kField, .text = id});
  }

  RowGuess& guess_;
  const LooseClause* partition_ = nullptr;
  const LooseClause* sort_ = nullptr;
};

}  // namespace

std::vector<LooseClause> ReadLooseCondition(std::string_view text) {
  using Type = LooseClause::Type;
  const auto tokens = TokensOf(text);
  std::vector<LooseClause> clauses;
  const auto at = [&](std::size_t i) { return i < tokens.size() ? tokens[i] : ""; };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto word = Lower(tokens[i]);
    const auto next = Lower(at(i + 1));
    if (word == "begins_with" && next == "(") {
      clauses.push_back({Type::kPrefix, at(i + 2), at(i + 4)});
      i += 5;
    } else if (next == "begins_with") {
      clauses.push_back({Type::kPrefix, tokens[i], at(i + 2)});
      i += 2;
    } else if (next == "between") {
      clauses.push_back({Type::kBetween, tokens[i], at(i + 2)});
      i += 4;
    } else if (next == "=" && at(i + 2) != ">") {
      clauses.push_back({Type::kEquals, tokens[i], at(i + 2)});
      i += 2;
    } else if (next == "<" || next == ">") {
      i += at(i + 2) == "=" ? 3 : 2;
      clauses.push_back({Type::kCompare, tokens[i - (at(i - 1) == "=" ? 3 : 2)], at(i)});
    }
  }
  return clauses;
}

RowGuess GuessRow(std::string_view name, std::string_view type, std::string_view condition) {
  RowGuess guess{.verb = GuessVerb(name, type)};
  GuessByName(name, guess);
  ConditionGuess(ReadLooseCondition(condition), guess).Run();
  if (!guess.children.empty() && (guess.verb == Verb::kGet || guess.verb == Verb::kList)) {
    guess.verb = Verb::kFetch;
  } else {
    guess.children.clear();
  }
  std::erase(guess.children, guess.entity);
  const bool one = guess.verb == Verb::kGet || guess.verb == Verb::kFetch ||
                   guess.verb == Verb::kUpdate || guess.verb == Verb::kDelete;
  if (one && guess.known.empty()) guess.known.push_back(AttributeNameOf(guess.entity) + "Id");
  if (guess.verb == Verb::kFetch && guess.children.empty()) guess.verb = Verb::kList;
  return guess;
}

std::string GuessRate(std::string_view text) {
  const auto lower = Lower(text);
  for (const std::string_view word : {"high", "medium", "low"}) {
    if (lower.find(word) != std::string::npos) return std::string(word);
  }
  std::string number;
  std::size_t at = 0;
  while (at < lower.size() && std::isdigit(static_cast<unsigned char>(lower[at])) == 0) ++at;
  for (; at < lower.size(); ++at) {
    const bool digit = std::isdigit(static_cast<unsigned char>(lower[at])) != 0;
    if (digit || (lower[at] == '.' && number.find('.') == std::string::npos)) {
      number += lower[at];
    } else if (lower[at] != ',') {
      break;
    }
  }
  if (number.ends_with('.')) number.pop_back();
  if (number.empty() || number.size() > 12) return "low";
  const auto rest = lower.substr(at);
  if (rest.starts_with('k')) number += 'k';
  if (rest.starts_with('m') && !rest.starts_with("mi")) number += 'M';
  const auto says = [&](std::string_view word) { return rest.find(word) != std::string::npos; };
  const std::string_view unit = says("day")                  ? "day"
                                : says("hour") || says("/h") ? "h"
                                : says("min") || says("rpm") ? "min"
                                                             : "s";
  return fmt::format("{}/{}", number, unit);
}

}  // namespace stator::model
