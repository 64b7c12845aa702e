#include "observe/recorder.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/limits.h"

namespace stator::observe {
namespace {

using capacity::Access;
using capacity::Bound;

std::string_view NameOf(const catalog::Index* index) {
  return index == nullptr ? std::string_view() : std::string_view(index->name);
}

// Sums the units of the claims of each resource.
class Resources {
 public:
  void Add(const capacity::Claim& claim) {
    const auto known = std::ranges::find(sums_.begin(), sums_.begin() + size_, claim.index,
                                         &std::pair<const catalog::Index*, double>::first);
    if (known != sums_.begin() + size_) {
      known->second += static_cast<double>(claim.units) / 2;
    } else if (static_cast<std::size_t>(size_) < sums_.size()) {
      sums_[static_cast<std::size_t>(size_++)] = {claim.index,
                                                  static_cast<double>(claim.units) / 2};
    }
  }
  auto begin() const { return sums_.begin(); }
  auto end() const { return sums_.begin() + size_; }

 private:
  std::array<std::pair<const catalog::Index*, double>, limits::kGlobalIndexesMax + 1> sums_{};
  std::ptrdiff_t size_ = 0;
};

Metric ReasonMetric(Bound bound, bool read) {
  switch (bound) {
    case Bound::kProvisioned:
      return read ? Metric::kReadProvisionedThrottle : Metric::kWriteProvisionedThrottle;
    case Bound::kKeyRange:
      return read ? Metric::kReadKeyRangeThrottle : Metric::kWriteKeyRangeThrottle;
    case Bound::kAccount:
      return read ? Metric::kReadAccountThrottle : Metric::kWriteAccountThrottle;
    case Bound::kMaxOnDemand:
      return read ? Metric::kReadMaxOnDemandThrottle : Metric::kWriteMaxOnDemandThrottle;
  }
  std::unreachable();
}

// AWS counts a batch only if all of it was throttled. Only the handler knows that.
bool IsBatch(std::string_view operation) { return operation.starts_with("Batch"); }

}  // namespace

std::size_t Recorder::Hash::operator()(const Seen& seen) const {
  const std::hash<std::string_view> hash;
  constexpr std::size_t kFactor = 0x9E3779B97F4A7C15U;
  auto sum = hash(seen.place.table) + static_cast<std::size_t>(seen.metric) * kFactor;
  if (!seen.place.part.empty()) sum = sum * kFactor + hash(seen.place.part);
  if (!seen.place.operation.empty()) sum = sum * kFactor + hash(seen.place.operation);
  return sum;
}

bool Recorder::Same::Equal(const Seen& left, const Seen& right) {
  return left.metric == right.metric && left.place.table == right.place.table &&
         left.place.part == right.place.part && left.place.operation == right.place.operation;
}

Recorder::Stripe& Recorder::StripeOf(std::string_view table) {
  return stripes_[std::hash<std::string_view>()(table) % kStripes];
}

// Begins a minute for all series of the stripe. If too many closed minutes wait to be taken, new
// values count for the previous minute.
void Recorder::Turn(Minute minute, Stripe& stripe) {
  if (minute <= stripe.minute) return;
  if (!stripe.cells.empty()) {
    if (stripe.closed.size() >= limits::kClosedMinutesMax) return;
    stripe.closed.push_back({stripe.minute, std::exchange(stripe.cells, {})});
  }
  stripe.minute = minute;
}

Statistics* Recorder::Find(Metric metric, const Place& place, TimeMicros now, double values,
                           Stripe& stripe) {
  Turn(MinuteOf(now), stripe);
  const auto found = stripe.cells.find(Seen{metric, place});
  if (found != stripe.cells.end()) return &found->second;
  if (stripe.cells.size() >= limits::kStripeSeriesMax) {
    stripe.left_out += values;
    return nullptr;
  }
  Key key{metric, std::string(place.table), std::string(place.part), std::string(place.operation)};
  return &stripe.cells[std::move(key)];
}

void Recorder::Note(Metric metric, const Place& place, TimeMicros now, double value) {
  auto& stripe = StripeOf(place.table);
  const MutexLock lock(stripe.mutex);
  auto* statistics = Find(metric, place, now, 1, stripe);
  if (statistics == nullptr) return;
  if (metric == Metric::kLatency) {
    statistics->AddDistributed(value);
  } else {
    statistics->Add(value);
  }
}

void Recorder::NoteSum(Metric metric, const Place& place, TimeMicros now, double value,
                       double times) {
  auto& stripe = StripeOf(place.table);
  const MutexLock lock(stripe.mutex);
  auto* statistics = Find(metric, place, now, times, stripe);
  if (statistics != nullptr) statistics->Add(value / times, times);
}

void Recorder::Used(const capacity::Usage& usage) {
  const auto metric =
      usage.access == Access::kRead ? Metric::kConsumedRead : Metric::kConsumedWrite;
  const std::string_view table = usage.table->name;
  if (usage.claims.size() == 1) {  // the usual case
    const auto& claim = usage.claims.front();
    return Note(metric, {.table = table, .part = NameOf(claim.index)}, usage.now,
                static_cast<double>(claim.units) / 2);
  }
  Resources resources;
  for (const auto& claim : usage.claims) resources.Add(claim);
  for (const auto& [index, units] : resources) {
    Note(metric, {.table = table, .part = NameOf(index)}, usage.now, units);
  }
}

void Recorder::Throttled(const capacity::Usage& usage,
                         std::span<const capacity::Throttle> throttles) {
  const std::string_view table = usage.table->name;
  for (const auto& throttle : throttles) {
    const bool read = throttle.access == Access::kRead;
    const Place place{.table = table,
                      .part = throttle.index ? IndexInArn(throttle.resource) : std::string_view()};
    if (FirstOfResource(throttles, throttle)) {
      Note(read ? Metric::kReadThrottle : Metric::kWriteThrottle, place, usage.now, 1);
    }
    Note(ReasonMetric(throttle.bound, read), place, usage.now, 1);
  }
  if (!throttles.empty() && !usage.again && !IsBatch(usage.operation)) {
    Note(Metric::kThrottledRequests, {.table = table, .operation = usage.operation}, usage.now, 1);
  }
}

void Recorder::Add(Minute minute, const Cells& cells, Observations& into) {
  for (const auto& [key, statistics] : cells) {
    Merge(minute, SeriesOf(key.metric, key.place()), statistics, into);
  }
}

// Holds totals_mutex_ throughout, so that Totals never misses values on their way into the totals.
Observations Recorder::Take(Minute end, const Gone& gone) {
  const MutexLock totals_lock(totals_mutex_);
  Observations taken;
  for (auto& stripe : stripes_) {
    std::deque<Closed> closed;
    {
      const MutexLock lock(stripe.mutex);
      std::swap(closed, stripe.closed);
      if (stripe.minute < end && !stripe.cells.empty()) {
        closed.push_back({stripe.minute, std::exchange(stripe.cells, {})});
      }
    }
    for (const auto& [minute, cells] : closed) Add(minute, cells, taken);
  }
  totals_.Forget(gone);
  totals_.Add(taken, gone);
  return taken;
}

SeriesTotals Recorder::Totals(const Gone& gone) const {
  const MutexLock totals_lock(totals_mutex_);
  SeriesTotals totals = totals_;
  totals.Forget(gone);
  totals.Add(Peek(), gone);
  for (const auto& stripe : stripes_) {
    const MutexLock lock(stripe.mutex);
    totals.LeaveOut(stripe.left_out);
  }
  return totals;
}

Observations Recorder::Peek() const {
  Observations all;
  for (const auto& stripe : stripes_) {
    const MutexLock lock(stripe.mutex);
    for (const auto& [minute, cells] : stripe.closed) Add(minute, cells, all);
    Add(stripe.minute, stripe.cells, all);
  }
  return all;
}

}  // namespace stator::observe
