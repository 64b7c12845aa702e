// UpdateTimeToLive and DescribeTimeToLive.

#include <utility>

#include <fmt/format.h>

#include "api/handlers.h"
#include "api/lookup.h"
#include "api/settle.h"
#include "base/limits.h"
#include "base/texts.h"

namespace stator::api {
namespace {

using catalog::TimeToLive;
using catalog::TimeToLiveState;

// The checks are in AWS's order: a request without a change fails before the limit on the rate of
// changes.
Result<> CheckChange(const TimeToLiveSpecification& wanted, TimeMicros now,
                     const TimeToLive& current) {
  const bool active = current.maintained();
  if (active && *wanted.attribute_name != current.attribute) {
    return FailInvalid(fmt::format(texts::kTimeToLiveOtherAttribute, current.attribute));
  }
  if (active && *wanted.enabled) return FailInvalid(texts::kTimeToLiveEnabled);
  if (!active && !*wanted.enabled) return FailInvalid(texts::kTimeToLiveDisabled);
  if (current.changed != 0 && now < current.changed + limits::kTimeToLiveChangeEvery) {
    return FailInvalid(texts::kTimeToLiveTooOften);
  }
  return {};
}

Result<catalog::Change> PlanTimeToLive(const TableServices& services, catalog::Catalog& catalog,
                                       std::string_view name,
                                       const TimeToLiveSpecification& wanted) {
  const auto old = TRY(FindSettledTable(catalog, services.clock, name));
  const auto now = services.clock.Now();
  auto settings = old->settings();
  auto& time_to_live = settings.time_to_live;
  TRY(CheckChange(wanted, now, time_to_live));
  if (*wanted.enabled) {
    time_to_live = {.state = TimeToLiveState::kEnabling, .attribute = *wanted.attribute_name};
  } else {
    time_to_live.state = TimeToLiveState::kDisabling;
  }
  time_to_live.changed = now;
  time_to_live.settled = catalog::SettledAt(now, services.account.status_delay);
  return catalog.PlanReplace(*old, std::move(settings));
}

TimeToLiveStatus StatusOf(TimeToLiveState state) {
  switch (state) {
    case TimeToLiveState::kDisabled:
      return TimeToLiveStatus::kDisabled;
    case TimeToLiveState::kEnabling:
      return TimeToLiveStatus::kEnabling;
    case TimeToLiveState::kEnabled:
      return TimeToLiveStatus::kEnabled;
    case TimeToLiveState::kDisabling:
      return TimeToLiveStatus::kDisabling;
  }
  std::unreachable();
}

}  // namespace

Result<UpdateTimeToLiveResponse> UpdateTimeToLive(const TableServices& services,
                                                  const UpdateTimeToLiveRequest& request) {
  const auto found = TRY(FindAnyTable(services.catalog, services.clock, *request.table_name));
  const auto& wanted = *request.time_to_live_specification;
  TRY(services.queue.Change([&](catalog::Catalog& catalog) {
    return PlanTimeToLive(services, catalog, found->settings().name, wanted);
  }));
  services.background.Wake();
  AwaitSettled(services, found->settings().name, [](const catalog::Table& table) {
    const auto state = table->time_to_live.state;
    return state == TimeToLiveState::kEnabled || state == TimeToLiveState::kDisabled;
  });
  UpdateTimeToLiveResponse response;
  response.time_to_live_specification = wanted;
  return response;
}

Result<DescribeTimeToLiveResponse> DescribeTimeToLive(const TableServices& services,
                                                      const DescribeTimeToLiveRequest& request) {
  const auto table = TRY(FindAnyTable(services.catalog, services.clock, *request.table_name));
  const auto& time_to_live = table->settings().time_to_live;
  DescribeTimeToLiveResponse response;
  auto& description = response.time_to_live_description.emplace();
  description.time_to_live_status = StatusOf(time_to_live.state);
  if (!time_to_live.attribute.empty()) description.attribute_name = time_to_live.attribute;
  return response;
}

}  // namespace stator::api
