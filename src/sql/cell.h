#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "client/value.h"

// Values as a terminal shows them. Anybody may have written them, so no text reaches the terminal
// with characters that move its cursor, change its colours or reorder what it shows.
namespace stator::sql {

// A text that is at most some columns wide.
struct Cell {
  std::string text;
  std::size_t columns = 0;
  bool operator==(const Cell&) const = default;
};

// Returns the value in at most `columns_max` columns; what is longer ends with "…". Texts are bare;
// everything else looks like a literal of PartiQL. Memory is bounded by `columns_max`, not by the
// value. REQUIRES: columns_max is not 0.
Cell CellOf(const client::Value& value, std::size_t columns_max);

// The same of a name or a message.
Cell CellOf(std::string_view text, std::size_t columns_max);

// Returns the whole text with every such character escaped. Line ends stay.
std::string SafeText(std::string_view text);

// Returns a JSON text with such characters as \u escapes, which mean the same. REQUIRES: JSON.
std::string SafeJson(std::string_view json);

}  // namespace stator::sql
