#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "base/partiql_texts.h"
#include "base/text.h"
#include "base/texts.h"
#include "partiql/clause_parser.h"
#include "partiql/operand_parser.h"

namespace stator::partiql {

namespace ast = expr::ast;

namespace {

// A parenthesis may hold an operand or a condition: `(a) = 1` or `(a = 1)`. The parser accepts
// both, and a caller that needs a condition refuses an operand.
using Piece = std::variant<ast::Operand, ast::Condition>;

// The types of DynamoDB that a type name of PartiQL stands for.
struct TypeWord {
  std::string_view name;
  std::array<std::string_view, 3> types;  // unused entries are empty
};

constexpr TypeWord kTypeWords[] = {
    {"BOOL", {"BOOL"}},  {"BOOLEAN", {"BOOL"}}, {"STRING", {"S"}},
    {"VARCHAR", {"S"}},  {"CHAR", {"S"}},       {"CHARACTER", {"S"}},
    {"SYMBOL", {"S"}},   {"INT", {"N"}},        {"INT2", {"N"}},
    {"INT4", {"N"}},     {"INT8", {"N"}},       {"INTEGER", {"N"}},
    {"INTEGER2", {"N"}}, {"INTEGER4", {"N"}},   {"INTEGER8", {"N"}},
    {"SMALLINT", {"N"}}, {"BIGINT", {"N"}},     {"FLOAT", {"N"}},
    {"REAL", {"N"}},     {"DECIMAL", {"N"}},    {"NUMERIC", {"N"}},
    {"BLOB", {"B"}},     {"CLOB", {"B"}},       {"LIST", {"L"}},
    {"STRUCT", {"M"}},   {"TUPLE", {"M"}},      {"BAG", {"SS", "NS", "BS"}},
};

bool IsTest(const ast::Operand& operand) {
  const auto* call = std::get_if<ast::Call>(&operand.node);
  return call != nullptr && call->function != ast::Function::kSize;
}

ast::Condition Negated(ast::Condition condition) {
  return {ast::Not{std::make_unique<ast::Condition>(std::move(condition))}};
}

class ConditionParser {
 public:
  explicit ConditionParser(TokenReader& reader)
      : reader_(reader), operands_(reader, OperandParser::Place::kCondition) {}

  Result<Expression> All() {
    Piece piece = TRY(Disjunction());
    ast::Condition condition = TRY(AsCondition(std::move(piece)));
    auto tree = std::make_shared<ast::Expression>();
    tree->root = std::move(condition);
    return Expression{std::move(tree), operands_.TakeSlots()};
  }

 private:
  Result<Piece> Disjunction() {
    return Terms<ast::Any>(Word::kOr, [this] { return Conjunction(); });
  }

  Result<Piece> Conjunction() {
    return Terms<ast::All>(Word::kAnd, [this] { return Negation(); });
  }

  template <class Node, class Term>
  Result<Piece> Terms(Word word, Term term) {
    Piece first = TRY(term());
    if (reader_.Peek().word != word) return first;
    Node node;
    node.terms.push_back(TRY(AsCondition(std::move(first))));
    while (reader_.TakeWord(word)) {
      if (reader_.AtEnd()) return TokenReader::Malformed(texts::kRightSideMissing);
      Piece next = TRY(term());
      node.terms.push_back(TRY(AsCondition(std::move(next))));
    }
    return ast::Condition{std::move(node)};
  }

  // Iterates instead of recursing, because a chain of NOT can be long.
  Result<Piece> Negation() {
    if (reader_.Peek().word != Word::kNot) return Predicate();
    bool negated = false;
    while (reader_.TakeWord(Word::kNot)) negated = !negated;
    Piece piece = TRY(Predicate());
    ast::Condition term = TRY(AsCondition(std::move(piece)));
    if (!negated) return term;
    return Negated(std::move(term));
  }

  Result<Piece> Predicate() {
    Piece piece = TRY(Primary());
    auto* left = std::get_if<ast::Operand>(&piece);
    if (left == nullptr) return piece;
    if (const auto comparator = TakeComparator()) return Compared(*comparator, std::move(*left));
    if (reader_.TakeWord(Word::kIs)) return Tested(std::move(*left));
    const bool negated = reader_.Peek().word == Word::kNot;
    if (negated) reader_.Take();
    if (reader_.TakeWord(Word::kBetween)) return Ranged(std::move(*left), negated);
    if (reader_.TakeWord(Word::kIn)) return Chosen(std::move(*left), negated);
    if (negated) return reader_.UnexpectedTerm();
    return piece;
  }

  Result<Piece> Primary() {
    if (!reader_.AtSymbol("(")) return TRY(operands_.Parse());
    reader_.Take();
    TRY(reader_.Deeper());
    Piece inner = TRY(Disjunction());
    TRY(reader_.Expect(")"));
    reader_.Shallower();
    return inner;
  }

  std::optional<ast::Comparator> TakeComparator() {
    using enum ast::Comparator;
    if (reader_.TakeSymbol("!=")) return kNotEqual;
    for (const auto comparator :
         {kEqual, kNotEqual, kLess, kLessOrEqual, kGreater, kGreaterOrEqual}) {
      if (reader_.TakeSymbol(ComparatorText(comparator))) return comparator;
    }
    return std::nullopt;
  }

