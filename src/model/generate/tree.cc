#include "model/generate/tree.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "base/text.h"

namespace stator::model::generate {
namespace {

constexpr int kIndent = 2;
constexpr unsigned char kSpace = 0x20;

std::string Margin(int level) {
  return std::string(static_cast<std::size_t>(level * kIndent), ' ');
}

bool IsPlainWord(std::string_view text) {
  if (text.empty() || std::isalpha(static_cast<unsigned char>(text.front())) == 0) return false;
  if (text == "true" || text == "false" || text == "yes" || text == "no" || text == "null" ||
      text == "on" || text == "off" || text == "y" || text == "n") {
    return false;
  }
  return std::ranges::all_of(text, [](char letter) {
    return IsLetterOrDigit(letter) || letter == '_' || letter == '-' || letter == '.' ||
           letter == '/';
  });
}

std::string YamlText(const std::string& text) {
  // Old parsers read "N", "On" and similar words as truth values.
  constexpr std::size_t kTruthLettersMax = 5;
  return IsPlainWord(text) && (text.size() > kTruthLettersMax || text.find('_') != text.npos)
             ? text
             : Quoted(text);
}

std::string ScalarOf(const Tree& tree) {
  switch (tree.type) {
    case Tree::Type::kNumber:
      return std::to_string(tree.number);
    case Tree::Type::kTruth:
      return tree.truth ? "true" : "false";
    default:
      return Quoted(tree.text);
  }
}

bool IsScalar(const Tree& tree) {
  return tree.type != Tree::Type::kList && tree.type != Tree::Type::kObject;
}

std::string FlatJson(const Tree& tree) {
  if (IsScalar(tree)) return ScalarOf(tree);
  std::string all;
  for (const auto& element : tree.elements) {
    all += fmt::format("{}{}", all.empty() ? "" : ", ", FlatJson(element));
  }
  for (const auto& [name, value] : tree.members) {
    all += fmt::format("{}{}: {}", all.empty() ? "" : ", ", Quoted(name), FlatJson(value));
  }
  return tree.type == Tree::Type::kList ? "[" + all + "]" : "{" + all + "}";
}

std::string YamlValue(const Tree& tree, int level) {
  if (tree.type == Tree::Type::kText) return " " + YamlText(tree.text) + "\n";
  if (IsScalar(tree)) return " " + ScalarOf(tree) + "\n";
  if (tree.type == Tree::Type::kObject && tree.text == kYamlTag) {
    return fmt::format(" !{} {}\n", tree.members.front().first, tree.members.front().second.text);
  }
  return "\n" + YamlOf(tree, level + 1);
}

}  // namespace

Tree Tree::Texts(const std::vector<std::string>& texts) {
  Tree list = List("string");
  for (const auto& text : texts) list.elements.push_back(Text(text));
  return list;
}

Tree Tree::Object(std::string type, std::vector<Member> members) {
  return {.type = Type::kObject, .text = std::move(type), .members = std::move(members)};
}

Tree& Tree::Add(std::string name, Tree value) {
  members.emplace_back(std::move(name), std::move(value));
  return *this;
}

Tree& Tree::AddUnlessEmpty(std::string name, Tree value) {
  return value.IsEmpty() ? *this : Add(std::move(name), std::move(value));
}

bool Tree::IsEmpty() const {
  switch (type) {
    case Type::kText:
      return text.empty();
    case Type::kNumber:
      return number == 0;
    case Type::kTruth:
      return !truth;
    case Type::kList:
      return elements.empty();
    case Type::kObject:
      return members.empty();
    case Type::kName:
    case Type::kChoice:
      return false;
  }
  return true;
}

std::string Quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') {
      quoted += '\\';
      quoted += letter;
    } else if (static_cast<unsigned char>(letter) < kSpace) {
      quoted += fmt::format("\\u{:04x}", static_cast<int>(letter));
    } else {
      quoted += letter;
    }
  }
  return quoted + '"';
}

std::string JsonOf(const Tree& tree, int level) {
  auto flat = FlatJson(tree);
  if (IsScalar(tree) || tree.IsEmpty() || Margin(level).size() + flat.size() <= kGeneratedLineMax) {
    return flat;
  }
  std::string all;
  const auto margin = Margin(level + 1);
  for (const auto& element : tree.elements) {
    all += fmt::format("{}\n{}{}", all.empty() ? "" : ",", margin, JsonOf(element, level + 1));
  }
  for (const auto& [name, value] : tree.members) {
    all += fmt::format("{}\n{}{}: {}", all.empty() ? "" : ",", margin, Quoted(name),
                       JsonOf(value, level + 1));
  }
  const bool list = tree.type == Tree::Type::kList;
  return fmt::format("{}{}\n{}{}", list ? '[' : '{', all, Margin(level), list ? ']' : '}');
}

std::string YamlOf(const Tree& tree, int level) {
  std::string all;
  const auto margin = Margin(level);
  for (const auto& element : tree.elements) {
    // The first line of an element follows its dash.
    auto text = IsScalar(element)
                    ? margin + std::string(kIndent, ' ') + YamlValue(element, level).substr(1)
                    : YamlOf(element, level + 1);
    text[margin.size()] = '-';
    all += text;
  }
  for (const auto& [name, value] : tree.members) {
    all += fmt::format("{}{}:{}", margin, name, YamlValue(value, level));
  }
  return all;
}

}  // namespace stator::model::generate
