#include "api/split_table.h"

#include <fmt/format.h>

#include "api/lookup.h"
#include "base/texts.h"
#include "streams/lineage.h"
#include "table/keys.h"

namespace stator::api {
namespace {

Result<Bytes> PlaceOf(const catalog::Table& table, const SplitRequest& request) {
  if (request.key->bad) return Fail(request.key->bad->error);
  const auto key = request.key->item.view();
  if (request.index.empty()) return table::RowKeyOfKey(table, key);
  const auto* index = table.FindIndex(request.index);
  if (index == nullptr) return FailInvalid(fmt::format(texts::kNoIndexToSplit, request.index));
  return table::IndexPlaceOf(table, *index, key);
}

}  // namespace

Result<catalog::TablePtr> SplitTable(const TableServices& services, std::string_view name,
                                     const SplitRequest& request) {
  return services.queue.Change([&](catalog::Catalog& catalog) -> Result<catalog::Change> {
    const auto table = TRY(FindSettledTable(catalog, services.clock, name));
    streams::SplitWish wish{.index = request.index, .partition = request.partition};
    if (request.key) wish.key = TRY(PlaceOf(*table, request));
    const auto point = TRY(streams::ChooseSplit(table->settings(), wish));
    return streams::PlanSplit(catalog, *table, point, catalog::SplitReason::kRequest,
                              services.clock.Now());
  });
}

}  // namespace stator::api
