#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "observe/heavy_hitters.h"
#include "observe/metric_rows.h"

namespace stator::observe {

// What a rule found within some time.
struct InsightSlice {
  Minute begin = 0;
  double total = 0;
  struct Contributor {
    std::vector<std::string> keys;  // as texts: the partition key, and the sort key if it counts
    double sum = 0;
  };
  std::vector<Contributor> contributors;  // the largest first
};

// What was counted within a minute or an hour.
struct CountedSlice {
  Minute begin = 0;
  double total = 0;
  std::vector<HeavyHitters::Counter> keys;  // the largest first
};

// What one rule of Contributor Insights has seen: by the minute in this hour and in the one before,
// by the hour for a day before that. Totals are exact; sums of keys are those of HeavyHitters
// within a slice, where keys that are not among its largest have none.
class KeyCounts {
 public:
  KeyCounts();

  // `key` is texts, each with its size before it. What is kept of the minutes that are over takes
  // `bytes_max` at most: the oldest lose their smallest keys.
  void Add(Minute at, BytesView key, double amount, std::size_t bytes_max);

  // The slices that begin from one minute on and before another. REQUIRES: `now` does not go back.
  std::vector<InsightSlice> Report(Minute from, Minute end, Minute now) const;

  // What is to be stored.
  struct Unsaved {
    std::vector<CountedSlice> hours;
    std::vector<CountedSlice> minutes;
    bool empty() const { return hours.empty() && minutes.empty(); }
  };
  // What is over and not yet stored; with `open` also what is known of this minute.
  Unsaved ToSave(Minute now, bool open) const;
  // It is stored now. What is not over is to be stored again.
  void Saved(const Unsaved& stored, Minute now);
  // As it was stored, in the order of time. REQUIRES: nothing was counted.
  void Restore(Unsaved stored, std::size_t bytes_max);

  // What began before is not kept.
  static Minute FirstMinute(Minute now);
  static Minute FirstHour(Minute now);

 private:
  using Slice = CountedSlice;

  static Slice SliceOf(Minute begin, const HeavyHitters& counted, std::size_t keys_max);
  static InsightSlice Shown(const Slice& slice);
  void Turn(Minute at, std::size_t bytes_max);
  void TurnHour(Hour hour);
  void CloseMinute();
  void DropMinutes(Minute before);
  void Shrink(std::size_t bytes_max);

  Hour hour_ = 0;
  HeavyHitters this_hour_;
  std::deque<Slice> hours_;
  Minute minute_ = 0;
  HeavyHitters this_minute_;
  std::deque<Slice> minutes_;
  std::size_t minutes_bytes_ = 0;
  // What began before is stored.
  Minute hours_saved_ = 0;
  Minute minutes_saved_ = 0;
};

}  // namespace stator::observe
