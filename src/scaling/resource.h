#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "capacity/usage.h"

namespace stator::scaling {

// The part of a table's or a global index's capacity that is scaled.
enum class Dimension : std::uint8_t { kTableRead, kTableWrite, kIndexRead, kIndexWrite };

constexpr bool IsOfIndex(Dimension dimension) { return dimension >= Dimension::kIndexRead; }
constexpr capacity::Access AccessOf(Dimension dimension) {
  const bool read = dimension == Dimension::kTableRead || dimension == Dimension::kIndexRead;
  return read ? capacity::Access::kRead : capacity::Access::kWrite;
}
// Returns AWS's name, such as "dynamodb:table:ReadCapacityUnits".
std::string_view DimensionName(Dimension dimension);

// A table or one of its global indexes.
struct Resource {
  std::string table;
  std::string index;  // empty: the table
  bool operator==(const Resource&) const = default;
};

// Parses "table/NAME" or "table/NAME/index/NAME". Returns nullopt if the text has another form or
// does not fit the dimension.
std::optional<Resource> ParseResource(std::string_view resource_id, Dimension dimension);

// Identifies a target.
struct TargetId {
  std::string resource;  // the resource's id: "table/NAME"
  Dimension dimension = Dimension::kTableRead;
  auto operator<=>(const TargetId&) const = default;
};

}  // namespace stator::scaling
