#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Data that a generated file states: printed as JSON or YAML, or as a literal of a programming
// language. Built once, so that no printer knows what it prints.
namespace stator::model::generate {

struct Tree {
  enum class Type : std::uint8_t { kText, kNumber, kTruth, kList, kObject, kName, kChoice };
  using Member = std::pair<std::string, Tree>;

  static Tree Text(std::string text) { return {.type = Type::kText, .text = std::move(text)}; }
  static Tree Number(std::int64_t number) { return {.type = Type::kNumber, .number = number}; }
  static Tree Truth(bool truth) { return {.type = Type::kTruth, .truth = truth}; }
  // `of` is the type of the elements, for languages that want to be told.
  static Tree List(std::string of, std::vector<Tree> elements = {}) {
    return {.type = Type::kList, .text = std::move(of), .elements = std::move(elements)};
  }
  static Tree Texts(const std::vector<std::string>& texts);
  static Tree Object(std::string type, std::vector<Member> members = {});
  // Something that is written down elsewhere under a name, which languages spell in their ways.
  static Tree Name(std::string words) { return {.type = Type::kName, .text = std::move(words)}; }

  // A word of an enumeration: an enumerator where a language has one, text elsewhere.
  static Tree Choice(std::string enumeration, std::string word) {
    return {.type = Type::kChoice, .text = std::move(word), .enumeration = std::move(enumeration)};
  }

  Tree& Add(std::string name, Tree value);
  // Adds what differs from an absent member: a text that is not empty, a number but 0, true, a list
  // with elements.
  Tree& AddUnlessEmpty(std::string name, Tree value);
  bool IsEmpty() const;
  bool operator==(const Tree& other) const = default;

  Type type = Type::kText;
  std::string text;  // of a text, name or choice; else the name of the type
  std::int64_t number = 0;
  bool truth = false;
  std::vector<Member> members;
  std::vector<Tree> elements;
  std::string enumeration;  // of a choice
};

// "text" with the escapes that JSON, Python, C++, TypeScript and C# all understand.
std::string Quoted(std::string_view text);

// Two spaces for each level; no newline at the end.
std::string JsonOf(const Tree& tree, int level = 0);
// Block style; texts are quoted unless they are plain words. Ends in a newline. Objects of the type
// kYamlTag are written as a tag: !Ref Name.
inline constexpr std::string_view kYamlTag = "!";
std::string YamlOf(const Tree& tree, int level = 0);

}  // namespace stator::model::generate
