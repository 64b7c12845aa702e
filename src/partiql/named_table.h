#pragma once

#include <string>
#include <string_view>

namespace stator::partiql {

// Returns the table that a statement names, without parsing the statement: the name after FROM,
// INTO or UPDATE. Empty if there is none.
std::string TableNamedIn(std::string_view statement);

}  // namespace stator::partiql
