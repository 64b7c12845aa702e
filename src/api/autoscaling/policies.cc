// PutScalingPolicy, DeleteScalingPolicy and DescribeScalingPolicies.

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "api/autoscaling/handlers.h"
#include "api/autoscaling/requests.h"
#include "base/ids.h"
#include "base/limits.h"
#include "scaling/alarms.h"
#include "scaling/registry.h"

namespace stator::autoscaling {
namespace {

using scaling::Policy;
using scaling::Target;
using scaling::TargetId;
using Configuration = TargetTrackingScalingPolicyConfiguration;

MetricType MetricOf(const TargetId& id) {
  return scaling::AccessOf(id.dimension) == capacity::Access::kRead
             ? MetricType::kDynamoDBReadCapacityUtilization
             : MetricType::kDynamoDBWriteCapacityUtilization;
}

Result<> CheckMetric(const Configuration& given, const TargetId& id) {
  if (given.customized_metric_specification) {
    return FailInvalid(
        "CustomizedMetricSpecification is not supported: what is tracked here is the utilization "
        "of "
        "provisioned capacity.");
  }
  if (!given.predefined_metric_specification) {
    return FailInvalid("A target tracking policy needs a PredefinedMetricSpecification.");
  }
  const auto& metric = *given.predefined_metric_specification;
  if (*metric.predefined_metric_type != MetricOf(id)) {
    return FailInvalid(fmt::format("The predefined metric of scalable dimension {} is {}, not {}.",
                                   scaling::DimensionName(id.dimension), ToString(MetricOf(id)),
                                   ToString(*metric.predefined_metric_type)));
  }
  if (metric.resource_label) {
    return FailInvalid("A ResourceLabel is for metrics of load balancers only.");
  }
  return {};
}

Result<> CheckCooldown(const std::optional<std::int64_t>& seconds, std::string_view name) {
  constexpr std::int64_t kCooldownMax = 86'400;
  if (!seconds || (*seconds >= 0 && *seconds <= kCooldownMax)) return {};
  return FailInvalid(fmt::format("{} must be between 0 and {} seconds.", name, kCooldownMax));
}

Result<const Configuration*> ConfigurationOf(const PutScalingPolicyRequest& request,
                                             const TargetId& id) {
  const auto type = request.policy_type.value_or(PolicyType::kStepScaling);
  if (type != PolicyType::kTargetTrackingScaling || request.step_scaling_policy_configuration ||
      request.predictive_scaling_policy_configuration) {
    return FailInvalid(
        "DynamoDB is scaled by policies of type TargetTrackingScaling with a "
        "TargetTrackingScalingPolicyConfiguration only.");
  }
  if (!request.target_tracking_scaling_policy_configuration) {
    return FailInvalid(
        "A policy of type TargetTrackingScaling needs a TargetTrackingScalingPolicyConfiguration.");
  }
  const auto& given = *request.target_tracking_scaling_policy_configuration;
  TRY(CheckMetric(given, id));
  if (!(*given.target_value >= limits::kTargetPercentMin &&
        *given.target_value <= limits::kTargetPercentMax)) {
    return FailInvalid("TargetValue must be between 20 and 90 percent for DynamoDB.");
  }
  TRY(CheckCooldown(given.scale_in_cooldown, "ScaleInCooldown"));
  TRY(CheckCooldown(given.scale_out_cooldown, "ScaleOutCooldown"));
  return &given;
}

Policy NewPolicy(const api::ScalingServices& services, const TargetId& id,
                 const std::string& name) {
  Policy policy{.name = name, .created = services.clock.Now()};
  policy.arn = fmt::format(
      "arn:aws:autoscaling:{}:{}:scalingPolicy:{}:resource/dynamodb/{}:policyName/{}",
      services.account.region, services.account.id, ThreadIds().Uuid(), id.resource, name);
  for (auto& alarm : policy.alarm_ids) alarm = ThreadIds().Uuid();
  return policy;
}

// Returns the place for a new policy, or the existing policy that it replaces.
Result<Policy*> PlaceOf(const api::ScalingServices& services, const std::string& name,
                        Target& target) {
  auto at = std::ranges::lower_bound(target.policies, name, {}, &Policy::name);
  if (at != target.policies.end() && at->name == name) return &*at;
  // All policies of one target would track the same metric.
  if (!target.policies.empty()) {
    return FailInvalid(
        "Only one TargetTrackingScaling policy for a given metric specification is allowed.");
  }
  return &*target.policies.insert(at, NewPolicy(services, target.id, name));
}

std::vector<Alarm> AlarmsOf(const api::ScalingServices& services, const TargetId& id,
                            const Policy& policy) {
  using enum scaling::AlarmKind;
  std::vector<Alarm> alarms;
  for (const auto kind : {kHigh, kLow, kProvisionedHigh, kProvisionedLow}) {
    auto& alarm = alarms.emplace_back();
    alarm.alarm_name = scaling::AlarmName(id, policy, kind);
    alarm.alarm_arn =
        scaling::AlarmArn(services.account.region, services.account.id, *alarm.alarm_name);
  }
  return alarms;
}

ScalingPolicy Described(const api::ScalingServices& services, const TargetId& id,
                        const Policy& policy) {
  ScalingPolicy described;
  described.policy_arn = policy.arn;
  described.policy_name = policy.name;
  described.policy_type = PolicyType::kTargetTrackingScaling;
  described.service_namespace = ServiceNamespace::kDynamodb;
  described.resource_id = id.resource;
  described.scalable_dimension = ApiDimension(id.dimension);
  described.creation_time = ApiTime(policy.created);
  described.alarms = AlarmsOf(services, id, policy);
  auto& tracking = described.target_tracking_scaling_policy_configuration.emplace();
  tracking.target_value = policy.target;
  tracking.disable_scale_in = policy.disable_scale_in;
  tracking.scale_in_cooldown = policy.in_cooldown;
  tracking.scale_out_cooldown = policy.out_cooldown;
  tracking.predefined_metric_specification.emplace().predefined_metric_type = MetricOf(id);
  return described;
}

}  // namespace

Result<PutScalingPolicyResponse> PutScalingPolicy(const api::ScalingServices& services,
                                                  const PutScalingPolicyRequest& request) {
  const auto id = TRY(
      TargetIdOf(*request.service_namespace, *request.resource_id, *request.scalable_dimension));
  const auto* given = TRY(ConfigurationOf(request, id));
  const auto target = TRY(services.scaling.Change(
      services.queue, id, [&](const Target* old) -> Result<std::optional<Target>> {
        TRY(CheckRegistered(old, id));
        Target changed = *old;
        Policy& policy = *TRY(PlaceOf(services, *request.policy_name, changed));
        policy.target = *given->target_value;
        policy.disable_scale_in = given->disable_scale_in;
        policy.out_cooldown = given->scale_out_cooldown;
        policy.in_cooldown = given->scale_in_cooldown;
        return changed;
      }));
  services.background.Wake();
  const auto& policy = *std::ranges::find(target->policies, *request.policy_name, &Policy::name);
  PutScalingPolicyResponse response;
  response.policy_arn = policy.arn;
  response.alarms = AlarmsOf(services, id, policy);
  return response;
}

Result<DeleteScalingPolicyResponse> DeleteScalingPolicy(const api::ScalingServices& services,
                                                        const DeleteScalingPolicyRequest& request) {
  const auto id = TRY(
      TargetIdOf(*request.service_namespace, *request.resource_id, *request.scalable_dimension));
  TRY(services.scaling.Change(
      services.queue, id, [&](const Target* old) -> Result<std::optional<Target>> {
        Target changed = old != nullptr ? *old : Target{};
        if (std::erase_if(changed.policies, [&](const Policy& policy) {
              return policy.name == *request.policy_name;
            }) != 0) {
          return changed;
        }
        return Fail(ErrorCode::kObjectNotFoundException,
                    fmt::format("No scaling policy found for {}, policy name: {}", Named(id),
                                *request.policy_name));
      }));
  return DeleteScalingPolicyResponse{};
}

Result<DescribeScalingPoliciesResponse> DescribeScalingPolicies(
    const api::ScalingServices& services, const DescribeScalingPoliciesRequest& request) {
  const auto filter =
      TRY(FilterOf(*request.service_namespace, request.resource_id, request.scalable_dimension));
  auto page = TRY(PageOf<ScalingPolicy>::Begin(request.max_results, request.next_token));
  for (const auto& target : services.scaling.Targets()) {
    if (!filter.Takes(target->id)) continue;
    for (const auto& policy : target->policies) {
      if (!IsNamed(request.policy_names, policy.name)) continue;
      if (!page.Add(PageKey(target->id, policy.name), Described(services, target->id, policy))) {
        break;
      }
    }
  }
  DescribeScalingPoliciesResponse response;
  response.scaling_policies = page.TakeEntries();
  response.next_token = page.token();
  return response;
}

}  // namespace stator::autoscaling
