#include "api/item_checks.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/limits.h"
#include "base/texts.h"
#include "expr/cost.h"
#include "item/encoder.h"
#include "table/index_entries.h"
#include "table/keys.h"

namespace stator::api {

Result<> CheckReturnsOldOrNone(const std::optional<ReturnValue>& wanted, Wording wording) {
  if (!wanted || *wanted == ReturnValue::kNone || *wanted == ReturnValue::kAllOld) return {};
  return Fail(Worded(wording, Invalid(texts::kReturnValues)));
}

bool WantsCollectionSize(const std::optional<ReturnItemCollectionMetrics>& wanted,
                         const catalog::Table& table) {
  return wanted == ReturnItemCollectionMetrics::kSize && table->collections != 0;
}

std::optional<ItemCollectionMetrics> CollectionMetrics(
    const std::optional<ReturnItemCollectionMetrics>& wanted, const table::Written& written,
    item::ItemView item) {
  const auto& table = *written.table;
  if (!WantsCollectionSize(wanted, table)) return std::nullopt;
  constexpr std::int64_t kGigabyte = 1 << 30;
  const auto gigabytes = written.collection_bytes / kGigabyte;
  const auto lower = static_cast<double>(gigabytes);
  const std::string_view partition_key[] = {table->partition_key.name};
  ItemCollectionMetrics metrics;
  metrics.item_collection_key = item::Pick(item, partition_key);
  metrics.size_estimate_range_gb = {lower, lower + 1};
  return metrics;
}

void AddMetrics(ItemCollectionMetrics metrics, std::vector<ItemCollectionMetrics>& all) {
  const auto same = [&](const ItemCollectionMetrics& each) {
    return each.item_collection_key->item == metrics.item_collection_key->item;
  };
  const auto found = std::ranges::find_if(all, same);
  if (found == all.end()) {
    all.push_back(std::move(metrics));
  } else {
    *found = std::move(metrics);
  }
}

Result<> CheckSizeWithLocalIndexes(const catalog::Table& table, item::ItemView image,
                                   const char* text) {
  std::size_t entries = 0;
  for (const auto& index : table->indexes) {
    if (index.kind != catalog::IndexKind::kLocal) continue;
    if (!table::IndexKeyOf(table, index, image)) continue;
    entries += table::Projected(table, index, image).view().Size();
  }
  if (entries > 0 && image.Size() + entries > limits::kItemBytesMax) return FailInvalid(text);
  return {};
}

table::Effort EffortOf(const std::optional<expr::Condition>& condition,
                       const std::optional<expr::Update>& update, std::size_t item_bytes) {
  expr::Cost cost;
  if (condition) cost += expr::CostOf(*condition);
  if (update) cost += expr::CostOf(*update);
  return {.passes = cost.passes, .bytes = item_bytes + cost.literal_bytes};
}

Result<> CheckCondition(const std::optional<expr::Condition>& condition,
                        const item::ItemView* stored,
                        const std::optional<ReturnValuesOnConditionCheckFailure>& wanted) {
  if (!condition) return {};
  const item::Item nothing;
  if (expr::Holds(*condition, stored != nullptr ? *stored : nothing.view())) return {};
  Error error(ErrorCode::kConditionalCheckFailedException, texts::kConditionFailed);
  if (stored != nullptr) error.item_bytes = stored->Size();
  if (stored != nullptr && wanted == ReturnValuesOnConditionCheckFailure::kAllOld) {
    error.item = std::make_shared<const Bytes>(stored->bytes());
  }
  return Fail(std::move(error));
}

}  // namespace stator::api
