#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/layout/layout.h"
#include "store/spec.h"

// Converts the keys of a model's rows to the store's specs.
namespace stator::model {

// Converts one part of a key template.
store::Piece PieceOf(const Entity& entity, const Part& part);

// Converts one side of a key: a template becomes one text under the first of the names, a natural
// side becomes one key attribute for each part.
std::vector<store::KeySpec> KeySpecsOf(const Entity& entity, const std::vector<std::string>& names,
                                       const Template& text);

// Return the names of the key attributes of the table, or of the index if there is one.
std::vector<std::string> PartitionNames(const Table& table, const Index* index);
std::vector<std::string> SortNames(const Table& table, const Index* index);

// Converts both sides of the row's key.
std::vector<store::KeySpec> KeySpecsOf(const StoredRow& access);
// Returns the key attributes that templates make for an index and that are not the table's.
std::vector<store::DerivedKey> DerivedKeysOf(const StoredRow& access);

// Returns the form that the attribute's values need in the keys of these entities. nullopt: the
// type is the only rule.
std::optional<store::ValueRule> ValueRuleOf(const Model& model,
                                            const std::vector<const Entity*>& entities,
                                            const Attribute& attribute);

// Converts the conditions of a row.
std::vector<store::When> WhenOf(const std::vector<Condition>& conditions);

}  // namespace stator::model
