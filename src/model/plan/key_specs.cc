#include "model/plan/key_specs.h"

#include <utility>

#include "model/language/bucket.h"
#include "model/plan/key_rules.h"

namespace stator::model {
namespace {

constexpr int kDateLetters = 10;
constexpr int kTimeLetters = 24;

// Returns the length of every value's text; 0 if lengths differ.
int TextLengthOf(const Attribute& attribute) {
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

store::PieceKind PieceKindOf(const Attribute& attribute) {
  switch (attribute.kind) {
    case Kind::kNumber:
    case Kind::kCounter:
    case Kind::kVersion:
    case Kind::kExpiry:
      return store::PieceKind::kNumber;
    case Kind::kBool:
      return store::PieceKind::kTruth;
    default:
      return store::PieceKind::kText;
  }
}

store::KeySpec MadeKey(const Entity& entity, const std::string& name, const Template& text) {
  store::KeySpec key{.name = name};
  for (const auto& part : text.parts) key.pieces.push_back(PieceOf(entity, part));
  return key;
}

}  // namespace

store::Piece PieceOf(const Entity& entity, const Part& part) {
  if (part.type == Part::Type::kLiteral) return {.text = part.text};
  store::Piece piece{.attribute = part.text, .shards = static_cast<int>(part.shards)};
  const Attribute* attribute = entity.Find(part.text);
  if (attribute == nullptr) return piece;
  piece.width = attribute->width;
  if (part.type != Part::Type::kField) return piece;
  piece.take = static_cast<int>(LettersOf(part.bucket));
  piece.descending = part.descending;
  piece.kind = PieceKindOf(*attribute);
  piece.length = piece.take > 0 ? piece.take : TextLengthOf(*attribute);
  return piece;
}

std::vector<store::KeySpec> KeySpecsOf(const Entity& entity, const std::vector<std::string>& names,
                                       const Template& text) {
  if (text.empty()) return {};
  if (!text.natural) return {MadeKey(entity, names.front(), text)};
  std::vector<store::KeySpec> keys;
  for (const auto& part : text.parts) {
    if (part.type == Part::Type::kMade) {
      keys.push_back(MadeKey(entity, part.text, MadeText(part)));
    } else {
      keys.push_back({.name = part.text, .attribute = part.text});
    }
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

std::vector<store::KeySpec> KeySpecsOf(const StoredRow& access) {
  auto keys =
      KeySpecsOf(*access.entity, PartitionNames(*access.table, access.index), access.key.partition);
  for (auto& key :
       KeySpecsOf(*access.entity, SortNames(*access.table, access.index), access.key.sort)) {
    keys.push_back(std::move(key));
  }
  return keys;
}

std::vector<store::DerivedKey> DerivedKeysOf(const StoredRow& access) {
  std::vector<store::DerivedKey> derived;
  if (access.index == nullptr) return derived;
  for (auto& key : KeySpecsOf(access)) {
    const bool of_table =
        key.name == access.table->partition_key || key.name == access.table->sort_key;
    if (!key.attribute.empty() || of_table) continue;
    derived.push_back({.key = std::move(key), .when = WhenOf(access.conditions)});
  }
  return derived;
}

std::optional<store::ValueRule> ValueRuleOf(const Model& model,
                                            const std::vector<const Entity*>& entities,
                                            const Attribute& attribute) {
  store::ValueRule rule{.attribute = attribute.name};
  switch (attribute.kind) {
    case Kind::kDate:
      rule.form = "date";
      return rule;
    case Kind::kTime:
      rule.form = "time";
      return rule;
    case Kind::kNumber:
      rule.width = attribute.width;
      if (rule.width == 0) rule.form = "number";
      return rule;
    case Kind::kEnum:
      for (const auto& share : attribute.values) rule.values.push_back(share.value);
      return rule;
    default:
      break;
  }
  auto key_rule = KeyRuleOf(model, entities, attribute.name);
  if (!key_rule.filled) return std::nullopt;
  rule.filled = true;
  rule.without = std::move(key_rule.without);
  return rule;
}

std::vector<store::When> WhenOf(const std::vector<Condition>& conditions) {
  std::vector<store::When> when;
  for (const auto& condition : conditions) when.push_back({condition.attribute, condition.value});
  return when;
}

}  // namespace stator::model
