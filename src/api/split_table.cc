#include "api/split_table.h"

#include <optional>

#include "api/lookup.h"
#include "streams/lineage.h"
#include "table/keys.h"

namespace stator::api {

Result<catalog::TablePtr> SplitTable(Context& context, std::string_view name,
                                     const SplitRequest& request) {
  return context.queue.Change([&](catalog::Catalog& catalog) -> Result<catalog::Change> {
    const auto table = TRY(FindSettledTable(context, catalog, name));
    std::optional<Bytes> key;
    if (request.key) {
      if (request.key->bad) return Fail(request.key->bad->error);
      key = TRY(table::RowKeyOfKey(*table, request.key->item.view()));
    }
    const auto point = TRY(streams::ChooseSplit(table->settings(), request.partition, key));
    return streams::PlanSplit(catalog, *table, point, context.clock.Now());
  });
}

}  // namespace stator::api
