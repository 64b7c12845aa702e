#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Data of a generated file, which prints as JSON, as YAML or as a literal of a programming
// language. Every printer takes the same tree, so none depends on the data's meaning.
namespace stator::model::generate {

// Columns of a generated line. A longer value is written over several lines.
inline constexpr std::size_t kGeneratedLineMax = 100;

// A value with its members or elements.
struct Tree {
  enum class Type : std::uint8_t { kText, kNumber, kTruth, kList, kObject, kName, kChoice };
  using Member = std::pair<std::string, Tree>;

  static Tree Text(std::string text) { return {.type = Type::kText, .text = std::move(text)}; }
  static Tree Number(std::int64_t number) { return {.type = Type::kNumber, .number = number}; }
  static Tree Truth(bool truth) { return {.type = Type::kTruth, .truth = truth}; }
  // `of` is the type of the elements, for languages that state it.
  static Tree List(std::string of, std::vector<Tree> elements = {}) {
    return {.type = Type::kList, .text = std::move(of), .elements = std::move(elements)};
  }
  static Tree Texts(const std::vector<std::string>& texts);
  static Tree Object(std::string type, std::vector<Member> members = {});
  // A reference to a declaration. Each language spells the name in its way.
  static Tree Name(std::string words) { return {.type = Type::kName, .text = std::move(words)}; }

  // A word of an enumeration: an enumerator if the language has one, else a text.
  static Tree Choice(std::string enumeration, std::string word) {
    return {.type = Type::kChoice, .text = std::move(word), .enumeration = std::move(enumeration)};
  }

  // Adds a member at the end.
  Tree& Add(std::string name, Tree value);
  // Adds the member unless it equals an absent one: an empty text or list, 0 or false.
  Tree& AddUnlessEmpty(std::string name, Tree value);
  // Returns true for a value that AddUnlessEmpty omits.
  bool IsEmpty() const;
  bool operator==(const Tree& other) const = default;

  Type type = Type::kText;
  std::string text;  // the text, name or word; for lists and objects the type's name
  std::int64_t number = 0;
  bool truth = false;
  std::vector<Member> members;
  std::vector<Tree> elements;
  std::string enumeration;  // of a choice
};

// Quotes a text with escapes that JSON, Python, C++, TypeScript and C# all understand.
std::string Quoted(std::string_view text);

// Prints JSON with two spaces for each level, without a newline at the end.
std::string JsonOf(const Tree& tree, int level = 0);
// Prints YAML in block style with a newline at the end. Quotes all texts but plain words. Objects
// of the type kYamlTag become a tag: !Ref Name.
inline constexpr std::string_view kYamlTag = "!";
std::string YamlOf(const Tree& tree, int level = 0);

}  // namespace stator::model::generate
