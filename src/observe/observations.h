#pragma once

#include <map>

#include "observe/metric.h"
#include "observe/statistics.h"

namespace stator::observe {

// Observed values by minute.
using Observations = std::map<Minute, std::map<Series, Statistics>>;

// Merge into `into`; values of the same minute and series are combined.
void Merge(Minute minute, const Series& series, const Statistics& statistics, Observations& into);
void Merge(const Observations& from, Observations& into);

}  // namespace stator::observe
