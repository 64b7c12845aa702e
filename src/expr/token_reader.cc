#include "expr/token_reader.h"

#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/text.h"
#include "base/texts.h"
#include "expr/reserved.h"

namespace stator::expr {
namespace {

std::span<const std::string_view> KeywordsOf(Grammar grammar) {
  static constexpr std::array<std::string_view, 5> kCondition = {"AND", "OR", "NOT", "IN",
                                                                 "BETWEEN"};
  static constexpr std::array<std::string_view, 4> kUpdate = {"SET", "REMOVE", "ADD", "DELETE"};
  switch (grammar) {
    case Grammar::kCondition:
      return kCondition;
    case Grammar::kUpdate:
      return kUpdate;
    case Grammar::kProjection:
      return {};
  }
  std::unreachable();
}

bool IsComparator(const Token& token) {
  return token.kind == TokenKind::kSymbol && std::string_view("=<>").contains(token.text.front());
}

}  // namespace

TokenReader::TokenReader(Grammar grammar, std::string_view text)
    : grammar_(grammar), text_(text), tokens_(Tokenize(text)) {}

bool TokenReader::AtKeyword() const {
  return std::ranges::any_of(KeywordsOf(grammar_),
                             [this](std::string_view word) { return Peek().IsKeyword(word); });
}

bool TokenReader::AtCall() const {
  return Peek().kind == TokenKind::kWord && tokens_[at_ + 1].IsSymbol("(");
}

bool TokenReader::TakeSymbol(std::string_view symbol) {
  if (!Peek().IsSymbol(symbol)) return false;
  ++at_;
  return true;
}

bool TokenReader::TakeKeyword(std::string_view keyword) {
  if (!Peek().IsKeyword(keyword)) return false;
  ++at_;
  return true;
}

Result<> TokenReader::Expect(std::string_view symbol) {
  if (!TakeSymbol(symbol)) return SyntaxError();
  return {};
}

Result<> TokenReader::ExpectEnd() {
  if (!AtEnd()) return SyntaxError();
  return {};
}

// Shows the token with its neighbours as they are in the text.
std::unexpected<Error> TokenReader::SyntaxError() const {
  if (tokens_.size() == 1) {  // the text is blank; the error shows the blanks
    return FailInvalid(fmt::format(texts::kSyntaxError, texts::kEndOfInput, text_));
  }
  const std::string_view first = tokens_[at_ == 0 ? 0 : at_ - 1].text;
  const std::string_view last = tokens_[std::min(at_ + 1, tokens_.size() - 1)].text;
  // The end token is after trailing blanks, which the error does not show.
  const std::string_view near_end = last.empty() ? (AtEnd() ? first : Peek().text) : last;
  const auto begin = static_cast<std::size_t>(first.data() - text_.data());
  const auto end = static_cast<std::size_t>(near_end.data() - text_.data()) + near_end.size();
  return FailInvalid(fmt::format(texts::kSyntaxError, AtEnd() ? texts::kEndOfInput : Peek().text,
                                 text_.substr(begin, end - begin)));
}

Result<ast::Path> TokenReader::Path() {
  ast::Path path;
  path.steps.push_back(TRY(NamedStep()));
  TRY(Steps(path));
  return path;
}

Result<> TokenReader::Steps(ast::Path& path) {
  for (;;) {
    if (TakeSymbol(".")) {
      path.steps.push_back(TRY(NamedStep()));
    } else if (TakeSymbol("[")) {
      path.steps.push_back(TRY(IndexStep()));
    } else {
      break;
    }
  }
  if (path.steps.size() > limits::kPathStepsMax) {
    faults_.Note(Fault::kLimit, fmt::format(texts::kPathTooDeep, path.steps.size()));
  }
  return {};
}

Result<ast::Step> TokenReader::NamedStep() {
  if (Peek().kind == TokenKind::kName) {
    return ast::Step{ast::Step::Kind::kPlaceholder, names_.NumberOf(Take().text), {}};
  }
  if (Peek().kind != TokenKind::kWord || AtKeyword()) return SyntaxError();
  const std::string_view name = Take().text;
  if (IsReserved(name)) faults_.Note(Fault::kReservedWord, fmt::format(texts::kReservedWord, name));
  return ast::Step{ast::Step::Kind::kName, 0, std::string(name)};
}

Result<ast::Step> TokenReader::IndexStep() {
  if (Peek().kind != TokenKind::kDigits) return SyntaxError();
  const std::string_view digits = Take().text;
  const auto index = ParseNumber<std::uint32_t>(digits);
  if (!index || *index > limits::kListIndexMax) {
    faults_.Note(Fault::kLimit, fmt::format(texts::kListIndexRange, digits));
  }
  TRY(Expect("]"));
  return ast::Step{ast::Step::Kind::kIndex, index.value_or(0), {}};
}

ast::Literal TokenReader::Literal() { return {values_.NumberOf(Take().text)}; }

std::uint32_t TokenReader::Slots::NumberOf(std::string_view placeholder) {
  const auto [at, added] =
      numbers.try_emplace(placeholder, static_cast<std::uint32_t>(texts.size()));
  if (added) texts.emplace_back(placeholder);
  return at->second;
}

// If pairs are nested deeper than operators can be, some are redundant, unless there are too many
// operators. AWS has a text for each case.
Result<std::size_t> TokenReader::Open() {
  if (++depth_ > limits::kExpressionDepthMax) {
    const std::size_t operators = OperatorCount();
    if (operators > limits::kExpressionOperatorsMax) {
      return FailInvalid(fmt::format(texts::kTooManyOperators, operators));
    }
    return FailInvalid(texts::kRedundantParentheses);
  }
  const std::size_t opened = at_;
  TRY(Expect("("));
  return opened;
}

Result<> TokenReader::Close(std::size_t opened) {
  const std::size_t closing = at_;
  TRY(Expect(")"));
  --depth_;
  if (closed_open_ == opened + 1 && closed_close_ + 1 == closing) {
    faults_.Note(Fault::kParentheses, texts::kRedundantParentheses);
  }
  closed_open_ = opened;
  closed_close_ = closing;
  return {};
}

Result<> TokenReader::OpenCall(std::string_view function) {
  if (++depth_ > limits::kExpressionDepthMax) {
    return FailInvalid(fmt::format(texts::kMisusedFunction, function));
  }
  return Expect("(");
}

Result<> TokenReader::CloseCall() {
  --depth_;
  return Expect(")");
}

std::size_t TokenReader::OperatorCount() const {
  const auto count = [this](auto matches) {
    return static_cast<std::size_t>(std::ranges::count_if(tokens_, matches));
  };
  const auto keywords = [&](std::string_view keyword) {
    return count([=](const Token& token) { return token.IsKeyword(keyword); });
  };
  if (grammar_ == Grammar::kProjection) return 0;
  if (grammar_ == Grammar::kUpdate) {
    return count([](const Token& token) { return token.IsSymbol("+") || token.IsSymbol("-"); });
  }
  // BETWEEN and its AND count as one operator.
  const std::size_t both = std::max(keywords("AND"), keywords("BETWEEN"));
  return count(IsComparator) + both + keywords("OR") + keywords("NOT") + keywords("IN");
}

}  // namespace stator::expr
