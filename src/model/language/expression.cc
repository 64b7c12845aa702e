#include "model/language/expression.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "model/language/template_parser.h"

namespace stator::model {
namespace {

using Clauses = std::expected<std::vector<KeyClause>, std::string>;

// Splits into words, operators, parentheses and commas. Braces and single quotes keep a value
// together. An operator character within a value belongs to the value: KIND=A#{id}.
class Words {
 public:
  std::vector<std::string> Split(std::string_view text) {
    for (const char letter : text) Take(letter);
    Finish();
    return std::move(words_);
  }

 private:
  static bool IsOperator(char letter) { return letter == '=' || letter == '<' || letter == '>'; }

  void Take(char letter) {
    if (letter == '\'') {
      quoted_ = !quoted_;
      return;
    }
    if (letter == '{') ++depth_;
    if (letter == '}' && depth_ > 0) --depth_;
    const bool inside = quoted_ || depth_ > 0;
    if (!inside && std::isspace(static_cast<unsigned char>(letter)) != 0) {
      Finish();
    } else if (!inside && (letter == '(' || letter == ')' || letter == ',')) {
      Finish();
      words_.emplace_back(1, letter);
      value_ = letter == ',';
    } else {
      TakeLetter(letter, !inside && IsOperator(letter));
    }
  }

  void TakeLetter(char letter, bool is_operator) {
    const bool in_operator = !word_.empty() && IsOperator(word_.front()) && !value_;
    if (in_operator != is_operator && !value_) Finish();
    word_ += letter;
  }

  // A value follows an operator, BETWEEN or the AND of BETWEEN.
  void Finish() {
    if (word_.empty()) return;
    const auto upper = UpperText(word_);
    const bool between_and = between_ && upper == "AND";
    value_ = !value_ && (IsOperator(word_.front()) || upper == "BETWEEN" || between_and);
    between_ = upper == "BETWEEN" || (between_ && !between_and);
    words_.push_back(std::exchange(word_, {}));
  }

  std::vector<std::string> words_;
  std::string word_;
  bool quoted_ = false;
  std::size_t depth_ = 0;
  bool value_ = false;    // the next word is a value
  bool between_ = false;  // the next AND belongs to BETWEEN
};

class Parser {
 public:
  Parser(std::vector<std::string> words, Place place) : words_(std::move(words)), place_(place) {}

  Clauses Run() {
    std::vector<KeyClause> clauses;
    do {
      while (Take("(")) groups_.push_back(clauses.size());
      auto clause =
          UpperText(Peek()) == "BEGINS_WITH" && Peek(1) == "(" ? Function() : Comparison();
      if (!clause) return std::unexpected(std::move(clause.error()));
      clauses.push_back(std::move(*clause));
      if (auto closed = CloseGroups(); !closed) {
        return std::unexpected(std::move(closed.error()));
      }
    } while (Take("AND"));
    if (at_ < words_.size()) return std::unexpected(fmt::format("'{}' is not expected.", Peek()));
    if (!groups_.empty()) return std::unexpected(std::string("A '(' is not closed."));
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
    if (UpperText(Peek()) != wanted) return false;
    ++at_;
    return true;
  }

  // DynamoDB accepts one pair of parentheses around a condition and refuses two.
  std::expected<void, std::string> CloseGroups() {
    std::optional<std::size_t> last;
    while (!groups_.empty() && Take(")")) {
      if (last == groups_.back()) {
        return std::unexpected(std::string("The expression has redundant parentheses."));
      }
      last = groups_.back();
      groups_.pop_back();
    }
    return {};
  }

  Clause Named(KeyClause clause) {
    clause.attribute = Next();
    if (clause.attribute.empty()) return std::unexpected(std::string("A condition is missing."));
    if (!clause.attribute.starts_with('#')) return clause;
    return std::unexpected(
        fmt::format("Write the attribute's name, not the placeholder {}.", clause.attribute));
  }

  std::expected<Template, std::string> Value() {
    const auto word = Next();
    if (word.empty()) return std::unexpected(std::string("A value is missing."));
    if (word.starts_with(':')) {
      return std::unexpected(
          fmt::format("Write the template, CUST#{{custId}} say, not the placeholder {}.", word));
    }
    auto text = ParseTemplate(word, place_);
    if (!text) return std::unexpected(std::move(text.error().message));
    return std::move(*text);
  }

  // begins_with(SK, value)
  Clause Function() {
    Next();
    Next();  // skips the parenthesis
    auto clause = Named({.type = KeyClause::Type::kPrefix});
    if (!clause) return clause;
    if (!Take(",")) return std::unexpected(std::string("',' is missing in begins_with."));
    auto value = Value();
    if (!value) return std::unexpected(std::move(value.error()));
    clause->value = std::move(*value);
    if (!Take(")")) return std::unexpected(std::string("')' is missing after begins_with."));
    return clause;
  }

  Clause Comparison() {
    auto named = Named({});
    if (!named) return named;
    KeyClause clause = std::move(*named);
    const auto operation = UpperText(Next());
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
  std::vector<std::size_t> groups_;  // for each open parenthesis, the number of clauses before it
};

}  // namespace

Clauses ParseKeyCondition(std::string_view text, Place place) {
  return Parser(Words().Split(text), place).Run();
}

}  // namespace stator::model
