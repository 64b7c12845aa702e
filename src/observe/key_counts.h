#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "observe/heavy_hitters.h"
#include "observe/metric_rows.h"

namespace stator::observe {

// The counts of a rule within a time range, as reported.
struct InsightSlice {
  Minute begin = 0;
  Minute minutes = 1;  // its length: a minute or an hour
  double total = 0;
  struct Contributor {
    std::vector<std::string> keys;  // texts: the partition key, and the sort key if counted
    double sum = 0;
  };
  std::vector<Contributor> contributors;  // the largest first
};

// The counts of a minute or an hour, as stored.
struct CountedSlice {
  Minute begin = 0;
  double total = 0;
  std::vector<HeavyHitters::Counter> keys;  // the largest first
};

// The counts of one rule of Contributor Insights. It keeps minutes for this hour and the one
// before, and hours for the day before that. Totals are exact. Sums of keys are those of
// HeavyHitters within a slice; a slice has no sums of keys that are not among its largest.
class KeyCounts {
 public:
  KeyCounts();

  // Counts `amount` for `key`: texts, each preceded by its size. The kept minutes that have ended
  // take at most `bytes_max`. Beyond it, the oldest minutes lose their smallest keys first.
  void Add(Minute at, BytesView key, double amount, std::size_t bytes_max);

  // Returns the slices that begin in [from, end). REQUIRES: `now` never decreases.
  std::vector<InsightSlice> Report(Minute from, Minute end, Minute now) const;

  // Slices that are not stored yet.
  struct Unsaved {
    std::vector<CountedSlice> hours;
    std::vector<CountedSlice> minutes;
    bool empty() const { return hours.empty() && minutes.empty(); }
  };
  // Returns the ended slices that are not stored yet; with `open` also the current minute.
  Unsaved ToSave(Minute now, bool open) const;
  // Marks `stored` as stored. Slices that have not ended must be stored again.
  void Saved(const Unsaved& stored, Minute now);
  // Restores stored slices, in order of time. REQUIRES: nothing was counted yet.
  void Restore(Unsaved stored, std::size_t bytes_max);

  // The first minute and the first hour that are kept.
  static Minute FirstMinute(Minute now);
  static Minute FirstHour(Minute now);

 private:
  using Slice = CountedSlice;

  static Slice SliceOf(Minute begin, const HeavyHitters& counted, std::size_t keys_max);
  static InsightSlice Shown(const Slice& slice, Minute minutes);
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
  // All slices that began before these are stored.
  Minute hours_saved_ = 0;
  Minute minutes_saved_ = 0;
};

}  // namespace stator::observe
