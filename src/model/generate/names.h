#pragma once

#include <set>
#include <string>
#include <string_view>

// Names of a model as other languages spell them.
namespace stator::model::generate {

std::string SnakeCase(std::string_view name);   // custId -> cust_id
std::string PascalCase(std::string_view name);  // custId -> CustId, app-main -> AppMain
std::string CamelCase(std::string_view name);   // cust_id -> custId

// The type of an entity: its name in PascalCase, with "Entity" behind it where a language or the
// generated file itself has a type of that name.
std::string TypeNameOf(std::string_view entity);

// For many: Line -> Lines, Category -> Categories.
std::string Plural(std::string_view name);

// `name` (words), or with a number behind it what in small letters is not yet in `taken`; is taken
// then.
std::string OwnName(const std::string& name, std::set<std::string>& taken);

// `name`, or with underscores behind it what is neither a keyword nor in `taken`; is taken then.
std::string Free(std::string name, const std::set<std::string_view>& keywords,
                 std::set<std::string>& taken);

}  // namespace stator::model::generate
