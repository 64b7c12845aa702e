#include "model/exchange/sheet_condition.h"

#include <cctype>
#include <utility>

#include <fmt/format.h>

#include "base/quantity.h"
#include "base/text.h"
#include "model/exchange/key_text.h"
#include "model/language/print.h"

namespace stator::model {
namespace {

constexpr std::string_view kMarks = "(),=<>;";

// The words of a condition. A punctuation mark is a word of its own. {…} belongs to its word, with
// any content.
struct ConditionWords {
  std::vector<std::string> words;
  std::vector<std::string> lower;
  std::size_t at = 0;

  // Returns the next word, or an empty one behind the last.
  std::string_view Word(std::size_t ahead = 0) const {
    return at + ahead < words.size() ? std::string_view(words[at + ahead]) : std::string_view();
  }
  std::string_view Lower(std::size_t ahead = 0) const {
    return at + ahead < lower.size() ? std::string_view(lower[at + ahead]) : std::string_view();
  }
  bool Done() const { return at == words.size(); }
};

ConditionWords WordsOfCondition(std::string_view text) {
  ConditionWords result;
  std::string word;
  const auto finish = [&] {
    if (!word.empty()) result.words.push_back(std::exchange(word, ""));
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    const auto end = letter == '{' ? text.find('}', i) : std::string_view::npos;
    if (end != std::string_view::npos) {
      word += text.substr(i, end - i + 1);
      i = end;
    } else if (kMarks.find(letter) != std::string_view::npos) {
      finish();
      result.words.emplace_back(1, letter);
    } else if (std::isspace(static_cast<unsigned char>(letter)) != 0) {
      finish();
    } else {
      word += letter;
    }
  }
  finish();
  for (const auto& each : result.words) result.lower.push_back(LowerText(each));
  return result;
}

bool IsSeparator(std::string_view lower) { return lower == "," || lower == "and"; }

// Reads "x4". 0: another word.
std::int64_t TimesOf(std::string_view word) {
  if (word.size() < 2 || word.front() != 'x') return 0;
  const auto times = ParseCount(word.substr(1));
  return times ? static_cast<std::int64_t>(*times) : 0;
}

bool EndsBehind(const ConditionWords& words, std::size_t count) {
  const auto next = words.Lower(count);
  return next.empty() || IsSeparator(next) || TimesOf(next) > 0;
}

// Takes a comparison of `count` words.
bool TakeClause(ConditionWords& words, SheetClause::Type type, std::size_t attribute,
                std::size_t value, std::size_t count, SheetCondition& read) {
  const auto text = words.Word(value);
  const bool mark = kMarks.find(text) != std::string_view::npos;
  if (!IsWord(words.Word(attribute)) || mark || !EndsBehind(words, count)) return false;
  read.clauses.push_back({type, std::string(words.Word(attribute)), std::string(text)});
  words.at += count;
  return true;
}

// Takes begins_with(SK, ORDER#) or attribute_not_exists(PK).
bool TakeFunction(ConditionWords& words, SheetCondition& read) {
  if (words.Word(1) != "(") return false;
  if (words.Lower() == "begins_with" && words.Word(3) == "," && words.Word(5) == ")") {
    return TakeClause(words, SheetClause::Type::kPrefix, 2, 4, 6, read);
  }
  const bool absent = words.Lower() == "attribute_not_exists" && words.Word(3) == ")";
  if (!absent || !EndsBehind(words, 4)) return false;
  read.if_new = true;
  words.at += 4;
  return true;
}

bool TakeComparison(ConditionWords& words, SheetCondition& read) {
  using Type = SheetClause::Type;
  const auto next = words.Lower(1);
  if (next == "begins_with") return TakeClause(words, Type::kPrefix, 0, 2, 3, read);
  if (next == "between" && words.Lower(3) == "and") {
    return TakeClause(words, Type::kBetween, 0, 2, 5, read);
  }
  if (next == "=") return TakeClause(words, Type::kEquals, 0, 2, 3, read);
  if (next != "<" && next != ">") return false;
  const std::size_t value = words.Word(2) == "=" ? 3 : 2;
  return TakeClause(words, Type::kCompare, 0, value, value + 1, read);
}

// Takes backward, forward, "limit 20" or "x4".
bool TakeOrder(ConditionWords& words, SheetCondition& read) {
  const bool backward = words.Lower() == "backward";
  if ((backward || words.Lower() == "forward") && EndsBehind(words, 1)) {
    read.descending = backward;
    ++words.at;
    return true;
  }
  if (const auto times = TimesOf(words.Word()); times > 0) {
    // At the beginning of a read's condition, the number counts partition keys. The key itself
    // states those.
    if (words.at > 0) read.times = times;
    ++words.at;
    return true;
  }
  if (words.Lower() != "limit") return false;
  const auto limit = ParseCount(words.Word(1));
  if (!limit || *limit == 0 || !EndsBehind(words, 2)) return false;
  read.limit = static_cast<std::int64_t>(*limit);
  words.at += 2;
  return true;
}

// Takes new, "version unchanged" or "status".
bool TakeName(ConditionWords& words, SheetCondition& read) {
  const std::size_t count = words.Lower(1) == "unchanged" ? 2 : 1;
  if (!IsWord(words.Word()) || !EndsBehind(words, count)) return false;
  if (words.Lower() == "new" && count == 1) {
    read.if_new = true;
  } else {
    read.names.emplace_back(words.Word());
  }
  words.at += count;
  return true;
}

std::string PhraseAt(const ConditionWords& words) {
  std::string phrase;
  for (std::size_t i = words.at; i < words.words.size(); ++i) {
    if (i > words.at && IsSeparator(words.lower[i])) break;
    phrase += (phrase.empty() ? "" : " ") + words.words[i];
  }
  return phrase;
}

}  // namespace

Result<SheetCondition> ReadSheetCondition(std::string_view text) {
  SheetCondition read;
  auto words = WordsOfCondition(text);
  while (!words.Done()) {
    if (IsSeparator(words.Lower())) {
      ++words.at;
    } else if (!TakeFunction(words, read) && !TakeComparison(words, read) &&
               !TakeOrder(words, read) && !TakeName(words, read)) {
      return FailInvalid(fmt::format("\"{}\" is no condition", PhraseAt(words)));
    }
  }
  return read;
}

}  // namespace stator::model
