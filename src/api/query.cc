#include <utility>
#include <vector>

#include <fmt/format.h>

#include "api/explanation.h"
#include "api/handlers.h"
#include "api/metering.h"
#include "api/page_answer.h"
#include "api/page_plans.h"
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
  return {given, WordingOn(request.layer, Wording::kNewer)};
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

// Whether a partition key selects at most one item: only in a table without a sort key.
bool HoldsOneItem(const query::Source& source) {
  return source.index == nullptr && source.range_keys().empty();
}

// Checks the start key against the conditions, those on the sort key first.
Result<> CheckStart(const query::Source& source, const query::KeyRange& whole, bool has_sort_term,
                    item::ItemView position, BytesView start) {
  const bool inside = start.starts_with(whole.partition);
  const bool meets = inside ? start >= whole.begin && start < whole.end
                            : query::MeetsSortCondition(source, whole, position, start);
  if (!meets) return FailInvalid(texts::kStartKeyPredicate);
  if (!inside) {
    return FailInvalid(has_sort_term ? texts::kStartKeyOneRow : texts::kStartKeyOutside);
  }
  if (!HoldsOneItem(source)) return {};
  const auto& name = source.hash_keys().front().name;
  return FailInvalid(
      fmt::format(texts::kStartKeySingle, name, item::ShownScalar(*position.Find(name))));
}

// Returns the part of the range after the start key.
Result<storage::KeyRange> Remaining(const query::Source& source, query::KeyRange&& whole,
                                    bool has_sort_term, const QueryRequest& request) {
  const bool backward = !request.scan_index_forward.value_or(true);
  if (!request.exclusive_start_key) {
    return storage::KeyRange{std::move(whole.begin), std::move(whole.end), backward};
  }
  const auto position = request.exclusive_start_key->item.view();
  auto start = TRY(query::KeyOfPosition(source, position, query::StartOf::kQuery));
  TRY(CheckStart(source, whole, has_sort_term, position, start));
  storage::KeyRange range{std::move(whole.begin), std::move(whole.end), backward};
  if (range.backward) {
    range.end = std::move(start);
  } else {
    range.begin = std::move(start);
    range.begin.push_back('\0');
  }
  return range;
}

// Makes the checks of parameters that do not depend on the keys, in each layer's order.
Result<> CheckParameters(const ExpressionParameters& parameters, const PageRequest& shared,
                         const QueryRequest& request) {
  const bool newer = IsNewer(parameters.wording());
  TRY(parameters.CheckMixing());
  if (request.late) return Fail(*request.late);
  if (newer) TRY(CheckSelect(shared, Wording::kPrefixed));
  TRY(parameters.Check());
  TRY(parameters.CheckFilter());
  if (shared.start_key) TRY(CheckAttributeValues(*shared.start_key, Wording::kOlder));
  return newer ? Result<>() : CheckSelect(shared, Wording::kPrefixed);
}

// Returns the terms of KeyConditions, which AWS checks once it knows the table.
Result<std::vector<query::KeyTerm>> LegacyTerms(const query::Source& source,
                                                const QueryRequest& request,
                                                const expr::Condition& condition) {
  TRY(CheckIndexable(*request.key_conditions));
  constexpr std::size_t kConditionsMax = 2;
  const bool is_plain = source.hash_keys().size() + source.range_keys().size() <= kConditionsMax;
  if (is_plain && request.key_conditions->size() > kConditionsMax) {
    return FailInvalid(texts::kConditionCount);
  }
  return query::TermsOf(condition);
}

PageRequest SharedParts(const QueryRequest& request) {
  auto shared = PageRequestOf(request);
  shared.key_condition = &request.key_condition_expression;
  return shared;
}

}  // namespace

Result<QueryPlan> PlanQuery(const ItemServices& services, const QueryRequest& request) {
  const auto shared = SharedParts(request);
  const auto parameters = Parameters(request);
  TRY(CheckParameters(parameters, shared, request));
  if (!request.key_condition_expression && !request.key_conditions) {
    return FailInvalid(texts::kNoKeyCondition);
  }
  auto bound = TRY(parameters.Bind(services.expressions));
  // AWS checks an expression before it looks for the table, and KeyConditions after.
  std::vector<query::KeyTerm> terms;
  if (!request.key_conditions) terms = TRY(query::TermsOf(*bound.key_condition));

  const auto source = TRY(FindSource(services, shared));
  if (request.key_conditions) terms = TRY(LegacyTerms(source, request, *bound.key_condition));
  auto range = TRY(query::RangeOf(source, terms));
  TRY(CheckFilter(source, request, bound.filter));
  if (request.explanation != nullptr) {
    request.explanation->key_range = query::RangeText(terms);
  }
  const bool has_sort_term = terms.size() > source.hash_keys().size();
  auto remaining = TRY(Remaining(source, std::move(range), has_sort_term, request));
  auto plan = TRY(PlanPage(shared, source, std::move(bound.filter), std::move(bound.projection)));
  plan.range = std::move(remaining);
  plan.single = HoldsOneItem(source);
  return QueryPlan{std::move(plan), std::move(terms), *std::move(bound.key_condition)};
}

// Reads one page of an item collection, in the order of its sort key.
Result<PageRead<QueryResponse>> Query(const ItemServices& services, const QueryRequest& request) {
  auto [plan, terms, condition] = TRY(PlanQuery(services, request));
  auto meter = PageMeter::OfQuery(plan, terms);
  TRY(meter.Admit(services));
  auto answer = [&services, shared = SharedParts(request),
                 meter = std::move(meter)](query::Reader& reader) {
    return AnswerPage<QueryResponse>(services, shared, meter, reader);
  };
  return PageRead<QueryResponse>{query::Reader(services.engine, std::move(plan)),
                                 std::move(answer)};
}

}  // namespace stator::api
