#include "api/lookup.h"

#include <fmt/format.h>

#include "base/texts.h"
#include "streams/lineage.h"

namespace stator::api {
namespace {

using catalog::TablePtr;

Error TableNotFound(std::string_view name) {
  return {ErrorCode::kResourceNotFoundException, fmt::format(texts::kTableNotFound, name)};
}

}  // namespace

TablePtr FindLiveTable(const catalog::Catalog& catalog, const ServiceClock& clock,
                       std::string_view name) {
  auto table = catalog.Find(name);
  if (!table) return nullptr;
  const auto& deleted = table->settings().deleted;
  return deleted && *deleted <= clock.Now() ? nullptr : table;
}

Result<TablePtr> FindReadyTable(const catalog::Catalog& catalog, const ServiceClock& clock,
                                std::string_view name_or_arn) {
  const auto name = catalog::TableNameIn(name_or_arn);
  auto table = name ? FindLiveTable(catalog, clock, *name) : nullptr;
  if (table) {
    const auto status = table->StatusAt(clock.Now());
    if (status == catalog::TableStatus::kActive || status == catalog::TableStatus::kUpdating)
      return table;
  }
  return Fail(ErrorCode::kResourceNotFoundException, texts::kNotFound);
}

Result<TablePtr> FindAnyTable(const catalog::Catalog& catalog, const ServiceClock& clock,
                              std::string_view name_or_arn) {
  const auto name = catalog::TableNameIn(name_or_arn);
  auto table = name ? FindLiveTable(catalog, clock, *name) : nullptr;
  if (!table) return Fail(TableNotFound(name.value_or(name_or_arn)));
  return table;
}

Result<TablePtr> FindSettledTable(const catalog::Catalog& catalog, const ServiceClock& clock,
                                  std::string_view name) {
  auto table = FindLiveTable(catalog, clock, name);
  if (!table) return Fail(TableNotFound(name));
  switch (table->StatusAt(clock.Now())) {
    case catalog::TableStatus::kActive:
      return table;
    case catalog::TableStatus::kCreating:
      return Fail(ErrorCode::kResourceInUseException, fmt::format(texts::kTableBeingCreated, name));
    case catalog::TableStatus::kUpdating:
      return Fail(ErrorCode::kResourceInUseException, fmt::format(texts::kTableBeingUpdated, name));
    case catalog::TableStatus::kDeleting:
      return Fail(ErrorCode::kResourceInUseException, fmt::format(texts::kTableBeingDeleted, name));
  }
  std::unreachable();
}

void DropExpired(const catalog::Catalog& catalog, const ServiceClock& clock,
                 catalog::Change& change) {
  for (const auto& table : catalog.List("", catalog.count())) {
    const auto& deleted = table->settings().deleted;
    const auto now = clock.Now();
    if (deleted && *deleted <= now) streams::AddDrop(catalog, table, now, change);
  }
}

}  // namespace stator::api
