// DescribeScalingActivities.

#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "api/autoscaling/handlers.h"
#include "api/autoscaling/requests.h"
#include "scaling/registry.h"

namespace stator::autoscaling {
namespace {

using scaling::Activity;
using scaling::NotScaled;

ScalingActivityStatusCode StatusOf(Activity::Status status) {
  switch (status) {
    case Activity::Status::kSuccessful:
      return ScalingActivityStatusCode::kSuccessful;
    case Activity::Status::kFailed:
      return ScalingActivityStatusCode::kFailed;
    case Activity::Status::kUnfulfilled:
      return ScalingActivityStatusCode::kUnfulfilled;
  }
  std::unreachable();
}

NotScaledReason ReasonOf(const Activity& activity) {
  NotScaledReason reason;
  if (activity.not_scaled == NotScaled::kAtMax) {
    reason.code = "AlreadyAtMaxCapacity";
    reason.max_capacity = activity.capacity;
  } else {
    reason.code = "AlreadyAtMinCapacity";
    reason.min_capacity = activity.capacity;
  }
  reason.current_capacity = activity.capacity;
  return reason;
}

ScalingActivity Described(const Activity& activity) {
  ScalingActivity described;
  described.activity_id = activity.id;
  described.service_namespace = ServiceNamespace::kDynamodb;
  described.resource_id = activity.target.resource;
  described.scalable_dimension = ApiDimension(activity.target.dimension);
  described.description = activity.description;
  described.cause = activity.cause;
  described.start_time = ApiTime(activity.start);
  described.end_time = ApiTime(activity.end);
  described.status_code = StatusOf(activity.status);
  described.status_message = activity.message;
  if (activity.not_scaled != NotScaled::kNone) {
    described.not_scaled_reasons = {ReasonOf(activity)};
  }
  return described;
}

// Returns a key that sorts the newest activity first.
std::string KeyOf(const Activity& activity) {
  return fmt::format("{:020}", std::numeric_limits<std::uint64_t>::max() - activity.number);
}

}  // namespace

Result<DescribeScalingActivitiesResponse> DescribeScalingActivities(
    const api::ScalingServices& services, const DescribeScalingActivitiesRequest& request) {
  const auto filter =
      TRY(FilterOf(*request.service_namespace, request.resource_id, request.scalable_dimension));
  auto page = TRY(PageOf<ScalingActivity>::Begin(request.max_results, request.next_token));
  const bool all = request.include_not_scaled_activities.value_or(false);
  for (const auto& activity : services.scaling.Activities()) {
    if (!filter.Takes(activity->target)) continue;
    if (activity->not_scaled != NotScaled::kNone && !all) continue;
    if (!page.Add(KeyOf(*activity), Described(*activity))) break;
  }
  DescribeScalingActivitiesResponse response;
  response.scaling_activities = page.TakeEntries();
  response.next_token = page.token();
  return response;
}

}  // namespace stator::autoscaling
