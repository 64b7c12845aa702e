#include "database/recall.h"

#include <cmath>

#include "scaling/resource.h"

namespace stator::database {
namespace {

observe::Series SeriesOf(const scaling::TargetId& id) {
  const auto resource =
      scaling::ParseResource(id.resource, id.dimension).value_or(scaling::Resource());
  const auto metric = scaling::AccessOf(id.dimension) == capacity::Access::kRead
                          ? observe::Metric::kConsumedRead
                          : observe::Metric::kConsumedWrite;
  return observe::SeriesOf(metric, {.table = resource.table, .part = resource.index});
}

}  // namespace

Result<> RecallConsumption(const std::vector<scaling::TargetPtr>& targets,
                           observe::MetricStore& metrics, TimeMicros now,
                           scaling::Consumption& consumption) {
  if (targets.empty()) return {};
  std::vector<observe::Series> wanted;
  wanted.reserve(targets.size());
  for (const auto& target : targets) wanted.push_back(SeriesOf(target->id));
  const auto end = observe::MinuteOf(now) + 1;
  const auto first = end - static_cast<observe::Minute>(scaling::Consumption::kMinutesKept);
  const auto found = TRY(metrics.Read(wanted, first, end));
  for (std::size_t i = 0; i < targets.size(); ++i) {
    for (const auto& [minute, values] : observe::AllUnits(found[i])) {
      const auto units = static_cast<table::HalfUnits>(std::llround(2 * values.sum));
      // A minute without traffic has samples of zero units. It is no point for target tracking.
      if (units > 0) consumption.Add(targets[i]->id, minute, units);
    }
  }
  return {};
}

}  // namespace stator::database
