#include "model/exchange/row_guess.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "model/exchange/key_text.h"
#include "model/exchange/loose_condition.h"
#include "model/language/print.h"
#include "model/layout/layout.h"

namespace stator::model {
namespace {

template <class Words>
bool IsOneOf(std::string_view word, const Words& words) {
  return std::ranges::find(words, word) != std::end(words);
}

constexpr std::array<std::string_view, 62> kIdleWords{
    "get",    "list",     "fetch",   "find",   "query",      "read",   "load",   "show",
    "lookup", "look",     "up",      "search", "all",        "a",      "an",     "the",
    "single", "one",      "every",   "latest", "recent",     "newest", "top",    "rated",
    "open",   "create",   "add",     "insert", "put",        "update", "change", "delete",
    "remove", "write",    "upsert",  "store",  "new",        "its",    "their",  "upcoming",
    "active", "existing", "details", "direct", "set",        "save",   "last",   "first",
    "oldest", "five",     "ten",     "few",    "atomically", "once",   "hourly", "daily",
    "weekly", "monthly",  "yearly",  "report", "digest",     "given"};
constexpr std::array<std::string_view, 9> kPrepositions{"for", "of", "by",     "in",    "from",
                                                        "on",  "at", "within", "across"};

constexpr std::string_view kUnnamed = "Thing";

std::vector<std::string> WordsOf(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (const char letter : std::string(text) + " ") {
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
  for (const auto& written : WordsOf(name)) {
    const auto word = LowerOf(written);
    if (IsOneOf(word, kPrepositions)) {
      // "Daily report of orders" is about orders; what is asked "by" something is not said yet.
      role = entity.empty() && word != "by" ? Role::kEntity : Role::kKnown;
    } else if (word == "with" || word == "and" || word == "+") {
      role = entity.empty() ? Role::kEntity : Role::kChild;
    } else if (IsOneOf(word, kIdleWords)) {
      continue;
    } else if (role == Role::kEntity && entity.empty()) {
      entity = EntityNameOf(written);
    } else if (role == Role::kKnown) {
      const auto known = word == "id" || word == "uuid" ? AttributeNameOf(entity) + "Id"
                                                        : AttributeNameOf(EntityNameOf(written));
      guess.known.push_back({.attribute = known});
      role = Role::kEntity;
    } else if (role == Role::kChild && guess.verb != Verb::kPut) {
      guess.children.push_back(EntityNameOf(written));
      role = Role::kEntity;
    }
  }
  guess.entity = entity.empty() ? std::string(kUnnamed) : entity;
}

bool HasAny(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(
      words, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

// What the query type says; nullopt: nothing that is known here.
std::optional<Verb> VerbOfType(std::string_view type) {
  const auto said = LowerOf(type);
  if (HasAny(said, {"getitem", "batchget", "transactget"}) || said == "get") return Verb::kGet;
  if (HasAny(said, {"query", "list"})) return Verb::kList;
  if (HasAny(said, {"scan"})) return Verb::kScan;
  if (HasAny(said, {"export"})) return Verb::kExport;
  if (HasAny(said, {"transact", "txn"})) return Verb::kTransaction;
  if (HasAny(said, {"update"})) return Verb::kUpdate;
  if (HasAny(said, {"delete"})) return Verb::kDelete;
  if (HasAny(said, {"conditioncheck"})) return Verb::kCheck;
  if (HasAny(said, {"put", "insert", "create", "batchwrite"})) return Verb::kPut;
  return std::nullopt;
}

Verb VerbOfName(std::string_view name, bool writes) {
  const auto text = LowerOf(name);
  if (HasAny(text, {"update", "change"})) return Verb::kUpdate;
  if (HasAny(text, {"delete", "remove"})) return Verb::kDelete;
  if (writes || HasAny(text, {"create", "insert", "store"})) return Verb::kPut;
  return HasAny(text, {"list", "all ", "orders", "every"}) ? Verb::kList : Verb::kGet;
}

Verb GuessVerb(const RowWords& words, std::vector<std::string>& unread) {
  if (const auto verb = VerbOfType(words.type)) return *verb;
  const auto said = LowerOf(words.type);
  if (!said.empty() && !HasAny(said, {"read", "write", "none"})) {
    unread.push_back(fmt::format("The query type \"{}\" was not understood.", words.type));
  }
  return VerbOfName(words.name, HasAny(said, {"write"}));
}

// "GSI1" of "Query GSI1".
std::string IndexOfType(std::string_view type) {
  const auto space = type.find_last_of(" \t");
  if (space == std::string_view::npos) return "";
  const auto word = type.substr(space + 1);
  const auto lower = LowerOf(word);
  const bool name = IsWord(word) && !VerbOfType(lower) && lower != "gsi" && lower != "lsi" &&
                    lower != "index" && lower != "table" && lower != "items";
  return name && LowerOf(type).starts_with("query") ? CleanTableName(word) : "";
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

bool IsKnown(const RowGuess& guess, std::string_view name) {
  return std::ranges::find(guess.known, name, &Binding::attribute) != guess.known.end();
}

// What the row says of attributes by their own names: these are known, or within a range.
class PlainGuess {
 public:
  explicit PlainGuess(RowGuess& guess) : guess_(guess) {}

  void Name(const std::string& name) {
    if (!IsKnown(guess_, name)) guess_.known.push_back({.attribute = CleanName(name)});
  }

  void Clause(const LooseClause& clause) {
    const auto name = CleanName(clause.attribute);
    const bool given = IsPlaceholder(clause.value) || clause.value == clause.attribute;
    if (clause.type == LooseClause::Type::kEquals && (given || IsWord(clause.value))) {
      Name(name);
      auto& binding = *std::ranges::find(guess_.known, name, &Binding::attribute);
      if (!given) binding.value = clause.value;
      return;
    }
    const bool range =
        clause.type == LooseClause::Type::kBetween || clause.type == LooseClause::Type::kCompare;
    if (range && (guess_.range.empty() || guess_.range == name) && !guess_.range_unnamed) {
      guess_.range = name;
      std::erase_if(guess_.known, [&](const Binding& each) { return each.attribute == name; });
      return;
    }
    guess_.unread.push_back(
        fmt::format("What it says of {} ({}) has no place in a pattern.", name, clause.value));
  }

 private:
  RowGuess& guess_;
};

// What the row says of key attributes.
class KeyGuess {
 public:
  KeyGuess(const LooseClause* partition, const LooseClause* sort, RowGuess& guess)
      : partition_(partition), sort_(sort), guess_(guess) {}

  void Run() {
    guess_.key.partition = ReadForeignTemplate(partition_->value, {});
    guess_.hash = CleanName(partition_->attribute);
    if (guess_.index.empty()) guess_.index = IndexOf(partition_->attribute);
    if (sort_ != nullptr) {
      guess_.sort = CleanName(sort_->attribute);
      guess_.key.sort = ReadForeignTemplate(sort_->value, {});
      if (IsRange()) NameTheRange();
    }
    const bool valued = sort_ != nullptr && (!FieldsOf(guess_.key.sort).empty() || IsOpen());
    const auto kind = KindOf(valued ? guess_.key.sort : guess_.key.partition);
    // What lies in a whole collection is told by the pattern's name, if it has one.
    const bool named = sort_ == nullptr && guess_.verb == Verb::kList && guess_.entity != kUnnamed;
    if (!kind.empty() && !named && (guess_.index.empty() || valued)) {
      guess_.entity = EntityNameOf(kind);
    }
    guess_.known.clear();
    for (auto& field : FieldsOf(guess_.key)) guess_.known.push_back({.attribute = field});
    guess_.open = sort_ == nullptr || IsOpen();
    if (sort_ != nullptr) CloseSort();
  }

 private:
  static std::string IndexOf(const std::string& attribute) {
    const auto lower = LowerOf(attribute);
    if (lower == "pk" || lower == "hk" || !lower.ends_with("pk")) return "";
    return CleanTableName(attribute.substr(0, attribute.size() - 2));
  }

  bool IsBareWord() const {
    return !sort_->value.empty() && std::ranges::all_of(sort_->value, [](unsigned char letter) {
      return std::isalpha(letter) != 0 && std::isupper(letter) == 0;
    });
  }

  bool IsOpen() const { return sort_->type != LooseClause::Type::kEquals; }
  bool IsRange() const { return IsOpen() && sort_->type != LooseClause::Type::kPrefix; }

  // {orderDate.from} is about orderDate; {from} does not say.
  void NameTheRange() {
    constexpr std::array<std::string_view, 8> kEnds{"from", "to",    "start", "end",
                                                    "min",  "since", "max",   "until"};
    auto& parts = guess_.key.sort.parts;
    const auto is_end = [](const Part& part) { return part.text == "~" || part.text == "$"; };
    while (!parts.empty() && is_end(parts.back())) parts.pop_back();
    if (parts.empty() || parts.back().type != Part::Type::kField) return;
    auto& name = parts.back().text;
    const auto dot = name.find_last_of('.');
    if (dot != std::string::npos && dot > 0 && IsOneOf(name.substr(dot + 1), kEnds)) {
      name.resize(dot);
    } else if (IsOneOf(LowerOf(name), kEnds)) {
      parts.pop_back();
      guess_.range_unnamed = true;
    }
  }

  // A range is over the last value; a prefix goes on with what tells items apart.
  void CloseSort() {
    auto& parts = guess_.key.sort.parts;
    if (IsBareWord()) {  // "GSI1SK=date" says what the key is made of
      parts = {{.type = Part::Type::kField, .text = CleanName(sort_->value)}};
      guess_.open = true;
    }
    if (IsRange() && !parts.empty() && parts.back().type == Part::Type::kField &&
        !guess_.range_unnamed) {
      guess_.range = parts.back().text;
      std::erase_if(guess_.known,
                    [&](const Binding& each) { return each.attribute == guess_.range; });
    }
  }

  const LooseClause* partition_;
  const LooseClause* sort_;
  RowGuess& guess_;
};

// A value that stands in a whole key's place says nothing of what the key is made of.
bool TellsKey(const LooseClause& clause) {
  return !IsPlaceholder(clause.value) || clause.value.front() == '{';
}

void TakeCondition(const LooseCondition& said, RowGuess& guess) {
  const LooseClause* partition = nullptr;
  const LooseClause* sort = nullptr;
  std::vector<const LooseClause*> plain;
  for (const auto& clause : said.clauses) {
    const bool key = IsKeyName(clause.attribute);
    if (key && !TellsKey(clause)) {
      guess.unread.push_back(
          fmt::format("\"{}\" does not say what {} is made of.", clause.value, clause.attribute));
    } else if (!key) {
      plain.push_back(&clause);
    } else if (partition == nullptr && clause.type == LooseClause::Type::kEquals &&
               !LowerOf(clause.attribute).ends_with("sk")) {
      partition = &clause;
    } else {
      sort = &clause;
    }
  }
  if (partition != nullptr) {
    KeyGuess(partition, sort, guess).Run();
  } else if (sort != nullptr) {
    guess.unread.push_back(
        fmt::format("{} is asked for without a partition key.", sort->attribute));
  }
  const bool told = !plain.empty() || !said.names.empty();
  guess.plain = partition == nullptr && sort == nullptr && !plain.empty() && guess.index.empty();
  if (partition == nullptr && told) guess.known.clear();  // what the name seemed to tell
  PlainGuess named(guess);
  for (const auto& name : said.names) named.Name(name);
  for (const auto* clause : plain) named.Clause(*clause);
  guess.ordered = said.ordered;
  guess.descending = said.descending;
  guess.order = said.order.empty() ? "" : CleanName(said.order);
  guess.limit = said.limit;
  guess.times = said.times;
  if (said.fresh) guess.unread.emplace_back("A key condition is not about what is new.");
}

// What is filtered by is known as well; a write compares it with what was read.
void TakeFilter(const LooseCondition& said, RowGuess& guess) {
  PlainGuess named(guess);
  if (guess.verb <= Verb::kExport) {
    for (const auto& name : said.names) named.Name(name);
    for (const auto& clause : said.clauses) named.Clause(clause);
    if (said.fresh) guess.unread.emplace_back("A read is not filtered by what is new.");
  } else {
    for (const auto& name : said.names) guess.conditions.push_back(CleanName(name));
    for (const auto& clause : said.clauses) {
      const bool plain = clause.type == LooseClause::Type::kEquals && IsPlaceholder(clause.value);
      if (plain) {
        guess.conditions.push_back(CleanName(clause.attribute));
      } else {
        guess.unread.push_back(fmt::format("A write has no condition such as {} with {}.",
                                           clause.attribute, clause.value));
      }
    }
    guess.if_new = said.fresh;
  }
  if (said.ordered || said.limit > 0) {
    guess.unread.emplace_back("An order or a limit is no filter.");
  }
}

void LeaveUnread(const LooseCondition& said, std::string_view column, RowGuess& guess) {
  for (const auto& phrase : said.unread) {
    guess.unread.push_back(fmt::format("\"{}\" of the {} was not understood.", phrase, column));
  }
}

// A part of a transaction: "PutItem PK = …, SK = … x4".
RowGuess GuessPart(std::string_view text, const RowWords& words) {
  const auto begin = std::min(text.find_first_not_of(" \t\n"), text.size());
  text.remove_prefix(begin);
  const auto word = text.substr(0, text.find(' '));
  RowGuess part;
  const auto verb = VerbOfType(word);
  part.verb = verb ? *verb : VerbOfName(words.name, true);
  GuessByName(words.name, part);
  part.children.clear();
  const auto said = ReadLooseCondition(verb ? text.substr(word.size()) : text);
  TakeCondition(said, part);
  LeaveUnread(said, "key condition", part);
  return part;
}

void TakeParts(const RowWords& words, RowGuess& guess) {
  const std::string_view text = words.condition;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find(';', at), text.size());
    auto part = GuessPart(text.substr(at, end - at), words);
    for (auto& each : part.unread) guess.unread.push_back(std::move(each));
    part.unread.clear();
    guess.parts.push_back(std::move(part));
    at = end + 1;
  }
}

// Of what is behind the number; empty: it is none of these.
std::string_view UnitOf(std::string_view rest) {
  if (HasAny(rest, {"year", "month", "week", "day", "daily", "/d"})) return "day";
  if (HasAny(rest, {"hour", "/h"})) return "h";
  if (HasAny(rest, {"min", "rpm"})) return "min";
  const bool bare = rest.find_first_not_of(" km()") == std::string_view::npos;
  const bool second = HasAny(rest, {"/s", "sec", "rps", "tps", "qps", "ops", "wcu", "rcu"});
  return bare || second ? "s" : "";
}

// What is counted in days and takes longer.
double DaysOf(std::string_view rest) {
  if (HasAny(rest, {"year"})) return 365;
  if (HasAny(rest, {"month"})) return 365.0 / 12;
  return HasAny(rest, {"week"}) ? 7 : 1;
}

double ValueOf(const std::string& digits) {
  double value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

// "once a month", "daily": how many, where no digits say so.
std::string_view NumberInWords(std::string_view lower) {
  if (HasAny(lower, {"twice"})) return "2";
  const bool once = HasAny(lower, {"once", "hourly", "daily", "weekly", "monthly", "yearly"});
  return once ? "1" : "";
}

}  // namespace

RowGuess GuessRow(const RowWords& words) {
  RowGuess guess;
  guess.verb = GuessVerb(words, guess.unread);
  guess.index = IndexOfType(words.type);
  GuessByName(words.name, guess);
  if (guess.verb == Verb::kTransaction && !words.condition.empty()) {
    TakeParts(words, guess);
  } else {
    if (guess.verb == Verb::kTransaction) guess.verb = VerbOfName(words.name, true);
    const auto said = ReadLooseCondition(words.condition);
    TakeCondition(said, guess);
    LeaveUnread(said, "key condition", guess);
  }
  const auto filter = ReadLooseCondition(words.filter);
  TakeFilter(filter, guess);
  LeaveUnread(filter, "filter", guess);
  if (!guess.children.empty() && (guess.verb == Verb::kGet || guess.verb == Verb::kList)) {
    guess.verb = Verb::kFetch;
  } else {
    guess.children.clear();
  }
  std::erase(guess.children, guess.entity);
  const bool one = guess.verb == Verb::kGet || guess.verb == Verb::kFetch ||
                   guess.verb == Verb::kUpdate || guess.verb == Verb::kDelete;
  if (one && guess.known.empty()) {
    guess.known.push_back({.attribute = AttributeNameOf(guess.entity) + "Id"});
  }
  if (guess.verb == Verb::kFetch && guess.children.empty()) guess.verb = Verb::kList;
  return guess;
}

RateGuess GuessRate(std::string_view text) {
  const auto lower = LowerOf(text);
  for (const std::string_view word : {"high", "medium", "low"}) {
    if (lower.find(word) != std::string::npos) return {std::string(word)};
  }
  if (lower.find_first_not_of(" \t-") == std::string::npos) return {"low"};
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
  auto rest = lower.substr(at);
  if (number.empty()) {
    number = NumberInWords(lower);
    rest = lower;
  }
  if (number.empty() || number.size() > 12) return {"low", false};
  const auto unit = UnitOf(rest);
  const double days = DaysOf(rest);
  if (unit == "day" && days > 1) return {fmt::format("{:.5f}/day", ValueOf(number) / days)};
  if (rest.starts_with('k')) number += 'k';
  if (rest.starts_with('m') && !rest.starts_with("mi")) number += 'M';
  return {fmt::format("{}/{}", number, unit.empty() ? "s" : unit), !unit.empty()};
}

}  // namespace stator::model
