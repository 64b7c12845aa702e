#include <utility>

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

ExpressionParameters Parameters(const PutItemRequest& request) {
  ExpressionParameters::Given given{.condition = &request.condition_expression,
                                    .names = &request.expression_attribute_names,
                                    .values = &request.expression_attribute_values};
  if (request.expected) given.legacy.emplace_back("Expected");
  if (request.conditional_operator) given.legacy.emplace_back("ConditionalOperator");
  return {std::move(given), Wording::kWrapped};
}

}  // namespace

// Replaces the whole item under its key, if the optional condition holds.
Result<Write<PutItemResponse>> PutItem(Context& context, const PutItemRequest& request) {
  // Whatever a client can get wrong is found before any data is read, in AWS's order.
  const auto parameters = Parameters(request);
  const auto& item = request.item->item;
  TRY(parameters.CheckPlaceholders());
  TRY(CheckAttributeValues(*request.item, Wording::kWrapped));
  TRY(CheckReturnsOldOrNone(request.return_values, Wording::kWrapped));
  if (item.view().Size() > limits::kItemBytesMax) return FailInvalid(texts::kItemTooLarge);
  auto bound = TRY(parameters.Bind(context.expressions));

  auto table = TRY(FindReadyTable(context, *request.table_name));
  auto row_key = TRY(table::RowKeyOfItem(*table, item.view()));
  TRY(CheckCollectionMetrics(request.return_item_collection_metrics, *table));
  TRY(CheckSizeWithLocalIndexes(*table, item.view(), texts::kItemTooLarge));

  // Decides from the stored image alone and may run again, so it changes nothing.
  auto decide = [item, condition = std::move(bound.condition),
                 on_failure = request.return_values_on_condition_check_failure](
                    const item::ItemView* stored) -> Result<table::Decision> {
    TRY(CheckCondition(condition, stored, on_failure));
    return table::Decision::Replace(item);
  };
  auto answer = [explanation = request.explanation, name = *request.table_name,
                 wanted = request.return_consumed_capacity,
                 returns = request.return_values](table::Written&& written) {
    ExplainWrite(explanation, name, written);
    PutItemResponse response;
    if (returns == ReturnValue::kAllOld && written.old_image) {
      response.attributes = std::move(*written.old_image);
    }
    response.consumed_capacity = Consumed(wanted, name, written.units);
    return response;
  };
  return Write<PutItemResponse>{{std::move(table), std::move(row_key), std::move(decide)},
                                std::move(answer)};
}

}  // namespace stator::api
