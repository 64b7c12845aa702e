#include "partiql/expression_text.h"

#include <utility>
#include <variant>

#include <fmt/format.h>

#include "item/encoder.h"

namespace stator::partiql {

namespace ast = expr::ast;

std::string Placeholders::Name(std::string_view attribute) {
  for (const auto& [placeholder, name] : names_) {
    if (name == attribute) return placeholder;
  }
  return names_.emplace(fmt::format("#n{}", names_.size()), attribute).first->first;
}

std::string Placeholders::Value(item::ValueView value) {
  return values_.emplace(fmt::format(":v{}", values_.size()), value).first->first;
}

item::Item Placeholders::Values() const {
  Bytes bytes;
  item::Encoder encoder(bytes);
  encoder.BeginItem(values_.size());
  for (const auto& [placeholder, value] : values_) {
    encoder.Name(placeholder);
    encoder.Copy(value);
  }
  return item::Item(std::move(bytes));
}

std::string ExpressionText::Of(const ast::Path& path) {
  std::string text;
  for (const ast::Step& step : path.steps) {
    if (step.kind == ast::Step::Kind::kIndex) {
      text += fmt::format("[{}]", step.number);
    } else {
      text += fmt::format("{}{}", text.empty() ? "" : ".", placeholders_.Name(slots_.NameOf(step)));
    }
  }
  return text;
}

std::string ExpressionText::Of(const ast::Operand& operand) {
  if (const auto* path = std::get_if<ast::Path>(&operand.node)) return Of(*path);
  if (const auto* literal = std::get_if<ast::Literal>(&operand.node)) {
    return placeholders_.Value(slots_.ValueOf(*literal));
  }
  const auto& call = std::get<ast::Call>(operand.node);
  std::string arguments;
  for (const ast::Operand& argument : call.arguments) {
    arguments += (arguments.empty() ? "" : ", ") + Of(argument);
  }
  return fmt::format("{}({})", ast::FunctionName(call.function), arguments);
}

// Joined conditions get parentheses, single ones none: the language refuses redundant ones.
struct ExpressionText::Printer {
  ExpressionText& text;

  std::string operator()(const ast::Comparison& node) const {
    std::string left = text.Of(node.left);
    return fmt::format("{} {} {}", left, ast::ComparatorText(node.comparator), text.Of(node.right));
  }
  std::string operator()(const ast::Between& node) const {
    std::string value = text.Of(node.value);
    std::string low = text.Of(node.low);
    return fmt::format("{} BETWEEN {} AND {}", value, low, text.Of(node.high));
  }
  std::string operator()(const ast::In& node) const {
    const std::string value = text.Of(node.value);
    std::string choices;
    for (const ast::Operand& choice : node.choices) {
      choices += (choices.empty() ? "" : ", ") + text.Of(choice);
    }
    return fmt::format("{} IN ({})", value, choices);
  }
  std::string operator()(const ast::Call& node) const { return text.Of(ast::Operand{node}); }
  std::string operator()(const ast::Not& node) const { return "NOT " + Part(*node.term); }
  std::string operator()(const ast::All& node) const { return Joined(node.terms, " AND "); }
  std::string operator()(const ast::Any& node) const { return Joined(node.terms, " OR "); }

  std::string Part(const ast::Condition& condition) const {
    const bool joined = std::holds_alternative<ast::All>(condition.node) ||
                        std::holds_alternative<ast::Any>(condition.node) ||
                        std::holds_alternative<ast::Not>(condition.node);
    return joined ? fmt::format("({})", text.Of(condition)) : text.Of(condition);
  }

  std::string Joined(const std::vector<ast::Condition>& terms, std::string_view junction) const {
    std::string all;
    for (const ast::Condition& term : terms) {
      if (!all.empty()) all += junction;
      all += Part(term);
    }
    return all;
  }
};

std::string ExpressionText::Of(const ast::Condition& condition) {
  return std::visit(Printer{*this}, condition.node);
}

std::string ExpressionText::TermOf(const ast::Condition& condition) {
  return Printer{*this}.Part(condition);
}

std::string ExpressionText::Of(const ast::Update& update) {
  std::string text;
  for (const ast::Verb verb :
       {ast::Verb::kSet, ast::Verb::kRemove, ast::Verb::kAdd, ast::Verb::kDelete}) {
    bool first = true;
    for (const ast::Action& action : update.actions) {
      if (action.verb != verb) continue;
      if (!first) {
        text += ", ";
      } else {
        text += fmt::format("{}{} ", text.empty() ? "" : " ", ast::VerbName(verb));
        first = false;
      }
      text += Of(action.path);
      const bool sets = verb == ast::Verb::kSet;
      if (const auto* operand = std::get_if<ast::Operand>(&action.value)) {
        text += fmt::format("{}{}", sets ? " = " : " ", Of(*operand));
      } else if (const auto* sum = std::get_if<ast::Sum>(&action.value)) {
        const std::string left = Of(sum->left);
        text += fmt::format(" = {} {} {}", left, sum->subtract ? '-' : '+', Of(sum->right));
      }
    }
  }
  return text;
}

}  // namespace stator::partiql
