#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "api/consumed.h"
#include "api/explanation.h"
#include "api/expression_parameters.h"
#include "api/handlers.h"
#include "api/item_checks.h"
#include "api/lookup.h"
#include "base/limits.h"
#include "base/texts.h"
#include "table/keys.h"

namespace stator::api {
namespace {

using catalog::Table;
using item::ItemView;

ExpressionParameters Parameters(const UpdateItemRequest& request) {
  ExpressionParameters::Given given{.update = &request.update_expression,
                                    .condition = &request.condition_expression,
                                    .names = &request.expression_attribute_names,
                                    .values = &request.expression_attribute_values};
  given.legacy = {.attribute_updates = &request.attribute_updates,
                  .expected = &request.expected,
                  .conditional_operator = &request.conditional_operator};
  return {given, Wording::kWrapped};
}

bool IsTableKey(const Table& table, std::string_view name) {
  return name == table->partition_key.name || (table->sort_key && name == table->sort_key->name);
}

bool IsIndexKey(const Table& table, std::string_view name) {
  const auto named = [&](const auto& keys) {
    return std::ranges::find(keys, name, &catalog::KeyAttribute::name) != keys.end();
  };
  return std::ranges::any_of(table->indexes, [&](const catalog::Index& index) {
    return named(index.hash_keys) || named(index.range_keys);
  });
}

// No action may touch the table's key, nor reach inside a key of an index.
Result<> CheckTargets(const Table& table, const expr::Update& update) {
  for (const auto& target : update.Targets()) {
    const bool table_key = IsTableKey(table, target.attribute);
    if (target.nested && (table_key || IsIndexKey(table, target.attribute))) {
      return FailInvalid(
          fmt::format(texts::kKeyPathNotScalar, table_key ? "Key" : "IndexKey", target.attribute));
    }
    if (table_key) return FailInvalid(fmt::format(texts::kCannotUpdateKey, target.attribute));
  }
  return {};
}

// A literal that no index can take as its key is refused whatever the item holds.
Result<> CheckLiterals(const Table& table, const expr::Update& update) {
  for (const auto& target : update.Targets()) {
    if (target.nested || !target.literal) continue;
    TRY(table::CheckIndexKeyType(table, target.attribute, target.literal->type()));
  }
  return {};
}

// AWS weighs the actions, too: each writing one as 19 bytes, each removing one as 2 (facts 2.4).
Result<> CheckUpdatedSize(const Table& table, const std::optional<expr::Update>& update,
                          ItemView key, ItemView image) {
  constexpr std::size_t kActionsBytes = 3;
  constexpr std::size_t kWritingBytes = 19;
  constexpr std::size_t kRemovingBytes = 2;
  std::size_t bytes = image.Size();
  if (update) {
    const std::size_t actions = kActionsBytes + kWritingBytes * update->writing_actions() +
                                kRemovingBytes * update->removing_actions();
    bytes = std::max(bytes, bytes - key.Size() + actions);
  }
  if (bytes > limits::kItemBytesMax) return FailInvalid(texts::kUpdatedItemTooLarge);
  return CheckSizeWithLocalIndexes(table, image, texts::kUpdatedItemTooLarge);
}

// What the update makes of the stored item. Without an expression it makes sure there is one.
Result<std::optional<item::Item>> NewImage(const std::optional<expr::Update>& update,
                                           const ItemView* stored, const item::Item& key) {
  if (update) return TRY(expr::Apply(*update, stored, key.view())).image;
  return stored != nullptr ? item::Item(Bytes(stored->bytes())) : key;
}

std::optional<AttributeMap> Returned(ReturnValue wanted, const std::optional<expr::Update>& update,
                                     table::Written& written) {
  switch (wanted) {
    case ReturnValue::kNone:
      return std::nullopt;
    case ReturnValue::kAllOld:
      if (!written.old_image) return std::nullopt;
      return std::move(*written.old_image);
    case ReturnValue::kAllNew:
      if (!written.new_image) return std::nullopt;
      return std::move(*written.new_image);
    case ReturnValue::kUpdatedOld:
    case ReturnValue::kUpdatedNew:
      break;
  }
  const bool before = wanted == ReturnValue::kUpdatedOld;
  const auto& image = before ? written.old_image : written.new_image;
  if (!update || !image) return std::nullopt;
  auto part =
      before ? expr::UpdatedOld(*update, image->view()) : expr::UpdatedNew(*update, image->view());
  if (part.view().count() == 0) return std::nullopt;
  return part;
}

}  // namespace

// Changes attributes of an item, or creates it, if the optional condition holds.
Result<Write<UpdateItemResponse>> UpdateItem(Context& context, const UpdateItemRequest& request) {
  const auto parameters = Parameters(request);
  TRY(parameters.CheckPlaceholders());
  TRY(CheckAttributeValues(*request.key, Wording::kWrapped));
  auto bound = TRY(parameters.Bind(context.expressions));

  auto table = TRY(FindReadyTable(context, *request.table_name));
  const auto& key = request.key->item;
  auto row_key = TRY(table::RowKeyOfKey(*table, key.view()));
  if (bound.update) {
    TRY(CheckTargets(*table, *bound.update));
    TRY(CheckLiterals(*table, *bound.update));
  }

  const auto returns = request.return_values.value_or(ReturnValue::kNone);
  const table::Wanted wanted{
      .old_image = returns == ReturnValue::kAllOld || returns == ReturnValue::kUpdatedOld,
      .new_image = returns == ReturnValue::kAllNew || returns == ReturnValue::kUpdatedNew,
      .collection_size = WantsCollectionSize(request.return_item_collection_metrics, *table)};
  auto decide =
      [table, &request, &key, update = bound.update,
       condition = std::move(bound.condition)](const ItemView* stored) -> Result<table::Decision> {
    TRY(CheckCondition(condition, stored, request.return_values_on_condition_check_failure));
    auto image = TRY(NewImage(update, stored, key));
    if (!image) return table::Decision::Keep();
    TRY(table::CheckUpdatedIndexKeys(*table, stored, image->view()));
    TRY(CheckUpdatedSize(*table, update, key.view(), image->view()));
    return table::Decision::Replace(std::move(*image));
  };
  auto answer = [&request, returns, update = bound.update](table::Written&& written) {
    ExplainWrite(request.explanation, *request.table_name, written);
    UpdateItemResponse response;
    response.consumed_capacity =
        Consumed(request.return_consumed_capacity, *request.table_name, written.units);
    response.item_collection_metrics = CollectionMetrics(request.return_item_collection_metrics,
                                                         written, request.key->item.view());
    response.attributes = Returned(returns, update, written);
    return response;
  };
  return Write<UpdateItemResponse>{
      {std::move(table), std::move(row_key), std::move(decide), wanted}, std::move(answer)};
}

}  // namespace stator::api
