#include "api/capacity_mode.h"

#include <utility>

#include "api/lookup.h"

namespace stator::api {

Result<catalog::TablePtr> SetCapacityMode(const TableServices& services, std::string_view name,
                                          std::optional<catalog::CapacityMode> mode) {
  return services.queue.Change([&](catalog::Catalog& catalog) -> Result<catalog::Change> {
    const auto table = TRY(FindSettledTable(catalog, services.clock, name));
    auto settings = table->settings();
    settings.capacity = mode;
    return catalog.PlanReplace(*table, std::move(settings));
  });
}

}  // namespace stator::api
