#include "scaling/resource.h"

#include <utility>

namespace stator::scaling {

std::string_view DimensionName(Dimension dimension) {
  switch (dimension) {
    case Dimension::kTableRead:
      return "dynamodb:table:ReadCapacityUnits";
    case Dimension::kTableWrite:
      return "dynamodb:table:WriteCapacityUnits";
    case Dimension::kIndexRead:
      return "dynamodb:index:ReadCapacityUnits";
    case Dimension::kIndexWrite:
      return "dynamodb:index:WriteCapacityUnits";
  }
  std::unreachable();
}

std::optional<Resource> ParseResource(std::string_view resource_id, Dimension dimension) {
  constexpr std::string_view kTable = "table/";
  constexpr std::string_view kIndex = "index/";
  if (!resource_id.starts_with(kTable)) return std::nullopt;
  const auto name = resource_id.substr(kTable.size());
  const auto slash = name.find('/');
  if (!IsOfIndex(dimension)) {
    if (name.empty() || slash != name.npos) return std::nullopt;
    return Resource{std::string(name), {}};
  }
  if (slash == 0 || slash == name.npos) return std::nullopt;
  const auto index = name.substr(slash + 1);
  if (!index.starts_with(kIndex)) return std::nullopt;
  const auto index_name = index.substr(kIndex.size());
  if (index_name.empty() || index_name.contains('/')) return std::nullopt;
  return Resource{std::string(name.substr(0, slash)), std::string(index_name)};
}

}  // namespace stator::scaling
