#include "model/generate/keys.h"

#include <algorithm>
#include <utility>

#include "model/generate/functions.h"
#include "model/generate/key_rules.h"
#include "model/language/bucket.h"

namespace stator::model::generate {
namespace {

constexpr int kDateLetters = 10;
constexpr int kTimeLetters = 24;

// The length that every value's text has; 0: they differ.
int LengthOf(const Attribute& attribute) {
  switch (attribute.kind) {
    case Kind::kDate:
      return kDateLetters;
    case Kind::kTime:
      return kTimeLetters;
    case Kind::kNumber:
      return attribute.width;
    default:
      return 0;
  }
}

std::string KindOf(const Attribute& attribute) {
  switch (attribute.kind) {
    case Kind::kNumber:
    case Kind::kCounter:
    case Kind::kVersion:
    case Kind::kExpiry:
      return "number";
    case Kind::kBool:
      return "truth";
    default:
      return "";
  }
}

}  // namespace

Tree PieceOf(const Entity& entity, const Part& part) {
  Tree piece = Tree::Object("Piece");
  if (part.type == Part::Type::kLiteral) return piece.Add("text", Tree::Text(part.text));
  if (!part.text.empty()) piece.Add("attribute", Tree::Text(part.text));
  const Attribute* attribute = entity.Find(part.text);
  const bool whole = attribute != nullptr && part.type == Part::Type::kField;
  if (attribute != nullptr) piece.AddUnlessEmpty("width", Tree::Number(attribute->width));
  if (whole) {
    const int take = static_cast<int>(LettersOf(part.bucket));
    piece.AddUnlessEmpty("take", Tree::Number(take));
    piece.AddUnlessEmpty("descending", Tree::Truth(part.descending));
    piece.AddUnlessEmpty("kind", Tree::Text(KindOf(*attribute)));
    piece.AddUnlessEmpty("length", Tree::Number(take > 0 ? take : LengthOf(*attribute)));
  }
  piece.AddUnlessEmpty("shards", Tree::Number(part.shards));
  return piece;
}

std::vector<Tree> KeysOf(const Entity& entity, const std::vector<std::string>& names,
                         const Template& text) {
  std::vector<Tree> keys;
  if (text.natural) {
    for (const auto& part : text.parts) {
      if (part.type == Part::Type::kMade) {
        keys.push_back(KeysOf(entity, {part.text}, MadeText(part)).front());
        continue;
      }
      keys.push_back(Tree::Object(
          "Key", {{"name", Tree::Text(part.text)}, {"attribute", Tree::Text(part.text)}}));
    }
  } else if (!text.empty()) {
    Tree pieces = Tree::List("Piece");
    for (const auto& part : text.parts) pieces.elements.push_back(PieceOf(entity, part));
    keys.push_back(
        Tree::Object("Key", {{"name", Tree::Text(names.front())}, {"pieces", std::move(pieces)}}));
  }
  return keys;
}

std::vector<std::string> PartitionNames(const Table& table, const Index* index) {
  return index == nullptr ? std::vector{table.partition_key} : index->hash;
}

std::vector<std::string> SortNames(const Table& table, const Index* index) {
  if (index != nullptr) return index->range;
  return table.sort_key.empty() ? std::vector<std::string>{} : std::vector{table.sort_key};
}

std::vector<Tree> KeysOf(const StoredRow& access) {
  auto keys =
      KeysOf(*access.entity, PartitionNames(*access.table, access.index), access.key.partition);
  if (access.key.sort.empty()) return keys;
  for (auto& key :
       KeysOf(*access.entity, SortNames(*access.table, access.index), access.key.sort)) {
    keys.push_back(std::move(key));
  }
  return keys;
}

std::vector<Tree> DerivedOf(const StoredRow& access) {
  std::vector<Tree> derived;
  if (access.index == nullptr) return derived;
  for (auto& key : KeysOf(access)) {
    const auto& name = key.members.front().second.text;
    const bool natural = key.members.back().first == "attribute";
    if (natural || name == access.table->partition_key || name == access.table->sort_key) continue;
    Tree one = Tree::Object("Derived");
    one.Add("key", std::move(key));
    one.AddUnlessEmpty("when", WhenOf(access.conditions));
    derived.push_back(std::move(one));
  }
  return derived;
}

std::optional<Tree> RuleOf(const Model& model, const std::vector<const Entity*>& entities,
                           const Attribute& attribute) {
  Tree rule = Tree::Object("Rule", {{"attribute", Tree::Text(attribute.name)}});
  if (attribute.kind == Kind::kDate) return rule.Add("form", Tree::Text("date"));
  if (attribute.kind == Kind::kTime) return rule.Add("form", Tree::Text("time"));
  if (attribute.kind == Kind::kNumber && attribute.width > 0) {
    return rule.Add("width", Tree::Number(attribute.width));
  }
  if (attribute.kind == Kind::kNumber) return rule.Add("form", Tree::Text("number"));
  if (attribute.kind == Kind::kEnum) return rule.Add("values", Tree::Texts(ValuesOf(attribute)));
  const auto key_rule = KeyRuleOf(model, entities, attribute.name);
  if (!key_rule.filled) return std::nullopt;
  rule.Add("filled", Tree::Truth(true));
  return rule.AddUnlessEmpty("without", Tree::Texts(key_rule.without));
}

Tree WhenOf(const std::vector<Condition>& conditions) {
  Tree list = Tree::List("When");
  for (const auto& condition : conditions) {
    list.elements.push_back(Tree::Object("When", {{"attribute", Tree::Text(condition.attribute)},
                                                  {"value", Tree::Text(condition.value)}}));
  }
  return list;
}

}  // namespace stator::model::generate
