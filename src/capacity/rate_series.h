#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "table/units.h"

namespace stator::capacity {

// The use of a resource over time, in slots of one or more minutes. Slots without use are not
// stored. Threads: one thread at a time.
class RateSeries {
 public:
  struct Slot {
    std::uint64_t place = 0;     // slots since the start
    table::HalfUnits units = 0;  // in the whole slot
    table::HalfUnits peak = 0;   // in its busiest minute
    bool operator==(const Slot&) const = default;
  };

  RateSeries() = default;
  explicit RateSeries(std::vector<Slot> slots) : slots_(std::move(slots)) {}

  // Adds units to a minute, counted from the start. A minute before the last one counts as the
  // last: a request may arrive a little late, although the clock never runs backwards.
  // REQUIRES: `slot_minutes` is the length that Coarsen made.
  void Add(std::uint64_t minute, std::uint64_t slot_minutes, table::HalfUnits units);
  // Adds the series of another resource with slots of the same length. The peaks are added as if
  // both had their busiest minute at the same time.
  void Add(const RateSeries& other);
  // Doubles the length of the slots.
  void Coarsen();

  const std::vector<Slot>& slots() const { return slots_; }

 private:
  std::vector<Slot> slots_;  // in the order of time
  std::uint64_t minute_ = 0;
  table::HalfUnits in_minute_ = 0;
};

}  // namespace stator::capacity
