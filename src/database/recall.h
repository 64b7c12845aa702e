#pragma once

#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "observe/metric_store.h"
#include "scaling/consumption.h"
#include "scaling/target.h"

namespace stator::database {

// Loads the targets' consumption of the last minutes from the metrics, so that their windows
// continue across a restart. REQUIRES: the targets are watched, and no units were used yet.
Result<> RecallConsumption(const std::vector<scaling::TargetPtr>& targets,
                           observe::MetricStore& metrics, TimeMicros now,
                           scaling::Consumption& consumption);

}  // namespace stator::database
