#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "capacity/heat_room.h"
#include "table/units.h"

namespace stator::capacity {

// The use of one partition in a stretch of service time, for one Access.
struct HeatSlot {
  std::int64_t begin = 0;    // seconds since the epoch
  std::int64_t seconds = 1;  // its length
  table::HalfUnits units = 0;
  std::int64_t throttles = 0;  // requests that met a bound
  std::uint8_t bounds = 0;     // the bounds that they met: 1 << Bound

  std::int64_t end() const { return begin + seconds; }
  bool operator==(const HeatSlot&) const = default;
};

// A range of seconds since the epoch: from `begin` up to, not including, `end`.
struct SecondRange {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

// Adds slots to a list whose slots are in the order of time and do not overlap. A slot becomes
// `step` seconds long, unless it is longer already; slots of the same stretch become one.
void AddSlots(std::span<const HeatSlot> slots, std::int64_t step, std::vector<HeatSlot>& into);

// The history of one partition for one Access: the last ten minutes by second, and the last day by
// minute. Slots are longer where memory is short. Time without use takes no memory.
// Threads: one at a time.
class HeatSeries {
 public:
  // With nullptr nothing is recorded. Lifetime: the room outlives the series.
  explicit HeatSeries(HeatRoom* room = nullptr);

  // Adds the count of one second. REQUIRES: its begin never decreases.
  void Add(const HeatSlot& second);
  // Makes slots coarser to the room's steps, and removes those older than a day.
  void Trim(std::int64_t now);

  // Returns the slots that overlap the range, in the order of time.
  std::vector<HeatSlot> Read(const SecondRange& range, std::int64_t now) const;
  bool empty() const { return slots_.empty(); }

 private:
  // A slot as it is kept: 16 bytes. Amounts stop at their maximum.
  struct Kept {
    std::uint64_t begin : 40;
    std::uint64_t seconds : 24;
    std::uint32_t units;
    std::uint32_t throttles : 28;
    std::uint32_t bounds : 4;
  };
  static_assert(sizeof(Kept) == 16);

  static Kept Pack(const HeatSlot& slot);
  static HeatSlot Unpack(const Kept& kept);
  // The slots before this second are minutes.
  std::int64_t FoldedUntil(std::int64_t now) const;
  std::vector<HeatSlot> Fold(std::span<const Kept> slots, std::int64_t now) const;
  void Store(const std::vector<HeatSlot>& slots);
  bool MakePlace();

  HeatRoom* room_;
  HeatRoom::Share share_;
  std::vector<Kept> slots_;
  std::int64_t trimmed_ = 0;
};

}  // namespace stator::capacity
