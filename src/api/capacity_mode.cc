#include "api/capacity_mode.h"

#include <utility>

#include "api/lookup.h"

namespace stator::api {

Result<catalog::TablePtr> SetCapacityMode(Context& context, std::string_view name,
                                          std::optional<catalog::CapacityMode> mode) {
  return context.queue.Change([&](catalog::Catalog& catalog) -> Result<catalog::Change> {
    const auto table = TRY(FindSettledTable(context, catalog, name));
    auto settings = table->settings();
    settings.capacity = mode;
    return catalog.PlanReplace(*table, std::move(settings));
  });
}

}  // namespace stator::api
