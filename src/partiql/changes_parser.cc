#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "base/partiql_texts.h"
#include "base/text.h"
#include "partiql/clause_parser.h"
#include "partiql/operand_parser.h"

namespace stator::partiql {

namespace ast = expr::ast;

namespace {

using Value = std::variant<std::monostate, ast::Operand, ast::Sum>;

bool SameSteps(const ast::Path& a, const ast::Path& b) {
  return std::ranges::equal(a.steps, b.steps, [](const ast::Step& x, const ast::Step& y) {
    return x.kind == y.kind && x.number == y.number && x.name == y.name;
  });
}

bool IsSet(const item::ValueView& value) {
  return value.type() == item::Type::kStringSet || value.type() == item::Type::kNumberSet ||
         value.type() == item::Type::kBinarySet;
}

class ChangesParser {
 public:
  explicit ChangesParser(TokenReader& reader)
      : reader_(reader), operands_(reader, OperandParser::Place::kChange) {}

  Result<Expression> All() {
    while (true) {
      if (reader_.TakeWord(Word::kSet)) {
        TRY(Actions(&ChangesParser::Assignment));
      } else if (reader_.TakeWord(Word::kRemove)) {
        TRY(Actions(&ChangesParser::Removal));
      } else {
        break;
      }
    }
    auto tree = std::make_shared<ast::Expression>();
    tree->root = std::move(update_);
    return Expression{std::move(tree), operands_.TakeSlots(), std::move(set_arguments_)};
  }

 private:
  Result<> Actions(Result<> (ChangesParser::*parse)()) {
    do {
      TRY((this->*parse)());
    } while (reader_.TakeSymbol(","));
    return {};
  }

  Result<> Removal() {
    update_.actions.push_back({ast::Verb::kRemove, TRY(reader_.Path()), {}});
    return {};
  }

  Result<> Assignment() {
    ast::Path path = TRY(reader_.Path());
    TRY(reader_.Expect("="));
    if (reader_.AtCall()) {
      const std::string name = LowerText(reader_.Text(reader_.Peek()));
      if (name == "set_add") return SetFunction(ast::Verb::kAdd, std::move(path));
      if (name == "set_delete") return SetFunction(ast::Verb::kDelete, std::move(path));
    }
    Value value = TRY(Assigned());
    update_.actions.push_back({ast::Verb::kSet, std::move(path), std::move(value)});
    return {};
  }

  // Parses an operand or a sum of two. A literal's own sign follows the operator: `n - -1`.
  Result<Value> Assigned() {
    ast::Operand left = TRY(operands_.Parse(texts::kRightSideMissing));
    const bool subtract = reader_.AtSymbol("-");
    if (!subtract && !reader_.AtSymbol("+")) return left;
    reader_.Take();
    ast::Operand right = TRY(operands_.Parse(texts::kRightSideMissing));
    return ast::Sum{subtract, std::move(left), std::move(right)};
  }

  // Parses set_add(path, value) or set_delete(path, value).
  Result<> SetFunction(ast::Verb verb, ast::Path target) {
    const Token function = reader_.Take();
    const std::string name = UpperText(reader_.Text(function));
    TRY(reader_.Expect("("));
    const Token first = reader_.Peek();
    const std::vector<ast::Operand> arguments = TRY(operands_.ParseList(")"));
    if (arguments.size() != 2) {
      reader_.NoteFault(
          fmt::format(texts::kSetFunctionArguments, name, reader_.Position(function)));
      return {};
    }
    const auto* path = std::get_if<ast::Path>(&arguments[0].node);
    if (path == nullptr || !SameSteps(*path, target)) {
      reader_.NoteFault(fmt::format(texts::kSetFunctionTarget, name, reader_.Position(first)));
    }
    CheckSet(arguments[1], fmt::format(texts::kSetFunctionValue, name, reader_.Position(first)));
    update_.actions.push_back({verb, std::move(target), arguments[1]});
    return {};
  }

  // A set in the text is checked now, a set with parameters when they are known.
  void CheckSet(const ast::Operand& operand, std::string fault) {
    const auto* literal = std::get_if<ast::Literal>(&operand.node);
    const auto constant = operands_.Constant(operand);
    if (literal == nullptr || (constant && !IsSet(*constant))) {
      reader_.NoteFault(std::move(fault));
    } else if (!constant) {
      set_arguments_.push_back({literal->slot, std::move(fault)});
    }
  }

  TokenReader& reader_;
  OperandParser operands_;
  ast::Update update_;
  std::vector<SetArgument> set_arguments_;
};

}  // namespace

Result<Expression> ParseChanges(TokenReader& reader) { return ChangesParser(reader).All(); }

}  // namespace stator::partiql
