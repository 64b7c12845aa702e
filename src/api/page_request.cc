#include "api/page_request.h"

#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "api/lookup.h"
#include "base/texts.h"

namespace stator::api {
namespace {

std::string_view ListName(const PageRequest& request) {
  if (request.projection) return "ProjectionExpression";
  return request.attributes_to_get ? "AttributesToGet" : "";
}

Select Selected(const PageRequest& request) {
  if (request.select) return *request.select;
  if (!ListName(request).empty()) return Select::kSpecificAttributes;
  return request.index_name ? Select::kAllProjectedAttributes : Select::kAllAttributes;
}

// Returns the attributes that the projection requests but the source does not hold.
std::vector<std::string_view> Unheld(const query::Source& source,
                                     const std::optional<expr::Projection>& projection) {
  std::vector<std::string_view> unheld;
  if (!projection) return unheld;
  for (const auto attribute : projection->Attributes()) {
    if (!source.Holds(attribute)) unheld.push_back(attribute);
  }
  return unheld;
}

}  // namespace

Result<> CheckSelect(const PageRequest& request, Wording wording) {
  const auto select = Selected(request);
  const auto list = ListName(request);
  if (select == Select::kSpecificAttributes) {
    if (!list.empty()) return {};
    return Fail(Worded(wording, Invalid(texts::kSelectWithoutList)));
  }
  if (!list.empty()) {
    const auto what = select == Select::kCount ? "only the Count" : ToString(select);
    return Fail(Worded(wording, Invalid(fmt::format(texts::kSelectWithList, list, what))));
  }
  if (select == Select::kAllProjectedAttributes && !request.index_name) {
    return Fail(Worded(wording, Invalid(texts::kSelectWithoutIndex)));
  }
  return {};
}

Result<query::Source> FindSource(const ItemServices& services, const PageRequest& request) {
  query::Source source{TRY(FindReadyTable(services.catalog, services.clock, request.table_name)),
                       nullptr};
  if (!request.index_name) return source;
  source.index = source.table->FindIndex(*request.index_name);
  // Readers do not see an index that is being deleted.
  if (source.index == nullptr || source.index->state == catalog::IndexState::kDeleting) {
    return FailInvalid(fmt::format(texts::kIndexMissing, *request.index_name));
  }
  if (!source.index->readable()) {
    return FailInvalid(fmt::format(texts::kIndexBackfilling, *request.index_name));
  }
  if (source.global() && request.consistent) {
    return FailInvalid(texts::kConsistentGlobalIndex);
  }
  return source;
}

Result<query::PagePlan> PlanPage(const PageRequest& request, query::Source source,
                                 std::optional<expr::Condition> filter,
                                 std::optional<expr::Projection> projection) {
  const auto select = Selected(request);
  const bool all = select == Select::kAllAttributes && !source.HoldsAll();
  const auto unheld = Unheld(source, projection);
  if (source.global() && all) {
    return FailInvalid(fmt::format(texts::kSelectAllOfIndex, source.index->name));
  }
  if (source.global() && !unheld.empty()) {
    return FailInvalid(
        fmt::format(texts::kNotProjected, source.index->name, fmt::join(unheld, ", ")));
  }
  query::PagePlan plan;
  plan.fetch = all || !unheld.empty();
  plan.source = std::move(source);
  plan.filter = std::move(filter);
  plan.projection = std::move(projection);
  plan.count_only = select == Select::kCount;
  plan.consistent = request.consistent;
  if (request.limit) plan.items_max = static_cast<std::size_t>(*request.limit);
  return plan;
}

}  // namespace stator::api
