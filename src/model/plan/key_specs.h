#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/layout/layout.h"
#include "store/spec.h"

// The keys of a model's rows as the store's specs state them.
namespace stator::model {

store::Piece PieceOf(const Entity& entity, const Part& part);

// The key attributes of one side of a key: a text made of pieces under the first of the names, or
// several attributes that are taken as they are.
std::vector<store::KeySpec> KeySpecsOf(const Entity& entity, const std::vector<std::string>& names,
                                       const Template& text);

// Names of the key attributes of the table, or of the index if there is one.
std::vector<std::string> PartitionNames(const Table& table, const Index* index);
std::vector<std::string> SortNames(const Table& table, const Index* index);

// Both sides of the row's key.
std::vector<store::KeySpec> KeySpecsOf(const StoredRow& access);
// The attributes of an index key that a template makes and that are not the table's.
std::vector<store::DerivedKey> DerivedKeysOf(const StoredRow& access);

// The form that the attribute's values need in the keys of these entities. nullopt: any value of
// the attribute's type will do.
std::optional<store::ValueRule> ValueRuleOf(const Model& model,
                                            const std::vector<const Entity*>& entities,
                                            const Attribute& attribute);

std::vector<store::When> WhenOf(const std::vector<Condition>& conditions);

}  // namespace stator::model
