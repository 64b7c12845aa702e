#include <utility>
#include <vector>

#include <fmt/format.h>

#include "api/explanation.h"
#include "api/handlers.h"
#include "api/metering.h"
#include "api/page_answer.h"
#include "api/page_request.h"
#include "base/texts.h"
#include "query/key_range.h"

namespace stator::api {
namespace {

ExpressionParameters Parameters(const QueryRequest& request) {
  ExpressionParameters::Given given{.key_condition = &request.key_condition_expression,
                                    .filter = &request.filter_expression,
                                    .projection = &request.projection_expression,
                                    .names = &request.expression_attribute_names,
                                    .values = &request.expression_attribute_values};
  given.legacy = {.attributes_to_get = &request.attributes_to_get,
                  .query_filter = &request.query_filter,
                  .conditional_operator = &request.conditional_operator,
                  .key_conditions = &request.key_conditions};
  return {given, Wording::kPlain};
}

Result<> CheckFilter(const query::Source& source, const QueryRequest& request,
                     const std::optional<expr::Condition>& filter) {
  if (!filter) return {};
  for (const auto attribute : expr::AttributesOf(*filter)) {
    if (!source.IsKey(attribute)) continue;
    return FailInvalid(request.query_filter ? fmt::format(texts::kQueryFilterOnKey, attribute)
                                            : fmt::format(texts::kFilterOnKey, attribute));
  }
  return {};
}

// Only a table's own partition key without a sort key leads to one item at most.
bool HoldsOneItem(const query::Source& source) {
  return source.index == nullptr && source.range_keys().empty();
}

// The part of the range behind the start key.
Result<storage::KeyRange> Remaining(const query::Source& source, query::KeyRange&& whole,
                                    const QueryRequest& request) {
  storage::KeyRange range{std::move(whole.begin), std::move(whole.end),
                          !request.scan_index_forward.value_or(true)};
  if (!request.exclusive_start_key) return range;
  const auto position = request.exclusive_start_key->item.view();
  auto start = TRY(query::KeyOfPosition(source, position, query::StartOf::kQuery));
  if (!BytesView(start).starts_with(whole.partition)) return FailInvalid(texts::kStartKeyOutside);
  if (HoldsOneItem(source)) {
    const auto& name = source.hash_keys().front().name;
    return FailInvalid(
        fmt::format(texts::kStartKeySingle, name, item::ShownScalar(*position.Find(name))));
  }
  if (start < range.begin || start >= range.end) return FailInvalid(texts::kStartKeyPredicate);
  if (range.backward) {
    range.end = std::move(start);
  } else {
    range.begin = std::move(start);
    range.begin.push_back('\0');
  }
  return range;
}

}  // namespace

// One page of an item collection, in the order of its sort key.
Result<PageRead<QueryResponse>> Query(Context& context, const QueryRequest& request) {
  auto shared = PageRequestOf(request);
  shared.key_condition = &request.key_condition_expression;
  const auto parameters = Parameters(request);
  TRY(parameters.CheckPlaceholders());
  TRY(parameters.CheckFilter());
  TRY(CheckPageRequest(shared, Wording::kWrapped));
  if (!request.key_condition_expression && !request.key_conditions) {
    return FailInvalid(texts::kNoKeyCondition);
  }
  auto bound = TRY(parameters.Bind(context.expressions));
  // AWS judges an expression before it looks for the table, and KeyConditions after.
  std::vector<query::KeyTerm> terms;
  if (!request.key_conditions) terms = TRY(query::TermsOf(*bound.key_condition));

  const auto source = TRY(FindSource(context, shared));
  if (request.key_conditions) {
    TRY(CheckIndexable(*request.key_conditions));
    terms = TRY(query::TermsOf(*bound.key_condition));
  }
  auto range = TRY(query::RangeOf(source, terms));
  TRY(CheckFilter(source, request, bound.filter));
  if (request.explanation != nullptr) {
    request.explanation->key_range = query::RangeText(terms);
  }
  auto plan = TRY(PlanPage(shared, source, std::move(bound.filter), std::move(bound.projection)));
  plan.range = TRY(Remaining(source, std::move(range), request));
  plan.single = HoldsOneItem(source);

  auto meter = PageMeter::OfQuery(plan, terms);
  TRY(meter.Admit(context));
  auto answer = [&context, shared, meter = std::move(meter)](query::Reader& reader) {
    return AnswerPage<QueryResponse>(context, shared, meter, reader);
  };
  return PageRead<QueryResponse>{query::Reader(context.engine, std::move(plan)), std::move(answer)};
}

}  // namespace stator::api
