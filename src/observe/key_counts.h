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

 private:
  struct Slice {
    Minute begin = 0;
    double total = 0;
    std::vector<HeavyHitters::Counter> keys;
  };

  static Slice SliceOf(Minute begin, const HeavyHitters& counted, std::size_t keys_max);
  static InsightSlice Shown(const Slice& slice);
  void Turn(Minute at, std::size_t bytes_max);
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
};

}  // namespace stator::observe
