#include <utility>

#include <fmt/format.h>

#include "api/handlers.h"
#include "api/lookup.h"
#include "api/table_description.h"
#include "base/texts.h"
#include "streams/lineage.h"

namespace stator::api {
namespace {

Result<catalog::Change> PlanDelete(const TableServices& services, catalog::Catalog& catalog,
                                   std::string_view name) {
  const auto table = FindLiveTable(catalog, services.clock, name);
  if (table && table->settings().deleted) return catalog::Change{};  // already being deleted
  if (table && table->UnsettledIndex() != nullptr) {
    return Fail(ErrorCode::kResourceInUseException, texts::kTableIndexesChanging);
  }
  TRY(FindSettledTable(catalog, services.clock, name));
  if (table->settings().deletion_protected) return FailInvalid(texts::kTableProtected);
  catalog::Change change;
  const auto now = services.clock.Now();
  if (services.account.status_delay == 0) {
    streams::AddDrop(catalog, table, now, change);
  } else {
    auto settings = table->settings();
    settings.deleted = now + services.account.status_delay;
    change = TRY(streams::PlanReplace(catalog, *table, std::move(settings), now));
  }
  DropExpired(catalog, services.clock, change);
  return change;
}

}  // namespace

Result<DeleteTableResponse> DeleteTable(const TableServices& services,
                                        const DeleteTableRequest& request) {
  const auto found = TRY(FindAnyTable(services.catalog, services.clock, *request.table_name));
  DeleteTableResponse response;
  // Describes the table first, because a dropped table has no counts any more.
  response.table_description = DescribeDeleting(services, *found);
  TRY(services.queue.Change([&](catalog::Catalog& catalog) {
    return PlanDelete(services, catalog, found->settings().name);
  }));
  services.governor.Forget(found->settings().number);
  services.throttles.Forget(found->settings().number);
  return response;
}

}  // namespace stator::api
