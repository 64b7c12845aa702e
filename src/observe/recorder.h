#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "capacity/meter.h"
#include "observe/metric.h"
#include "observe/observations.h"
#include "observe/series_totals.h"

namespace stator::observe {

// Records values of requests in memory until the MetricStore takes them. A note costs a hash and a
// lock shared by requests to the same table. Threads: any.
class Recorder final : public capacity::Observer {
 public:
  void Used(const capacity::Usage& usage) override;
  void Throttled(const capacity::Usage& usage,
                 std::span<const capacity::Throttle> throttles) override;

  // Records one value of a series. Latencies keep their distribution.
  void Note(Metric metric, const Place& place, TimeMicros now, double value);
  // Records `times` samples at once; their sum is `value`.
  void NoteSum(Metric metric, const Place& place, TimeMicros now, double value, double times);

  // Removes and returns all values of minutes before `end`. Also removes the totals of series for
  // which `gone` is true.
  Observations Take(Minute end, const Gone& gone = NoneGone);
  // Returns a copy of all values.
  Observations Peek() const;
  // Returns the totals since the start, without series for which `gone` is true.
  SeriesTotals Totals(const Gone& gone = NoneGone) const;

 private:
  struct Key {
    Metric metric;
    std::string table;
    std::string part;
    std::string operation;
    Place place() const { return {table, part, operation}; }
  };
  struct Seen {
    Metric metric;
    Place place;
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(const Seen& seen) const;
    std::size_t operator()(const Key& key) const { return (*this)(Seen{key.metric, key.place()}); }
  };
  struct Same {
    using is_transparent = void;
    static bool Equal(const Seen& left, const Seen& right);
    bool operator()(const Key& left, const Seen& right) const {
      return Equal({left.metric, left.place()}, right);
    }
    bool operator()(const Seen& left, const Key& right) const {
      return Equal(left, {right.metric, right.place()});
    }
    bool operator()(const Key& left, const Key& right) const {
      return Equal({left.metric, left.place()}, {right.metric, right.place()});
    }
  };
  using Cells = std::unordered_map<Key, Statistics, Hash, Same>;
  struct Closed {
    Minute minute;
    Cells cells;
  };
  // One lock's share of the tables, by the hash of their names.
  struct Stripe {
    mutable Mutex mutex;
    Minute minute GUARDED_BY(mutex) = 0;
    Cells cells GUARDED_BY(mutex);
    std::deque<Closed> closed GUARDED_BY(mutex);
    double left_out GUARDED_BY(mutex) = 0;  // values without a cell
  };
  static constexpr std::size_t kStripes = 64;

  Stripe& StripeOf(std::string_view table);
  // Returns the series' cell; nullptr if there are too many series.
  static Statistics* Find(Metric metric, const Place& place, TimeMicros now, double values,
                          Stripe& stripe) REQUIRES(stripe.mutex);
  static void Turn(Minute minute, Stripe& stripe) REQUIRES(stripe.mutex);
  static void Add(Minute minute, const Cells& cells, Observations& into);

  std::array<Stripe, kStripes> stripes_;
  mutable Mutex totals_mutex_;                     // Lock order: before the stripes'
  SeriesTotals totals_ GUARDED_BY(totals_mutex_);  // of the taken values
};

}  // namespace stator::observe
