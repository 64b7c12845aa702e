#include "expr/condition_parser.h"

#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/texts.h"
#include "expr/operand_parser.h"

namespace stator::expr {
namespace {

// An opening parenthesis may start an operand or a condition: `(a) = :b` or `(a = :b)`. The parser
// accepts both, and a caller that needs a condition refuses an operand.
using Piece = std::variant<ast::Operand, ast::Condition>;

class ConditionParser {
 public:
  explicit ConditionParser(TokenReader& reader) : reader_(reader) {}

  Result<ast::Condition> All() {
    Piece piece = TRY(Disjunction());
    ast::Condition condition = TRY(AsCondition(std::move(piece)));
    TRY(reader_.ExpectEnd());
    return condition;
  }

 private:
  Result<Piece> Disjunction() {
    return Terms<ast::Any>("OR", [this] { return Conjunction(); });
  }

  Result<Piece> Conjunction() {
    return Terms<ast::All>("AND", [this] { return Negation(); });
  }

  template <class Node, class Term>
  Result<Piece> Terms(std::string_view keyword, Term term) {
    Piece first = TRY(term());
    if (!reader_.Peek().IsKeyword(keyword)) return first;
    Node node;
    node.terms.push_back(TRY(AsCondition(std::move(first))));
    while (reader_.TakeKeyword(keyword)) {
      Piece next = TRY(term());
      node.terms.push_back(TRY(AsCondition(std::move(next))));
    }
    return ast::Condition{std::move(node)};
  }

  // Iterates instead of recursing, because a chain of NOT can be long.
  Result<Piece> Negation() {
    if (!reader_.Peek().IsKeyword("NOT")) return Predicate();
    bool negated = false;
    while (reader_.TakeKeyword("NOT")) negated = !negated;
    Piece piece = TRY(Predicate());
    ast::Condition term = TRY(AsCondition(std::move(piece)));
    if (!negated) return term;
    return ast::Condition{ast::Not{std::make_unique<ast::Condition>(std::move(term))}};
  }

  Result<Piece> Predicate() {
    Piece piece = TRY(Primary());
    auto* left = std::get_if<ast::Operand>(&piece);
    if (left == nullptr) return piece;
    if (const auto comparator = TakeComparator()) return Compared(*comparator, std::move(*left));
    if (reader_.TakeKeyword("BETWEEN")) return Ranged(std::move(*left));
    if (reader_.TakeKeyword("IN")) return Chosen(std::move(*left));
    return piece;
  }

  Result<Piece> Primary() {
    if (!reader_.Peek().IsSymbol("(")) return TRY(ParseBareOperand(reader_));
    const std::size_t opened = TRY(reader_.Open());
    Piece inner = TRY(Disjunction());
    TRY(reader_.Close(opened));
    if (auto* operand = std::get_if<ast::Operand>(&inner)) {
      if (auto* path = std::get_if<ast::Path>(&operand->node)) TRY(reader_.Steps(*path));
    }
    return inner;
  }

  std::optional<ast::Comparator> TakeComparator() {
    using enum ast::Comparator;
    for (const auto comparator :
         {kEqual, kNotEqual, kLess, kLessOrEqual, kGreater, kGreaterOrEqual}) {
      if (reader_.TakeSymbol(ComparatorText(comparator))) return comparator;
    }
    return std::nullopt;
  }

  // Parses an operand of a comparison, where size is the only function with a value.
  Result<ast::Operand> Compared() {
    ast::Operand operand = TRY(ParseOperand(reader_));
    NoteMisplacedCall(reader_, operand);
    return operand;
  }

  Result<Piece> Compared(ast::Comparator comparator, ast::Operand left) {
    NoteMisplacedCall(reader_, left);
    ast::Operand right = TRY(Compared());
    return ast::Condition{ast::Comparison{comparator, std::move(left), std::move(right)}};
  }

  Result<Piece> Ranged(ast::Operand value) {
    NoteMisplacedCall(reader_, value);
    ast::Operand low = TRY(Compared());
    if (!reader_.TakeKeyword("AND")) return reader_.SyntaxError();
    ast::Operand high = TRY(Compared());
    return ast::Condition{ast::Between{std::move(value), std::move(low), std::move(high)}};
  }

  Result<Piece> Chosen(ast::Operand value) {
    NoteMisplacedCall(reader_, value);
    TRY(reader_.OpenCall("IN"));
    std::vector<ast::Operand> choices = TRY(ParseOperandList(reader_));
    for (const ast::Operand& choice : choices) NoteMisplacedCall(reader_, choice);
    if (choices.size() > limits::kInOperandsMax) {
      reader_.faults().Note(Fault::kLimit, fmt::format(texts::kTooManyChoices, choices.size()));
    }
    return ast::Condition{ast::In{std::move(value), std::move(choices)}};
  }

  // A call is a condition if its function returns true or false. A lone path or value is never one.
  Result<ast::Condition> AsCondition(Piece piece) {
    if (auto* condition = std::get_if<ast::Condition>(&piece)) return std::move(*condition);
    auto* call = std::get_if<ast::Call>(&std::get<ast::Operand>(piece).node);
    if (call == nullptr) return reader_.SyntaxError();
    if (call->function == ast::Function::kSize) NoteMisplaced(reader_, call->function);
    return ast::Condition{std::move(*call)};
  }

  TokenReader& reader_;
};

}  // namespace

Result<ast::Condition> ParseCondition(TokenReader& reader) { return ConditionParser(reader).All(); }

}  // namespace stator::expr
