#include "observe/series_totals.h"

#include <algorithm>
#include <vector>

#include "base/limits.h"

namespace stator::observe {
namespace {

void Count(Minute minute, const Statistics& values, SeriesTotals::Total& total) {
  total.sum += values.sum;
  total.count += values.count;
  total.last = std::max(total.last, minute);
}

}  // namespace

void SeriesTotals::Add(const Observations& all, const Gone& gone) {
  for (const auto& [minute, values] : all) AddMinute(minute, values, gone);
}

// Known series come first, so that no new series evicts one with a value in this minute.
void SeriesTotals::AddMinute(Minute minute, const std::map<Series, Statistics>& values,
                             const Gone& gone) {
  std::vector<const std::pair<const Series, Statistics>*> fresh;
  for (const auto& value : values) {
    const auto known = totals_.find(value.first);
    if (known != totals_.end()) {
      Count(minute, value.second, known->second);
    } else if (!gone(value.first)) {
      fresh.push_back(&value);
    }
  }
  SeriesRoom room(totals_, NoneGone);
  for (const auto* value : fresh) {
    if (totals_.size() >= limits::kMetricSeriesMax) {
      const auto leaving = room.Next(minute);
      left_out_ += leaving ? (*leaving)->second.count : value->second.count;
      if (!leaving) continue;
      totals_.erase(*leaving);
    }
    Count(minute, value->second, totals_[value->first]);
  }
}

void SeriesTotals::Forget(const Gone& gone) {
  std::erase_if(totals_, [&gone](const auto& each) { return gone(each.first); });
}

}  // namespace stator::observe
