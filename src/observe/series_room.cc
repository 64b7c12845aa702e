#include "observe/series_room.h"

#include <string_view>

namespace stator::observe {
namespace {

bool IsGone(const Series& series, const catalog::Catalog& catalog) {
  std::string_view table;
  std::string_view index;
  for (const auto& each : series.dimensions) {
    if (each.name == "TableName") table = each.value;
    if (each.name == "GlobalSecondaryIndexName") index = each.value;
  }
  if (series.space != kDynamoSpace || table.empty()) return false;
  const auto found = catalog.Find(table);
  return found == nullptr || (!index.empty() && found->FindIndex(index) == nullptr);
}

}  // namespace

Gone GoneFrom(const catalog::Catalog& catalog) {
  return [&catalog](const Series& series) { return IsGone(series, catalog); };
}

}  // namespace stator::observe
