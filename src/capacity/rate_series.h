#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "table/units.h"

namespace stator::capacity {

// What was used of a resource as time went by: in slots of one or more minutes, and only those in
// which anything was. For one thread at a time.
class RateSeries {
 public:
  struct Slot {
    std::uint64_t place = 0;     // how many slots after the beginning
    table::HalfUnits units = 0;  // in all of it
    table::HalfUnits peak = 0;   // in its busiest minute
    bool operator==(const Slot&) const = default;
  };

  RateSeries() = default;
  explicit RateSeries(std::vector<Slot> slots) : slots_(std::move(slots)) {}

  // Units used in a minute, counted from the beginning. One before the last counts as the last: a
  // request may come a little late, but the clock never runs backwards. REQUIRES: slots are as long
  // as Coarsen made them.
  void Add(std::uint64_t minute, std::uint64_t slot_minutes, table::HalfUnits units);
  // That of another resource, whose slots are as long. Their busiest minutes are taken for the
  // same.
  void Add(const RateSeries& other);
  // Slots become twice as long.
  void Coarsen();

  const std::vector<Slot>& slots() const { return slots_; }

 private:
  std::vector<Slot> slots_;  // in the order of time
  std::uint64_t minute_ = 0;
  table::HalfUnits in_minute_ = 0;
};

}  // namespace stator::capacity
