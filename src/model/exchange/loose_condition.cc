#include "model/exchange/loose_condition.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "base/quantity.h"
#include "model/exchange/key_text.h"
#include "model/language/print.h"

namespace stator::model {
namespace {

using Type = LooseClause::Type;

template <class Words>
bool IsOneOf(std::string_view word, const Words& words) {
  return std::ranges::find(words, word) != std::end(words);
}

// Words, and each of ( ) , = < > ; as a word; quotes are dropped. What is marked as an attribute
// ({a}, #<a>) is a part of its word, whatever is in it.
std::vector<std::string> TokensOf(std::string_view text) {
  std::vector<std::string> tokens;
  std::string token;
  const auto finish = [&] {
    if (!token.empty()) tokens.push_back(std::exchange(token, ""));
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (letter == '"' || letter == '\'' || letter == '`') continue;
    const bool angle = letter == '<' && i > 0 && text[i - 1] == '#';
    const auto end = letter == '{' ? text.find('}', i) : angle ? text.find('>', i) : text.npos;
    if (end != std::string_view::npos) {
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

class Reader {
 public:
  explicit Reader(std::string_view text) : tokens_(TokensOf(text)) {
    for (const auto& token : tokens_) lower_.push_back(LowerOf(token));
  }

  LooseCondition Run() {
    constexpr std::array<std::string_view, 5> kBeyond{"or", "not", "in", "contains", "size"};
    if (std::ranges::any_of(lower_, [&](const auto& word) { return IsOneOf(word, kBeyond); })) {
      Leave(tokens_.size());
      return std::move(read_);
    }
    while (at_ < tokens_.size()) {
      if (IsSeparator(at_)) {
        ++at_;
      } else if (!TakeFunction() && !TakeComparison() && !TakeOrder() && !TakeWord()) {
        std::size_t end = at_ + 1;
        while (end < tokens_.size() && !IsSeparator(end)) ++end;
        Leave(end);
      }
    }
    return std::move(read_);
  }

 private:
  std::string_view At(std::size_t i) const { return WordAt(tokens_, i); }
  std::string_view Lower(std::size_t i) const { return WordAt(lower_, i); }
  static std::string_view WordAt(const std::vector<std::string>& words, std::size_t i) {
    return i < words.size() ? std::string_view(words[i]) : std::string_view();
  }
  bool IsSeparator(std::size_t i) const {
    constexpr std::array<std::string_view, 5> kSeparators{",", ";", "and", "&", "&&"};
    return IsOneOf(Lower(i), kSeparators);
  }
  // "x4"; 0: it is something else.
  std::int64_t TimesAt(std::size_t i) const {
    if (At(i).size() < 2 || At(i).front() != 'x') return 0;
    const auto times = ParseCount(At(i).substr(1));
    return times ? static_cast<std::int64_t>(*times) : 0;
  }
  bool EndsAt(std::size_t i) const {
    return i >= tokens_.size() || IsSeparator(i) || TimesAt(i) > 0;
  }

  void Leave(std::size_t end) {
    std::string phrase;
    for (; at_ < end; ++at_) phrase += (phrase.empty() ? "" : " ") + tokens_[at_];
    read_.unread.push_back(std::move(phrase));
  }

  bool Add(Type type, std::size_t attribute, std::size_t value, std::size_t end) {
    const bool marks = std::string_view("(),=<>;").find(At(value)) != std::string_view::npos;
    if (!IsWord(At(attribute)) || At(value).empty() || marks || !EndsAt(end)) return false;
    read_.clauses.push_back({type, tokens_[attribute], tokens_[value]});
    at_ = end;
    return true;
  }

  // begins_with(SK, ORDER#), attribute_not_exists(PK)
  bool TakeFunction() {
    if (Lower(at_ + 1) != "(") return false;
    if (Lower(at_) == "begins_with" && At(at_ + 3) == "," && At(at_ + 5) == ")") {
      return Add(Type::kPrefix, at_ + 2, at_ + 4, at_ + 6);
    }
    const bool absent = Lower(at_) == "attribute_not_exists" && At(at_ + 3) == ")";
    if (!absent || !EndsAt(at_ + 4)) return false;
    read_.fresh = true;
    at_ += 4;
    return true;
  }

  bool TakeComparison() {
    const auto next = Lower(at_ + 1);
    if (next == "begins_with") return Add(Type::kPrefix, at_, at_ + 2, at_ + 3);
    if (next == "starts" && Lower(at_ + 2) == "with") {
      return Add(Type::kPrefix, at_, at_ + 3, at_ + 4);
    }
    if (next == "between" && (Lower(at_ + 3) == "and" || Lower(at_ + 3) == ",")) {
      return Add(Type::kBetween, at_, at_ + 2, at_ + 5);
    }
    if (next == "=" && Lower(at_) == "limit") return false;
    if (next == "=") return Add(Type::kEquals, at_, at_ + 2, at_ + 3);
    if (next != "<" && next != ">") return false;
    const std::size_t value = at_ + (At(at_ + 2) == "=" ? 3 : 2);
    return Add(Type::kCompare, at_, value, value + 1);
  }

  bool Order(std::string attribute, bool descending, std::size_t end) {
    read_.ordered = true;
    read_.order = std::move(attribute);
    read_.descending = descending;
    at_ = end;
    return true;
  }

  // "backward", "newest first", "sorted by date desc", "limit 20"
  bool TakeOrder() {
    constexpr std::array<std::string_view, 4> kDown{"backward", "backwards", "descending", "desc"};
    constexpr std::array<std::string_view, 3> kUp{"forward", "ascending", "asc"};
    constexpr std::array<std::string_view, 4> kSorted{"sorted", "ordered", "sort", "order"};
    if (IsOneOf(Lower(at_), kDown) && EndsAt(at_ + 1)) return Order("", true, at_ + 1);
    if (IsOneOf(Lower(at_), kUp) && EndsAt(at_ + 1)) return Order("", false, at_ + 1);
    const bool first = Lower(at_ + 1) == "first" && EndsAt(at_ + 2);
    if (first && (Lower(at_) == "newest" || Lower(at_) == "latest"))
      return Order("", true, at_ + 2);
    if (first && Lower(at_) == "oldest") return Order("", false, at_ + 2);
    if (IsOneOf(Lower(at_), kSorted) && Lower(at_ + 1) == "by" && IsWord(At(at_ + 2))) {
      const bool down = IsOneOf(Lower(at_ + 3), kDown);
      const std::size_t end = at_ + (down || IsOneOf(Lower(at_ + 3), kUp) ? 4 : 3);
      return EndsAt(end) && Order(std::string(At(at_ + 2)), down, end);
    }
    if (Lower(at_) != "limit" && Lower(at_) != "top") return false;
    const std::size_t value = at_ + (At(at_ + 1) == "=" ? 2 : 1);
    const auto limit = ParseCount(At(value));
    if (!limit || *limit == 0 || !EndsAt(value + 1)) return false;
    read_.limit = static_cast<std::int64_t>(*limit);
    at_ = value + 1;
    return true;
  }

  // A name alone, "version unchanged", "new"; "x4" says how often, or over how many shards.
  bool TakeWord() {
    const auto word = At(at_);
    if (const auto times = TimesAt(at_); times > 0) {
      if (at_ > 0) read_.times = times;
      ++at_;
      return true;
    }
    const std::size_t end = at_ + (Lower(at_ + 1) == "unchanged" ? 2 : 1);
    if (!IsWord(word) || IsKeyName(word) || !EndsAt(end)) return false;
    if (Lower(at_) == "new") {
      read_.fresh = true;
    } else {
      read_.names.emplace_back(word);
    }
    at_ = end;
    return true;
  }

  std::vector<std::string> tokens_;
  std::vector<std::string> lower_;
  std::size_t at_ = 0;
  LooseCondition read_;
};

}  // namespace

LooseCondition ReadLooseCondition(std::string_view text) { return Reader(text).Run(); }

bool IsPlaceholder(std::string_view value) {
  if (value.empty() || value == "?") return true;
  const bool braced = value.size() > 2 && ((value.front() == '{' && value.back() == '}') ||
                                           (value.front() == '<' && value.back() == '>'));
  return value.front() == ':' || value.front() == '$' || braced;
}

bool IsKeyName(std::string_view attribute) {
  constexpr std::array<std::string_view, 4> kShort{"pk", "sk", "hk", "rk"};
  const auto lower = LowerOf(attribute);
  if (IsOneOf(lower, kShort)) return true;
  if (!lower.ends_with("pk") && !lower.ends_with("sk")) return false;
  // GSI1PK and gsi1pk, but not a task.
  const auto before = static_cast<unsigned char>(attribute[attribute.size() - 3]);
  return attribute.back() == 'K' || std::islower(before) == 0;
}

}  // namespace stator::model
