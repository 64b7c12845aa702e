#include "partiql/token_reader.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/partiql_texts.h"
#include "base/text.h"
#include "base/texts.h"

namespace stator::partiql {

using expr::ast::Step;

Result<TokenReader> TokenReader::Open(std::string_view statement) {
  auto tokens = Tokenize(statement);
  if (!tokens) return Malformed("");
  return TokenReader(statement, *std::move(tokens));
}

const Token& TokenReader::Peek(std::size_t ahead) const {
  return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

bool TokenReader::IsSymbol(const Token& token, std::string_view symbol) const {
  return token.kind == TokenKind::kSymbol && Text(token) == symbol;
}

bool TokenReader::AtName() const {
  return Peek().kind == TokenKind::kQuoted ||
         (Peek().kind == TokenKind::kWord && Peek().word == Word::kNone);
}

bool TokenReader::AtCall() const {
  return Peek().kind == TokenKind::kWord && IsSymbol(Peek(1), "(") &&
         (Peek().word == Word::kNone || Peek().word == Word::kReserved ||
          Peek().word == Word::kExists);
}

bool TokenReader::TakeWord(Word word) {
  if (Peek().kind != TokenKind::kWord || Peek().word != word) return false;
  ++at_;
  return true;
}

bool TokenReader::TakeSymbol(std::string_view symbol) {
  if (!AtSymbol(symbol)) return false;
  ++at_;
  return true;
}

Result<> TokenReader::Expect(Word word, std::string_view name) {
  if (TakeWord(word)) return {};
  return Malformed(fmt::format(texts::kExpected, name));
}

Result<> TokenReader::Expect(std::string_view symbol) {
  if (TakeSymbol(symbol)) return {};
  return Malformed(fmt::format(texts::kExpected, symbol));
}

std::unexpected<Error> TokenReader::Malformed(std::string_view rest) {
  return FailInvalid(fmt::format(texts::kStatementMalformed, rest));
}

std::unexpected<Error> TokenReader::UnexpectedTerm() const {
  const Token& next = Peek();
  if (next.kind == TokenKind::kWord && next.word != Word::kNone) {
    switch (next.word) {
      case Word::kAnd:
      case Word::kOr:
      case Word::kIs:
      case Word::kIn:
      case Word::kLike:
      case Word::kBetween:
        return Malformed(texts::kUnexpectedOperator);
      default:
        return Malformed(texts::kUnexpectedKeyword);
    }
  }
  return Malformed(texts::kUnexpectedTerm);
}

Result<> TokenReader::Deeper() {
  if (++depth_ > limits::kExpressionDepthMax) return Malformed(texts::kStatementTooDeep);
  return {};
}

void TokenReader::NoteLiteralFault(Error fault) {
  if (!literal_fault_) literal_fault_ = std::move(fault);
}

void TokenReader::NoteFault(std::string text) {
  if (!fault_) fault_ = Error{ErrorCode::kValidationException, std::move(text)};
}

Result<> TokenReader::ReportFaults() {
  if (literal_fault_) return Fail(*std::move(literal_fault_));
  if (fault_) return Fail(*std::move(fault_));
  return {};
}

TokenReader::Shape TokenReader::ShapeOfText() const {
  // The attributes of an INSERT's item have names in quotes, which are no values. Names in nested
  // maps may be data.
  const bool insert = tokens_.front().word == Word::kInsert;
  Shape shape;
  shape.pattern.reserve(statement_.size());
  std::string literals;
  std::size_t end = 0;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    const Token& token = tokens_[i];
    const std::string_view text = Text(token);
    if (token.kind == TokenKind::kSymbol) {
      depth += text == "{" ? 1 : 0;
      depth -= text == "}" ? 1 : 0;  // a statement that parsed has as many of both
    }
    bool value = token.kind == TokenKind::kString || token.kind == TokenKind::kNumber;
    if (value && insert && depth == 1) value = Text(tokens_[i + 1]) != ":";
    if (value) (literals += text) += ' ';
    if (token.at > end && !shape.pattern.empty()) shape.pattern += ' ';
    shape.pattern += value ? "?" : text;
    end = token.at + token.length;
  }
  if (!literals.empty()) shape.literals_hash = std::hash<std::string>()(literals) | 1U;
  return shape;
}

// --- Names and paths ---

std::string TokenReader::Unquoted(const Token& token) const {
  if (token.kind == TokenKind::kWord) return std::string(Text(token));
  const std::string_view text = Text(token);
  const char quote = text.front();
  const std::string_view inside = text.substr(1, text.size() - 2);
  if (!inside.contains(quote)) return std::string(inside);  // the usual case
  std::string result;
  result.reserve(text.size() - 2);
  for (std::size_t at = 1; at + 1 < text.size(); ++at) {
    if (text[at] == quote) ++at;  // the second of two
    result += text[at];
  }
  return result;
}

Result<std::string> TokenReader::Name(std::string_view missing) {
  if (!AtName()) return Malformed(missing);
  return Unquoted(Take());
}

Result<expr::ast::Path> TokenReader::Path() {
  if (!AtName()) return UnexpectedTerm();
  expr::ast::Path path;
  path.steps.push_back({Step::Kind::kName, 0, Unquoted(Take())});
  while (true) {
    if (TakeSymbol(".")) {
      path.steps.push_back(TRY(NamedStep()));
    } else if (TakeSymbol("[")) {
      path.steps.push_back(TRY(IndexStep()));
    } else {
      break;
    }
  }
  if (path.steps.size() > limits::kPathStepsMax) {
    NoteFault(fmt::format(texts::kPathTooDeep, path.steps.size()));
  }
  return path;
}

Result<Step> TokenReader::NamedStep() {
  if (AtSymbol("*")) {
    NoteFault(fmt::format(texts::kPathComponentUnexpected, Position(Take())));
    return Step{Step::Kind::kName, 0, "*"};
  }
  if (!AtName()) return Malformed(texts::kPathComponentInvalid);
  return Step{Step::Kind::kName, 0, Unquoted(Take())};
}

// A path's step in brackets: a list index, or an attribute name as a string.
Result<Step> TokenReader::IndexStep() {
  if (Peek().kind == TokenKind::kString) {
    std::string name = Unquoted(Take());
    TRY(Expect("]"));
    return Step{Step::Kind::kName, 0, std::move(name)};
  }
  const bool negative = TakeSymbol("-");
  if (Peek().kind != TokenKind::kNumber) return UnexpectedTerm();
  const Token number = Take();
  TRY(Expect("]"));
  const auto index = ParseNumber<std::uint32_t>(Text(number));
  if (!index || *index > limits::kListIndexMax || (negative && *index != 0)) {
    NoteFault(fmt::format(texts::kStatementListIndex,
                          fmt::format("{}{}", negative ? "-" : "", Text(number)),
                          Position(number)));
  }
  return Step{Step::Kind::kIndex, index.value_or(0), {}};
}

// --- Literals ---

bool TokenReader::AtLiteral() const {
  switch (Peek().kind) {
    case TokenKind::kString:
    case TokenKind::kNumber:
    case TokenKind::kParameter:
      return true;
    case TokenKind::kWord:
      return Peek().word == Word::kTrue || Peek().word == Word::kFalse ||
             Peek().word == Word::kNull;
    case TokenKind::kSymbol:
      return AtSymbol("[") || AtSymbol("{") || AtSymbol("<<") || AtSymbol("-") || AtSymbol("+");
    default:
      return false;
  }
}

Result<Literal> TokenReader::ReadLiteral() {
  if (Peek().kind == TokenKind::kString) return Literal{item::Tree{Unquoted(Take())}};
  if (Peek().kind == TokenKind::kNumber) return Literal{Literal::Number{std::string(Text(Take()))}};
  if (Peek().kind == TokenKind::kParameter) {
    Take();
    return Literal{Literal::Parameter{static_cast<std::uint32_t>(parameters_++)}};
  }
  if (TakeWord(Word::kTrue)) return Literal{item::Tree{true}};
  if (TakeWord(Word::kFalse)) return Literal{item::Tree{false}};
  if (TakeWord(Word::kNull)) return Literal{item::Tree{item::Tree::Null()}};
  if (AtSymbol("-") || AtSymbol("+")) return Signed();
  for (const std::string_view open : {"[", "{", "<<"}) {
    if (TakeSymbol(open)) return Nested(open);
  }
  if (AtCall()) return Misplaced(Peek());
  return UnexpectedTerm();
}

Result<Literal> TokenReader::Signed() {
  const bool negative = Text(Take()) == "-";
  if (Peek().kind != TokenKind::kNumber) return UnexpectedTerm();
  return Literal{Literal::Number{fmt::format("{}{}", negative ? "-" : "", Text(Take()))}};
}

Result<Literal> TokenReader::Nested(std::string_view open) {
  if (literal_depth_ == limits::kNestingMax) {
    NoteLiteralFault({ErrorCode::kValidationException, texts::kNestedTooDeep});
    return Skip(open);
  }
  ++literal_depth_;
  Result<Literal> literal = open == "{" ? Map() : Sequence(open == "[" ? "]" : ">>");
  --literal_depth_;
  return literal;
}

// Moves behind a literal that is nested too deeply, without recursion.
Result<Literal> TokenReader::Skip(std::string_view open) {
  const auto close_of = [](std::string_view bracket) {
    return bracket == "[" ? ']' : bracket == "{" ? '}' : '>';
  };
  // The first characters of the brackets that are missing: a byte for each, because a hostile text
  // has thousands.
  std::string closes(1, close_of(open));
  while (!closes.empty()) {
    if (AtEnd()) return UnexpectedTerm();
    const Token token = Take();
    if (token.kind == TokenKind::kParameter) ++parameters_;
    if (token.kind != TokenKind::kSymbol) continue;
    const std::string_view text = Text(token);
    if (text == "[" || text == "{" || text == "<<") {
      closes += close_of(text);
    } else if (text == "]" || text == "}" || text == ">>") {
      if (text.front() == closes.back()) closes.pop_back();
    }
  }
  return Literal{item::Tree{item::Tree::Null()}};
}

Result<Literal> TokenReader::Sequence(std::string_view close) {
  std::vector<Literal> members;
  if (!TakeSymbol(close)) {
    do {
      members.push_back(TRY(ReadLiteral()));
    } while (TakeSymbol(","));
    TRY(Expect(close));
  }
  if (close == "]") return Literal{Literal::List{std::move(members)}};
  return Literal{Literal::Bag{std::move(members)}};
}

Result<Literal> TokenReader::Map() {
  Literal::Map map;
  if (TakeSymbol("}")) return Literal{std::move(map)};
  do {
    if (Peek().kind != TokenKind::kString) return UnexpectedTerm();
    std::string name = Unquoted(Take());
    TRY(Expect(":"));
    map.names.push_back(std::move(name));
    map.values.push_back(TRY(ReadLiteral()));
  } while (TakeSymbol(","));
  TRY(Expect("}"));
  return Literal{std::move(map)};
}

// A call where a value must stand. Moves behind it and keeps AWS's text for later.
Literal TokenReader::Misplaced(const Token& function) {
  std::string text =
      fmt::format(texts::kValueUnsupported, LowerText(Text(function)), "root", Position(function));
  Take();
  std::size_t open = 0;
  do {
    const Token token = Take();
    if (token.kind == TokenKind::kParameter) ++parameters_;
    if (IsSymbol(token, "(")) ++open;
    if (IsSymbol(token, ")")) --open;
  } while (open > 0 && !AtEnd());
  return Literal{Literal::Fault{std::move(text)}};
}

}  // namespace stator::partiql
