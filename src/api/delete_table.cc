#include <utility>

#include <fmt/format.h>

#include "api/handlers.h"
#include "api/lookup.h"
#include "api/table_description.h"
#include "base/texts.h"
#include "streams/lineage.h"

namespace stator::api {
namespace {

Result<catalog::Change> PlanDelete(const Context& context, catalog::Catalog& catalog,
                                   std::string_view name) {
  const auto table = FindLiveTable(context, catalog, name);
  if (table && table->settings().deleted) return catalog::Change{};  // going already
  if (table && table->UnsettledIndex() != nullptr) {
    return Fail(ErrorCode::kResourceInUseException, texts::kTableIndexesChanging);
  }
  TRY(FindSettledTable(context, catalog, name));
  if (table->settings().deletion_protected) return FailInvalid(texts::kTableProtected);
  catalog::Change change;
  const auto now = context.clock.Now();
  if (context.status_delay == 0) {
    streams::AddDrop(catalog, table, now, change);
  } else {
    auto settings = table->settings();
    settings.deleted = now + context.status_delay;
    change = TRY(streams::PlanReplace(catalog, *table, std::move(settings), now));
  }
  DropExpired(context, catalog, change);
  return change;
}

}  // namespace

Result<DeleteTableResponse> DeleteTable(Context& context, const DeleteTableRequest& request) {
  const auto found = TRY(FindAnyTable(context, *request.table_name));
  DeleteTableResponse response;
  // Described first: what is dropped has no counts any more.
  response.table_description = DescribeDeleting(context, *found);
  TRY(context.queue.Change([&](catalog::Catalog& catalog) {
    return PlanDelete(context, catalog, found->settings().name);
  }));
  context.governor.Forget(found->settings().number);
  return response;
}

}  // namespace stator::api