  Result<Piece> Compared(ast::Comparator comparator, ast::Operand left) {
    ast::Operand right = TRY(operands_.Parse(texts::kRightSideMissing));
    if (IsTest(left)) return ComparedTest(comparator, std::move(left), right);
    if (IsTest(right)) return ComparedTest(comparator, std::move(right), left);
    return ast::Condition{ast::Comparison{comparator, std::move(left), std::move(right)}};
  }

  // `begins_with(a, 'x') = true` is the call itself.
  Result<Piece> ComparedTest(ast::Comparator comparator, ast::Operand test,
                             const ast::Operand& other) {
    const auto wanted = operands_.Constant(other);
    const bool equal = comparator == ast::Comparator::kEqual;
    auto& call = std::get<ast::Call>(test.node);
    if (!wanted || wanted->type() != item::Type::kBool ||
        (!equal && comparator != ast::Comparator::kNotEqual)) {
      reader_.NoteFault(fmt::format(texts::kOperandType, ComparatorText(comparator), "BOOL"));
      return ast::Condition{std::move(call)};
    }
    ast::Condition condition{std::move(call)};
    if (wanted->boolean() == equal) return condition;
    return Negated(std::move(condition));
  }

  Result<Piece> Ranged(ast::Operand value, bool negated) {
    ast::Operand low = TRY(operands_.Parse(texts::kRightSideMissing));
    TRY(reader_.Expect(Word::kAnd, "AND"));
    ast::Operand high = TRY(operands_.Parse(texts::kRightSideMissing));
    for (const ast::Operand* operand : {&value, &low, &high}) RefuseTest(*operand, "BETWEEN");
    ast::Condition condition{ast::Between{std::move(value), std::move(low), std::move(high)}};
    if (!negated) return condition;
    return Negated(std::move(condition));
  }

  Result<Piece> Chosen(ast::Operand value, bool negated) {
    const bool list = reader_.AtSymbol("[");
    if (!list && !reader_.AtSymbol("(")) {
      if (reader_.AtEnd()) return TokenReader::Malformed(texts::kRightSideMissing);
      return reader_.UnexpectedTerm();
    }
    reader_.Take();
    std::vector<ast::Operand> choices = TRY(operands_.ParseList(list ? "]" : ")"));
    RefuseTest(value, "IN");
    for (const ast::Operand& choice : choices) RefuseTest(choice, "IN");
    if (choices.empty()) reader_.NoteFault(fmt::format(texts::kOperandCount, "IN", 1));
    ast::Condition condition{ast::In{std::move(value), std::move(choices)}};
    if (!negated) return condition;
    return Negated(std::move(condition));
  }

  void RefuseTest(const ast::Operand& operand, std::string_view name) {
    if (IsTest(operand)) reader_.NoteFault(fmt::format(texts::kOperandType, name, "BOOL"));
  }

  // Parses what follows IS.
  Result<Piece> Tested(ast::Operand operand) {
    const bool negated = reader_.TakeWord(Word::kNot);
    if (!std::holds_alternative<ast::Path>(operand.node)) {
      reader_.NoteFault(fmt::format(texts::kPathRequired, "IS"));
    }
    ast::Condition condition = TRY(TypeTest(std::get_if<ast::Path>(&operand.node)));
    if (!negated) return condition;
    return Negated(std::move(condition));
  }

  // `path` is nullptr after a fault, which discards the tree.
  Result<ast::Condition> TypeTest(const ast::Path* path) {
    const ast::Operand subject{path != nullptr ? *path : ast::Path()};
    if (reader_.TakeWord(Word::kMissing)) {
      return ast::Condition{ast::Call{ast::Function::kAttributeNotExists, {subject}}};
    }
    if (reader_.TakeWord(Word::kNull)) return HasType(subject, "NULL");
    if (reader_.Peek().kind != TokenKind::kWord) {
      return TokenReader::Malformed(texts::kTypeNameExpected);
    }
    const std::string name = UpperText(reader_.Text(reader_.Peek()));
    const Token& second = reader_.Peek(1);
    if (name == "DOUBLE" && second.kind == TokenKind::kWord &&
        UpperText(reader_.Text(second)) == "PRECISION") {
      reader_.Take();
      reader_.Take();
      return HasType(subject, "N");
    }
    const auto* const word = std::ranges::find(kTypeWords, name, &TypeWord::name);
    if (word == std::ranges::end(kTypeWords)) {
      return TokenReader::Malformed(texts::kTypeNameExpected);
    }
    reader_.Take();
    if (word->types[1].empty()) return HasType(subject, word->types[0]);
    ast::Any any;
    for (const std::string_view type : word->types) any.terms.push_back(HasType(subject, type));
    return ast::Condition{std::move(any)};
  }

  ast::Condition HasType(const ast::Operand& subject, std::string_view type) {
    const ast::Literal name = operands_.Add(Literal{item::Tree{std::string(type)}});
    return {ast::Call{ast::Function::kAttributeType, {subject, ast::Operand{name}}}};
  }

  // A call is a condition if its function returns true or false. A lone path or value is never one.
  Result<ast::Condition> AsCondition(Piece piece) {
    if (auto* condition = std::get_if<ast::Condition>(&piece)) return std::move(*condition);
    auto& operand = std::get<ast::Operand>(piece);
    if (!IsTest(operand)) return TokenReader::Malformed(texts::kUnexpectedTerm);
    return ast::Condition{std::move(std::get<ast::Call>(operand.node))};
  }

  TokenReader& reader_;
  OperandParser operands_;
};

}  // namespace

Result<Expression> ParseWhere(TokenReader& reader) { return ConditionParser(reader).All(); }

}  // namespace stator::partiql
