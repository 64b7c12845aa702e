#pragma once

#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "observe/metric_store.h"
#include "scaling/consumption.h"
#include "scaling/target.h"

namespace stator::database {

// Has the consumption of the targets begin with what metrics know of the last minutes, so that a
// restart does not begin their windows anew. REQUIRES: they are watched, and nothing was used yet.
Result<> RecallConsumption(const std::vector<scaling::TargetPtr>& targets,
                           observe::MetricStore& metrics, TimeMicros now,
                           scaling::Consumption& consumption);

}  // namespace stator::database
