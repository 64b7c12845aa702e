#include "api/item_checks.h"

#include <memory>
#include <utility>

#include "base/limits.h"
#include "base/texts.h"
#include "table/index_entries.h"
#include "table/keys.h"

namespace stator::api {

Result<> CheckReturnsOldOrNone(const std::optional<ReturnValue>& wanted, Wording wording) {
  if (!wanted || *wanted == ReturnValue::kNone || *wanted == ReturnValue::kAllOld) return {};
  return Fail(Worded(wording, Invalid(texts::kReturnValues)));
}

Result<> CheckCollectionMetrics(const std::optional<ReturnItemCollectionMetrics>& wanted,
                                const catalog::Table& table) {
  if (!wanted || *wanted == ReturnItemCollectionMetrics::kNone) return {};
  for (const auto& index : table->indexes) {
    if (index.kind == catalog::IndexKind::kLocal) return FailInvalid(texts::kCollectionMetrics);
  }
  return {};
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

Result<> CheckCondition(const std::optional<expr::Condition>& condition,
                        const item::ItemView* stored,
                        const std::optional<ReturnValuesOnConditionCheckFailure>& wanted) {
  if (!condition) return {};
  const item::Item nothing;
  if (expr::Holds(*condition, stored != nullptr ? *stored : nothing.view())) return {};
  Error error(ErrorCode::kConditionalCheckFailedException, texts::kConditionFailed);
  if (stored != nullptr && wanted == ReturnValuesOnConditionCheckFailure::kAllOld) {
    error.item = std::make_shared<const Bytes>(stored->bytes());
  }
  return Fail(std::move(error));
}

}  // namespace stator::api
