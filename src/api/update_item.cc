#include <utility>

#include "api/consumed.h"
#include "api/explanation.h"
#include "api/expression_parameters.h"
#include "api/handlers.h"
#include "api/item_checks.h"
#include "api/lookup.h"
#include "api/metering.h"
#include "api/update_decision.h"
#include "table/keys.h"

namespace stator::api {
namespace {

using item::ItemView;

ExpressionParameters Parameters(const UpdateItemRequest& request) {
  ExpressionParameters::Given given{.update = &request.update_expression,
                                    .condition = &request.condition_expression,
                                    .names = &request.expression_attribute_names,
                                    .values = &request.expression_attribute_values};
  given.legacy = {.attribute_updates = &request.attribute_updates,
                  .expected = &request.expected,
                  .conditional_operator = &request.conditional_operator};
  return {given, WordingOn(request.layer, Wording::kPrefixed)};
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
  auto part = expr::PickUpdated(*update, image->view());
  if (part.view().count() == 0) return std::nullopt;
  return part;
}

}  // namespace

// Changes attributes of an item, or creates it, if the optional condition holds.
Result<Write<UpdateItemResponse>> UpdateItem(const ItemServices& services,
                                             const UpdateItemRequest& request) {
  const auto parameters = Parameters(request);
  TRY(parameters.CheckMixing());
  TRY(parameters.Check({&*request.key, 1}));
  auto bound = TRY(parameters.Bind(services.expressions));

  auto table = TRY(FindReadyTable(services.catalog, services.clock, *request.table_name));
  const auto& key = request.key->item;
  auto row_key = TRY(table::RowKeyOfKey(*table, key.view()));
  if (bound.update) TRY(CheckTargets(*table, *bound.update));
  if (request.update_expression) TRY(CheckUpdateCharge(*bound.update));

  const auto returns = request.return_values.value_or(ReturnValue::kNone);
  const table::Wanted wanted{
      .old_image = returns == ReturnValue::kAllOld || returns == ReturnValue::kUpdatedOld,
      .new_image = returns == ReturnValue::kAllNew || returns == ReturnValue::kUpdatedNew,
      .collection_size = WantsCollectionSize(request.return_item_collection_metrics, *table)};
  const auto effort = EffortOf(bound.condition, bound.update, 0);
  auto admission = MeterWrite(services, "UpdateItem", ItemForm(*table, key.view()));
  auto decide =
      [table, &request, &key, update = bound.update,
       condition = std::move(bound.condition)](const ItemView* stored) -> Result<table::Decision> {
    TRY(CheckCondition(condition, stored, request.return_values_on_condition_check_failure));
    return DecideUpdate(*table, update, key, stored);
  };
  auto answer = [&request, returns, update = bound.update](table::Written&& written) {
    ExplainKey(request.explanation, *written.table, request.key->item.view());
    ExplainWrite(request.explanation, *request.table_name, written);
    UpdateItemResponse response;
    response.consumed_capacity =
        Consumed(request.return_consumed_capacity, *request.table_name, written.units);
    response.item_collection_metrics = CollectionMetrics(request.return_item_collection_metrics,
                                                         written, request.key->item.view());
    response.attributes = Returned(returns, update, written);
    return response;
  };
  table::Command command{std::move(table), std::move(row_key), std::move(decide), wanted};
  command.admission = std::move(admission);
  command.effort = effort;
  return Write<UpdateItemResponse>{std::move(command), std::move(answer)};
}

}  // namespace stator::api
