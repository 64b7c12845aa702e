#include <utility>

#include <fmt/format.h>

#include "api/consumed.h"
#include "api/explanation.h"
#include "api/expression_parameters.h"
#include "api/handlers.h"
#include "api/item_checks.h"
#include "api/lookup.h"
#include "api/metering.h"
#include "base/texts.h"
#include "table/blind.h"
#include "table/keys.h"

namespace stator::api {
namespace {

ExpressionParameters Parameters(const DeleteItemRequest& request) {
  ExpressionParameters::Given given{.condition = &request.condition_expression,
                                    .names = &request.expression_attribute_names,
                                    .values = &request.expression_attribute_values};
  given.legacy = {.expected = &request.expected,
                  .conditional_operator = &request.conditional_operator};
  return {given, WordingOn(request.layer, Wording::kPrefixed)};
}

}  // namespace

// Deletes the item under a key, if the optional condition holds. A missing item is no error.
Result<Write<DeleteItemResponse>> DeleteItem(const ItemServices& services,
                                             const DeleteItemRequest& request) {
  const auto parameters = Parameters(request);
  TRY(parameters.CheckMixing());
  TRY(parameters.Check({&*request.key, 1}));
  TRY(CheckReturnsOldOrNone(request.return_values, parameters.wording()));
  auto bound = TRY(parameters.Bind(services.expressions));

  auto table = TRY(FindReadyTable(services.catalog, services.clock, *request.table_name));
  auto row_key = TRY(table::RowKeyOfKey(*table, request.key->item.view()));

  const table::Wanted wanted{
      .old_image = request.return_values == ReturnValue::kAllOld,
      .collection_size = WantsCollectionSize(request.return_item_collection_metrics, *table)};
  const auto effort = EffortOf(bound.condition, {}, 0);
  auto admission = MeterWrite(services, "DeleteItem", ItemForm(*table, request.key->item.view()));
  table::Decide decide = table::Blind{table::Decision::Remove()};
  if (bound.condition) {
    decide = [&request, condition = std::move(bound.condition)](
                 const item::ItemView* stored) -> Result<table::Decision> {
      TRY(CheckCondition(condition, stored, request.return_values_on_condition_check_failure));
      return stored != nullptr ? table::Decision::Remove() : table::Decision::Keep();
    };
  }
  auto answer = [&request](table::Written&& written) {
    ExplainKey(request.explanation, *written.table, request.key->item.view());
    ExplainWrite(request.explanation, *request.table_name, written);
    DeleteItemResponse response;
    if (written.old_image) response.attributes = std::move(*written.old_image);
    response.consumed_capacity =
        Consumed(request.return_consumed_capacity, *request.table_name, written.units);
    response.item_collection_metrics = CollectionMetrics(request.return_item_collection_metrics,
                                                         written, request.key->item.view());
    return response;
  };
  table::Command command{std::move(table), std::move(row_key), std::move(decide), wanted};
  command.admission = std::move(admission);
  command.effort = effort;
  return Write<DeleteItemResponse>{std::move(command), std::move(answer)};
}

}  // namespace stator::api
