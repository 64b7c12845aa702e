#include "expr/update_parser.h"

#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "base/texts.h"
#include "expr/operand_parser.h"

namespace stator::expr {
namespace {

using ast::Verb;

using Value = std::variant<std::monostate, ast::Operand, ast::Sum>;

class UpdateParser {
 public:
  explicit UpdateParser(TokenReader& reader) : reader_(reader) {}

  Result<ast::Update> All() {
    do {
      TRY(Section());
    } while (!reader_.AtEnd());
    return std::move(update_);
  }

 private:
  Result<> Section() {
    const std::optional<Verb> verb = TakeVerb();
    if (!verb) return reader_.SyntaxError();
    do {
      update_.actions.push_back(TRY(ParseAction(*verb)));
    } while (reader_.TakeSymbol(","));
    bool& seen = seen_[static_cast<std::size_t>(*verb)];
    if (seen) {
      reader_.faults().Note(Fault::kSection, fmt::format(texts::kSectionRepeated, VerbName(*verb)));
    }
    seen = true;
    return {};
  }

  std::optional<Verb> TakeVerb() {
    for (const Verb verb : {Verb::kSet, Verb::kRemove, Verb::kAdd, Verb::kDelete}) {
      if (reader_.TakeKeyword(VerbName(verb))) return verb;
    }
    return std::nullopt;
  }

  Result<ast::Action> ParseAction(Verb verb) {
    ast::Path path = TRY(reader_.Path());
    Value value = TRY(ParseValue(verb));
    return ast::Action{verb, std::move(path), std::move(value)};
  }

  Result<Value> ParseValue(Verb verb) {
    if (verb == Verb::kRemove) return Value();
    if (verb == Verb::kSet) {
      TRY(reader_.Expect("="));
      return Assigned();
    }
    if (reader_.Peek().kind != TokenKind::kValue) return reader_.SyntaxError();
    return ast::Operand{reader_.Literal()};
  }

  // Parses an operand or a sum of two. A sum in parentheses is a value but cannot be an operand of
  // another sum.
  Result<Value> Assigned() {
    Value value = TRY(FirstTerm());
    auto* left = std::get_if<ast::Operand>(&value);
    if (left == nullptr) return value;
    const bool subtract = reader_.Peek().IsSymbol("-");
    if (!subtract && !reader_.Peek().IsSymbol("+")) return value;
    reader_.Take();
    ast::Operand right = TRY(ParseOperand(reader_));
    return ast::Sum{subtract, std::move(*left), std::move(right)};
  }

  Result<Value> FirstTerm() {
    if (!reader_.Peek().IsSymbol("(")) return TRY(ParseBareOperand(reader_));
    const std::size_t opened = TRY(reader_.Open());
    Value value = TRY(Assigned());
    TRY(reader_.Close(opened));
    return value;
  }

  TokenReader& reader_;
  ast::Update update_;
  std::array<bool, 4> seen_{};
};

}  // namespace

Result<ast::Update> ParseUpdate(TokenReader& reader) { return UpdateParser(reader).All(); }

}  // namespace stator::expr
