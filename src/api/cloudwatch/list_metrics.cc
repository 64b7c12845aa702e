#include <algorithm>
#include <utility>

#include "api/cloudwatch/handlers.h"
#include "api/cloudwatch/series.h"
#include "base/limits.h"

namespace stator::cloudwatch {
namespace {

constexpr observe::Minute kRecent = 3 * observe::kHourMinutes;

// A filter without a value matches every value.
bool Has(const observe::Series& series, const DimensionFilter& filter) {
  return std::ranges::any_of(series.dimensions, [&](const observe::Dimension& each) {
    return each.name == filter.name && (!filter.value || each.value == *filter.value);
  });
}

bool Matches(const ListMetricsRequest& request, const observe::Series& series) {
  if (request.namespace_ && *request.namespace_ != series.space) return false;
  if (request.metric_name && *request.metric_name != series.metric) return false;
  return !request.dimensions ||
         std::ranges::all_of(*request.dimensions,
                             [&](const DimensionFilter& each) { return Has(series, each); });
}

bool SameMetric(const observe::Series& left, const observe::Series& right) {
  return left.space == right.space && left.metric == right.metric &&
         left.dimensions == right.dimensions;
}

}  // namespace

// Lists metrics in order. There is only one account, so no linked accounts or other owners exist.
Result<ListMetricsResponse> ListMetrics(const api::MetricServices& services,
                                        const ListMetricsRequest& request) {
  const auto skip = TRY(PlaceOf(request.next_token));
  const auto all = TRY(services.metrics.List());
  const auto oldest =
      request.recently_active ? observe::MinuteOf(services.clock.Now()) - kRecent : 0;
  ListMetricsResponse response;
  auto& metrics = response.metrics.emplace();
  if (request.owning_account && *request.owning_account != services.account.id) return response;
  std::size_t place = 0;
  const observe::Series* before = nullptr;
  for (const auto& [series, last] : all) {
    if (last < oldest || !Matches(request, series)) continue;
    if (before != nullptr && SameMetric(*before, series)) continue;  // another unit
    before = &series;
    if (place++ < skip) continue;
    if (metrics.size() == limits::kMetricsListedMax) {
      response.next_token = TokenOf(place - 1);
      break;
    }
    metrics.push_back(MetricOf(series));
  }
  if (request.include_linked_accounts.value_or(false)) {
    response.owning_accounts.emplace(metrics.size(), services.account.id);
  }
  return response;
}

}  // namespace stator::cloudwatch
