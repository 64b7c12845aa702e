#include <utility>

#include "api/consumed.h"
#include "api/explanation.h"
#include "api/expression_parameters.h"
#include "api/handlers.h"
#include "api/lookup.h"
#include "api/metering.h"
#include "item/row.h"
#include "table/keys.h"
#include "table/units.h"

namespace stator::api {
namespace {

ExpressionParameters Parameters(const GetItemRequest& request) {
  ExpressionParameters::Given given{.projection = &request.projection_expression,
                                    .names = &request.expression_attribute_names};
  given.legacy = {.attributes_to_get = &request.attributes_to_get};
  return {given, WordingOn(request.layer, Wording::kNewer)};
}

// Returns the stored item or the requested part of it. `row` is a view into `value`, which is
// consumed.
item::Item Chosen(const std::optional<expr::Projection>& projection, const item::Row& row,
                  Bytes&& value) {
  if (projection) return expr::Project(*projection, row.item);
  value.erase(0, value.size() - row.item.bytes().size());
  return item::Item(std::move(value));
}

// Reports reads with a projection only. A read of a whole item returns all it costs.
void NoteProjected(const ItemServices& services, const GetItemRequest& request, std::size_t bytes,
                   const AttributeMap& chosen, table::HalfUnits units) {
  if (services.item_reads == Metering::kOff) return;
  services.advice.Note({.operation = "GetItem",
                        .table = *request.table_name,
                        .projection = request.projection_expression
                                          ? std::string_view(*request.projection_expression)
                                          : "AttributesToGet",
                        .first_page = true,
                        .examined = 1,
                        .returned = 1,
                        .read_bytes = bytes,
                        .returned_bytes = chosen.item.bytes().size(),
                        .units = units},
                       services.clock.Now());
}

}  // namespace

Result<GetItemResponse> GetItem(const ItemServices& services, const GetItemRequest& request) {
  const auto parameters = Parameters(request);
  TRY(parameters.CheckMixing());
  TRY(parameters.Check({&*request.key, 1}));
  const auto bound = TRY(parameters.Bind(services.expressions));
  const auto table = TRY(FindReadyTable(services.catalog, services.clock, *request.table_name));
  const auto row_key = TRY(table::RowKeyOfKey(*table, request.key->item.view()));

  ItemMeter meter(*table, "GetItem", row_key, ItemForm(*table, request.key->item.view()));
  TRY(meter.Admit(services));
  // Every read is consistent here; the flag determines its cost.
  auto stored = TRY(services.engine.Get(table->settings().rows, row_key));
  // The row may be gone with its table. Then the table's state determines the answer.
  if (!stored && !table->current()) return GetItem(services, request);
  const bool consistent = request.consistent_read.value_or(false);
  GetItemResponse response;
  table::UnitsUsed units{table::ReadUnitsFor(0, consistent), {}};
  std::optional<std::size_t> bytes;
  if (stored) {
    const auto row = TRY(item::DecodeRow(stored->value));
    if (row.holds_item()) {
      bytes = row.header.size;
      units.table = table::ReadUnitsFor(*bytes, consistent);
      response.item = Chosen(bound.projection, row, std::move(stored->value));
      if (bound.projection) NoteProjected(services, request, *bytes, *response.item, units.table);
    }
  }
  meter.Charge(services, units.table);
  ExplainKey(request.explanation, *table, request.key->item.view());
  ExplainRead(request.explanation, *request.table_name, bytes, consistent, units.table);
  response.consumed_capacity =
      Consumed(request.return_consumed_capacity, *request.table_name, units);
  return response;
}

}  // namespace stator::api
