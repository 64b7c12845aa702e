#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/generate/tree.h"
#include "model/layout/layout.h"

// Keys as the requests of generated code state them: functions.h has their members.
namespace stator::model::generate {

Tree PieceOf(const Entity& entity, const Part& part);

// The key attributes of one side of a key: one, or several that are taken as they are.
std::vector<Tree> KeysOf(const Entity& entity, const std::vector<std::string>& names,
                         const Template& text);

// Names of the key attributes where the rows are seen.
std::vector<std::string> PartitionNames(const Table& table, const Index* index);
std::vector<std::string> SortNames(const Table& table, const Index* index);

// Both sides where the access is.
std::vector<Tree> KeysOf(const StoredRow& access);
// Of the access, the attributes that are made by a template and not the table's.
std::vector<Tree> DerivedOf(const StoredRow& access);

// The form of the attribute's values, without which keys do not sort or are those of other rows.
// `entities` are those whose keys are made of the value. nullopt: any value of the type will do.
std::optional<Tree> RuleOf(const Model& model, const std::vector<const Entity*>& entities,
                           const Attribute& attribute);

Tree WhenOf(const std::vector<Condition>& conditions);

}  // namespace stator::model::generate
