#include "model/describe/request_input.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "json/writer.h"

namespace stator::model {
namespace {

using generate::Tree;

void WriteTree(const Tree& tree, std::string& out) {
  switch (tree.type) {
    case Tree::Type::kNumber:
      return json::WriteInteger(tree.number, out);
    case Tree::Type::kTruth:
      return json::WriteBool(tree.truth, out);
    case Tree::Type::kList:
      return json::WriteList(tree.elements, out, WriteTree);
    case Tree::Type::kObject: {
      json::ObjectWriter object(out);
      for (const auto& [name, value] : tree.members) {
        object.Key(name);
        WriteTree(value, out);
      }
      return;
    }
    default:
      return json::WriteString(tree.text, out);
  }
}

bool IsLiteral(const KeyPart& part) { return part.literal.has_value(); }

}  // namespace

void WriteJson(const Input& input, std::string& out) { WriteTree(input.tree, out); }

Tree TextValue(std::string text) { return Tree::Object("", {{"S", Tree::Text(std::move(text))}}); }

InputBuilder::InputBuilder(const std::string& table, std::vector<std::string> prefix)
    : tree_(Tree::Object("", {{"TableName", Tree::Text(table)}})), prefix_(std::move(prefix)) {}

Tree InputBuilder::Placed(std::string_view parent, const std::string& name,
                          const ValueTemplate& value) {
  const bool is_made = !std::ranges::all_of(value.parts, IsLiteral);
  if (is_made || !conditions_.empty()) {
    auto path = prefix_;
    path.emplace_back(parent);
    path.push_back(name);
    placed_.push_back({.path = std::move(path), .type = value.type, .parts = value.parts});
    if (!conditions_.empty()) placed_.back().when = conditions_;
  }
  if (value.type == "BOOL" && !is_made) {
    return Tree::Object("", {{"BOOL", Tree::Truth(TextOf(value.parts) == "true")}});
  }
  return Tree::Object("", {{std::string(value.type), Tree::Text(TextOf(value.parts))}});
}

void InputBuilder::AddTo(const std::string& member, const ValueTemplate& value) {
  auto map = std::ranges::find(maps_, member, &Tree::Member::first);
  if (map == maps_.end()) map = maps_.insert(map, {member, Tree::Object("")});
  auto& members = map->second.members;
  std::erase_if(members, [&](const auto& other) { return other.first == value.attribute; });
  map->second.Add(value.attribute, Placed(member, value.attribute, value));
}

std::string InputBuilder::Name(const std::string& attribute) {
  const auto known = std::ranges::find(names_, attribute);
  const auto number = known - names_.begin();
  if (known == names_.end()) names_.push_back(attribute);
  return fmt::format("#n{}", number);
}

std::string InputBuilder::Literal(Tree value) {
  literals_.push_back(std::move(value));
  return fmt::format(":v{}", literals_.size() - 1);
}

std::string InputBuilder::Value(const ValueTemplate& value) {
  const auto placeholder = fmt::format(":v{}", literals_.size());
  return Literal(Placed("ExpressionAttributeValues", placeholder, value));
}

void InputBuilder::AddParameter(const ValueTemplate& value) {
  parameters_.push_back(Placed("Parameters", std::to_string(parameters_.size()), value));
}

std::string InputBuilder::Equals(const ValueTemplate& value) {
  const auto name = Name(value.attribute);
  return fmt::format("{} = {}", name, Value(value));
}

void InputBuilder::Project(const std::vector<std::string>& names) {
  if (names.empty()) return;
  std::vector<std::string> placeholders;
  placeholders.reserve(names.size());
  for (const auto& name : names) placeholders.push_back(Name(name));
  tree_.Add("ProjectionExpression", Tree::Text(fmt::format("{}", fmt::join(placeholders, ", "))));
}

Tree InputBuilder::Finish(std::vector<PlacedValue>& values) {
  tree_.members.insert(tree_.members.begin() + 1, std::make_move_iterator(maps_.begin()),
                       std::make_move_iterator(maps_.end()));
  Tree names = Tree::Object("");
  for (std::size_t i = 0; i < names_.size(); ++i) {
    names.Add(fmt::format("#n{}", i), Tree::Text(names_[i]));
  }
  if (!names_.empty()) tree_.Add("ExpressionAttributeNames", std::move(names));
  Tree literals = Tree::Object("");
  for (std::size_t i = 0; i < literals_.size(); ++i) {
    literals.Add(fmt::format(":v{}", i), std::move(literals_[i]));
  }
  if (!literals_.empty()) tree_.Add("ExpressionAttributeValues", std::move(literals));
  if (!parameters_.empty()) tree_.Add("Parameters", Tree::List("", std::move(parameters_)));
  values.insert(values.end(), placed_.begin(), placed_.end());
  return std::move(tree_);
}

}  // namespace stator::model
