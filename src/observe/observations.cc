#include "observe/observations.h"

namespace stator::observe {

void Merge(Minute minute, const Series& series, const Statistics& statistics, Observations& into) {
  into[minute][series].Merge(statistics);
}

void Merge(const Observations& from, Observations& into) {
  for (const auto& [minute, all] : from) {
    for (const auto& [series, statistics] : all) Merge(minute, series, statistics, into);
  }
}

}  // namespace stator::observe
