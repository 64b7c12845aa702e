#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "capacity/usage.h"

namespace stator::scaling {

// What of a table or a global index is scaled.
enum class Dimension : std::uint8_t { kTableRead, kTableWrite, kIndexRead, kIndexWrite };

constexpr bool IsOfIndex(Dimension dimension) { return dimension >= Dimension::kIndexRead; }
constexpr capacity::Access AccessOf(Dimension dimension) {
  const bool read = dimension == Dimension::kTableRead || dimension == Dimension::kIndexRead;
  return read ? capacity::Access::kRead : capacity::Access::kWrite;
}
// "dynamodb:table:ReadCapacityUnits" and the like.
std::string_view DimensionName(Dimension dimension);

// A table, or a global index of it.
struct Resource {
  std::string table;
  std::string index;  // empty: the table
  bool operator==(const Resource&) const = default;
};

// "table/NAME" or "table/NAME/index/NAME"; nullopt if it is not what the dimension is about.
std::optional<Resource> ParseResource(std::string_view resource_id, Dimension dimension);

// By what targets are known.
struct TargetId {
  std::string resource;  // the id: "table/NAME"
  Dimension dimension = Dimension::kTableRead;
  auto operator<=>(const TargetId&) const = default;
};

}  // namespace stator::scaling
