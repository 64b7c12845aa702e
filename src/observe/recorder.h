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

// Takes down what requests do, in memory, until somebody takes it away (MetricStore). A note costs
// a hash and a lock that only requests of the same table ask for. Safe for concurrent use.
class Recorder final : public capacity::Observer {
 public:
  void Used(const capacity::Usage& usage) override;
  void Throttled(const capacity::Usage& usage,
                 std::span<const capacity::Throttle> throttles) override;

  // One value of a series; latencies with their distribution.
  void Note(Metric metric, const Place& place, TimeMicros now, double value);
  // Several at once: `value` altogether, in `times` samples.
  void NoteSum(Metric metric, const Place& place, TimeMicros now, double value, double times);

  // Everything of minutes before `end`, which is forgotten here; and so are the totals of what is
  // gone.
  Observations Take(Minute end, const Gone& gone = NoneGone);
  // Everything that is here.
  Observations Peek() const;
  // What everything since the start came to, without what is gone.
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
  // The tables whose names hash alike.
  struct Stripe {
    mutable Mutex mutex;
    Minute minute GUARDED_BY(mutex) = 0;
    Cells cells GUARDED_BY(mutex);
    std::deque<Closed> closed GUARDED_BY(mutex);
    double left_out GUARDED_BY(mutex) = 0;  // values that there was no cell for
  };
  static constexpr std::size_t kStripes = 64;

  Stripe& StripeOf(std::string_view table);
  // Where values go; nullptr if there are too many series already.
  static Statistics* Find(Metric metric, const Place& place, TimeMicros now, double values,
                          Stripe& stripe) REQUIRES(stripe.mutex);
  static void Turn(Minute minute, Stripe& stripe) REQUIRES(stripe.mutex);
  static void Add(Minute minute, const Cells& cells, Observations& into);

  std::array<Stripe, kStripes> stripes_;
  mutable Mutex totals_mutex_;                     // before the stripes'
  SeriesTotals totals_ GUARDED_BY(totals_mutex_);  // of what was taken
};

}  // namespace stator::observe
