#pragma once

#include <set>
#include <string>
#include <string_view>

// Names of a model as other languages spell them.
namespace stator::model::generate {

std::string SnakeCase(std::string_view name);   // custId -> cust_id
std::string PascalCase(std::string_view name);  // custId -> CustId, app-main -> AppMain
std::string CamelCase(std::string_view name);   // cust_id -> custId

// For many: Line -> Lines, Category -> Categories.
std::string Plural(std::string_view name);

// `name`, or with underscores behind it what is neither a keyword nor in `taken`; is taken then.
std::string Free(std::string name, const std::set<std::string_view>& keywords,
                 std::set<std::string>& taken);

}  // namespace stator::model::generate
