#include <utility>

#include "api/consumed.h"
#include "api/explanation.h"
#include "api/expression_parameters.h"
#include "api/handlers.h"
#include "api/item_checks.h"
#include "api/lookup.h"
#include "api/metering.h"
#include "base/limits.h"
#include "base/texts.h"
#include "table/blind.h"
#include "table/keys.h"

namespace stator::api {
namespace {

ExpressionParameters Parameters(const PutItemRequest& request) {
  ExpressionParameters::Given given{.condition = &request.condition_expression,
                                    .names = &request.expression_attribute_names,
                                    .values = &request.expression_attribute_values};
  given.legacy = {.expected = &request.expected,
                  .conditional_operator = &request.conditional_operator};
  return {given, WordingOn(request.layer, Wording::kPrefixed)};
}

}  // namespace

// Replaces the whole item under its key, if the optional condition holds.
Result<Write<PutItemResponse>> PutItem(const ItemServices& services,
                                       const PutItemRequest& request) {
  // All of the client's errors are found before any data is read, in AWS's order.
  const auto parameters = Parameters(request);
  const auto& item = request.item->item;
  TRY(parameters.CheckMixing());
  TRY(parameters.Check({&*request.item, 1}));
  TRY(CheckReturnsOldOrNone(request.return_values, parameters.wording()));
  if (item.view().Size() > limits::kItemBytesMax) return FailInvalid(texts::kItemTooLarge);
  auto bound = TRY(parameters.Bind(services.expressions));

  auto table = TRY(FindReadyTable(services.catalog, services.clock, *request.table_name));
  auto row_key = TRY(table::RowKeyOfItem(*table, item.view()));
  TRY(CheckSizeWithLocalIndexes(*table, item.view(), texts::kItemTooLarge));

  const table::Wanted wanted{
      .old_image = request.return_values == ReturnValue::kAllOld,
      .collection_size = WantsCollectionSize(request.return_item_collection_metrics, *table)};
  const auto effort = EffortOf(bound.condition, {}, item.bytes().size());
  auto admission = MeterWrite(services, "PutItem", ItemForm(*table, item.view()));
  // The decision depends only on the stored image and may run again, so it has no side effects.
  table::Decide decide = table::Blind{table::Decision::ReplaceBorrowed(item)};
  if (bound.condition) {
    decide = [&request, condition = std::move(bound.condition)](
                 const item::ItemView* stored) -> Result<table::Decision> {
      TRY(CheckCondition(condition, stored, request.return_values_on_condition_check_failure));
      return table::Decision::ReplaceBorrowed(request.item->item);
    };
  }
  auto answer = [&request](table::Written&& written) {
    ExplainKey(request.explanation, *written.table, request.item->item.view());
    ExplainWrite(request.explanation, *request.table_name, written);
    PutItemResponse response;
    if (written.old_image) response.attributes = std::move(*written.old_image);
    response.consumed_capacity =
        Consumed(request.return_consumed_capacity, *request.table_name, written.units);
    response.item_collection_metrics = CollectionMetrics(request.return_item_collection_metrics,
                                                         written, request.item->item.view());
    return response;
  };
  table::Command command{std::move(table), std::move(row_key), std::move(decide), wanted};
  command.admission = std::move(admission);
  command.effort = effort;
  return Write<PutItemResponse>{std::move(command), std::move(answer)};
}

}  // namespace stator::api
