#pragma once

#include <set>
#include <string>
#include <string_view>

// Spells a model's names in other languages.
namespace stator::model::generate {

std::string SnakeCase(std::string_view name);   // custId -> cust_id
std::string PascalCase(std::string_view name);  // custId -> CustId, app-main -> AppMain
std::string CamelCase(std::string_view name);   // cust_id -> custId

// Returns the type's name of an entity: its name in PascalCase. If a language or the generated file
// has a type of that name, "Entity" follows.
std::string TypeNameOf(std::string_view entity);

// Returns the plural: Line becomes Lines, Category becomes Categories.
std::string Plural(std::string_view name);

// Returns `name` (words), with a number behind it if `taken` has the same name in snake case. Adds
// the result to `taken`.
std::string OwnName(const std::string& name, std::set<std::string>& taken);

// Returns `name`, with underscores behind it until it is neither a keyword nor in `taken`. Adds the
// result to `taken`.
std::string Free(std::string name, const std::set<std::string_view>& keywords,
                 std::set<std::string>& taken);

}  // namespace stator::model::generate
