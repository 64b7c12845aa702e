#include "model/generate/literal.h"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"

namespace stator::model::generate {
namespace {

// Replaces the first `word`, `{type}` or `{name}`, by the value. All other braces are literal.
std::string Filled(std::string_view form, std::string_view word, std::string_view value) {
  std::string text(form);
  if (const auto at = text.find(word); at != text.npos) text.replace(at, word.size(), value);
  return text;
}

struct Brackets {
  std::string begin;
  std::string end;
};

Brackets BracketsOf(const Dialect& dialect, const Tree& tree) {
  const bool list = tree.type == Tree::Type::kList;
  const auto type =
      tree.text == "string" ? tree.text : std::string(dialect.type_prefix) + tree.text;
  return {Filled(list ? dialect.list_begin : dialect.object_begin, "{type}", type),
          std::string(list ? dialect.list_end : dialect.object_end)};
}

std::string ScalarOf(const Dialect& dialect, const Tree& tree) {
  if (tree.type == Tree::Type::kNumber) return std::to_string(tree.number);
  if (tree.type == Tree::Type::kName) return dialect.named(tree.text);
  if (tree.type == Tree::Type::kChoice && dialect.chosen != nullptr) {
    return dialect.chosen(tree.enumeration, tree.text);
  }
  if (tree.type == Tree::Type::kTruth) return std::string(tree.truth ? dialect.yes : dialect.no);
  return Quoted(tree.text);
}

// Returns each part with its label.
std::vector<std::pair<std::string, const Tree*>> PartsOf(const Dialect& dialect, const Tree& tree) {
  std::vector<std::pair<std::string, const Tree*>> parts;
  for (const auto& element : tree.elements) parts.emplace_back("", &element);
  for (const auto& [name, value] : tree.members) {
    parts.emplace_back(Filled(dialect.member, "{name}", dialect.spelled(name)), &value);
  }
  return parts;
}

bool IsScalar(const Tree& tree) {
  return tree.type != Tree::Type::kList && tree.type != Tree::Type::kObject;
}

std::string Flat(const Dialect& dialect, const Tree& tree) {
  if (IsScalar(tree)) return ScalarOf(dialect, tree);
  const auto [begin, end] = BracketsOf(dialect, tree);
  std::string all;
  for (const auto& [label, part] : PartsOf(dialect, tree)) {
    all += fmt::format("{}{}{}", all.empty() ? "" : ", ", label, Flat(dialect, *part));
  }
  return begin + all + end;
}

}  // namespace

std::string LiteralOf(const Dialect& dialect, const Tree& tree, int margin, std::size_t used) {
  auto flat = Flat(dialect, tree);
  if (IsScalar(tree) || tree.IsEmpty() || used + flat.size() < kGeneratedLineMax) return flat;
  const auto [begin, end] = BracketsOf(dialect, tree);
  const int inner = margin + dialect.indent;
  const auto parts = PartsOf(dialect, tree);
  std::string all(Trimmed(begin, " "));
  for (const auto& [label, part] : parts) {
    const bool last = &part == &parts.back().second;
    all += fmt::format(
        "\n{:{}}{}{}{}", "", inner, label,
        LiteralOf(dialect, *part, inner, static_cast<std::size_t>(inner) + label.size()),
        last && !dialect.trailing_comma ? "" : ",");
  }
  return fmt::format("{}\n{:{}}{}", all, "", margin, Trimmed(end, " "));
}

}  // namespace stator::model::generate
