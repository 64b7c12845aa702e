#include "partiql/lexer.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"

namespace stator::partiql {
namespace {

bool BeginsName(char c) { return IsLetter(c) || c == '_' || c == '$'; }
bool ContinuesName(char c) { return BeginsName(c) || IsDigit(c); }

// Walks over a statement. Each Skip function moves behind what it names.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  // Returns the next token; nullopt if the text has none here.
  std::optional<Token> Next() {
    if (!SkipBlanks()) return std::nullopt;
    const std::size_t begin = at_;
    if (at_ == text_.size()) return Made(begin, TokenKind::kEnd);
    const char first = text_[at_];
    if (BeginsName(first)) {
      while (at_ < text_.size() && ContinuesName(text_[at_])) ++at_;
      return Made(begin, TokenKind::kWord);
    }
    if (IsDigit(first) || (first == '.' && IsDigit(At(1)))) return Number();
    if (first == '\'') return Quoted(TokenKind::kString);
    if (first == '"') return Quoted(TokenKind::kQuoted);
    if (first == '?') {
      ++at_;
      return Made(begin, TokenKind::kParameter);
    }
    return Symbol();
  }

 private:
  char At(std::size_t ahead) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool StartsWith(std::string_view part) const { return text_.substr(at_).starts_with(part); }

  Token Made(std::size_t begin, TokenKind kind) const {
    const auto word =
        kind == TokenKind::kWord ? WordOf(text_.substr(begin, at_ - begin)) : Word::kNone;
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint16_t>(at_ - begin), kind, word};
  }

  // Returns false at an open comment.
  bool SkipBlanks() {
    while (at_ < text_.size()) {
      if (kBlanks.contains(text_[at_])) {
        ++at_;
      } else if (StartsWith("--")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (StartsWith("/*")) {
        const std::size_t end = text_.find("*/", at_ + 2);
        if (end == text_.npos) return false;
        at_ = end + 2;
      } else {
        return true;
      }
    }
    return true;
  }

  std::optional<Token> Number() {
    const std::size_t begin = at_;
    SkipDigits();
    if (At(0) == '.') {
      ++at_;
      SkipDigits();
    }
    if (At(0) == 'e' || At(0) == 'E') {
      const std::size_t exponent = at_ + 1;
      at_ = exponent + (At(1) == '+' || At(1) == '-' ? 1 : 0);
      const std::size_t digits = at_;
      SkipDigits();
      const bool plus = text_[exponent] == '+';
      const auto power = ParseNumber<std::int32_t>(
          text_.substr(plus ? digits : exponent, at_ - (plus ? digits : exponent)));
      if (!power) return std::nullopt;
    }
    return Made(begin, TokenKind::kNumber);
  }

  void SkipDigits() {
    while (IsDigit(At(0))) ++at_;
  }

  // A doubled quote stands for one quote.
  std::optional<Token> Quoted(TokenKind kind) {
    const std::size_t begin = at_;
    const char quote = text_[at_];
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] != quote) continue;
      if (At(1) != quote) {
        ++at_;
        return Made(begin, kind);
      }
      ++at_;
    }
    return std::nullopt;
  }

  std::optional<Token> Symbol() {
    constexpr std::string_view kPairs[] = {"<>", "!=", "<=", ">=", "<<", ">>"};
    constexpr std::string_view kSingles = "=<>+-*/()[]{},.:;";
    const std::size_t begin = at_;
    if (std::ranges::any_of(kPairs, [&](std::string_view pair) { return StartsWith(pair); })) {
      at_ += 2;
    } else if (kSingles.contains(text_[at_])) {
      ++at_;
    } else {
      return std::nullopt;
    }
    return Made(begin, TokenKind::kSymbol);
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

std::size_t Characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace

bool EachToken(std::string_view statement, const std::function<bool(const Token&)>& see) {
  Scanner scanner(statement);
  while (true) {
    const std::optional<Token> token = scanner.Next();
    if (!token) return false;
    if (!see(*token) || token->kind == TokenKind::kEnd) return true;
  }
}

std::optional<std::vector<Token>> Tokenize(std::string_view statement) {
  std::vector<Token> tokens;
  tokens.reserve(statement.size() / 4 + 2);
  const bool complete = EachToken(statement, [&tokens](const Token& token) {
    tokens.push_back(token);
    return true;
  });
  if (!complete) return std::nullopt;
  return tokens;
}

std::string PositionText(std::string_view statement, const Token& token) {
  const std::string_view before = statement.substr(0, token.at);
  const auto line = 1 + std::ranges::count(before, '\n');
  const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
  return fmt::format("{}:{}:{}", line, 1 + Characters(before.substr(line_begin)),
                     Characters(statement.substr(token.at, token.length)));
}

}  // namespace stator::partiql
