#include "model/expression.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include <fmt/format.h>

#include "model/template_parser.h"

namespace stator::model {
namespace {

using Clauses = std::expected<std::vector<KeyClause>, std::string>;

std::string Upper(std::string_view text) {
  std::string upper(text);
  std::ranges::transform(upper, upper.begin(),
                         [](unsigned char letter) { return std::toupper(letter); });
  return upper;
}

// Splits into words, parentheses and commas; a template's braces and single quotes hold it
// together.
std::vector<std::string> WordsOf(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  const auto finish = [&] {
    if (!word.empty()) words.push_back(std::exchange(word, {}));
  };
  bool quoted = false;
  std::size_t depth = 0;
  for (const char letter : text) {
    if (letter == '\'') {
      quoted = !quoted;
      continue;
    }
    if (letter == '{') ++depth;
    if (letter == '}' && depth > 0) --depth;
    const bool inside = quoted || depth > 0;
    if (!inside && std::isspace(static_cast<unsigned char>(letter)) != 0) {
      finish();
    } else if (!inside && (letter == '(' || letter == ')' || letter == ',')) {
      finish();
      words.emplace_back(1, letter);
    } else {
      word += letter;
    }
  }
  finish();
  return words;
}

class Parser {
 public:
  Parser(std::vector<std::string> words, Place place) : words_(std::move(words)), place_(place) {}

  Clauses Run() {
    std::vector<KeyClause> clauses;
    do {
      auto clause = Upper(Peek()) == "BEGINS_WITH" && Peek(1) == "(" ? Function() : Comparison();
      if (!clause) return std::unexpected(std::move(clause.error()));
      clauses.push_back(std::move(*clause));
    } while (Take("AND"));
    if (at_ < words_.size()) return std::unexpected(fmt::format("'{}' is not expected.", Peek()));
    return clauses;
  }

 private:
  using Clause = std::expected<KeyClause, std::string>;

  std::string Peek(std::size_t ahead = 0) const {
    return at_ + ahead < words_.size() ? words_[at_ + ahead] : "";
  }
  std::string Next() {
    auto word = Peek();
    if (at_ < words_.size()) ++at_;
    return word;
  }
  bool Take(std::string_view wanted) {
    if (Upper(Peek()) != wanted) return false;
    ++at_;
    return true;
  }

  std::expected<Template, std::string> Value() {
    const auto word = Next();
    if (word.empty()) return std::unexpected(std::string("A value is missing."));
    auto text = ParseTemplate(word, place_);
    if (!text) return std::unexpected(std::move(text.error().message));
    return std::move(*text);
  }

  // begins_with(SK, value)
  Clause Function() {
    Next();
    KeyClause clause{.type = KeyClause::Type::kPrefix};
    if (!Take("(")) return std::unexpected(std::string("'(' is missing after begins_with."));
    clause.attribute = Next();
    if (!Take(",")) return std::unexpected(std::string("',' is missing in begins_with."));
    auto value = Value();
    if (!value) return std::unexpected(std::move(value.error()));
    clause.value = std::move(*value);
    if (!Take(")")) return std::unexpected(std::string("')' is missing after begins_with."));
    return clause;
  }

  Clause Comparison() {
    KeyClause clause{.attribute = Next()};
    const auto operation = Upper(Next());
    if (operation == "BEGINS_WITH") {
      return std::unexpected(
          fmt::format("begins_with is a function, begins_with({0}, …); \"{0} BEGINS_WITH …\" is a "
                      "syntax error.",
                      clause.attribute));
    }
    auto value = Value();
    if (!value) return std::unexpected(std::move(value.error()));
    clause.value = std::move(*value);
    if (operation == "=") return clause;
    if (operation == "BETWEEN") return Between(std::move(clause));
    clause.type = KeyClause::Type::kCompare;
    clause.comparator = operation;
    constexpr std::array<std::string_view, 4> kComparators{"<", "<=", ">", ">="};
    if (std::ranges::find(kComparators, operation) != kComparators.end()) return clause;
    return std::unexpected(fmt::format("A key condition has no operator '{}'.", operation));
  }

  Clause Between(KeyClause clause) {
    clause.type = KeyClause::Type::kBetween;
    if (!Take("AND")) return std::unexpected(std::string("BETWEEN needs an AND."));
    auto end = Value();
    if (!end) return std::unexpected(std::move(end.error()));
    clause.end = std::move(*end);
    return clause;
  }

  std::vector<std::string> words_;
  Place place_;
  std::size_t at_ = 0;
};

}  // namespace

Clauses ParseKeyCondition(std::string_view text, Place place) {
  return Parser(WordsOf(text), place).Run();
}

}  // namespace stator::model
