#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/bytes.h"
#include "capacity/heat.h"
#include "capacity/heat_series.h"
#include "capacity/rate_meter.h"
#include "capacity/report.h"
#include "capacity/rules.h"
#include "capacity/token_bucket.h"
#include "catalog/table.h"

namespace stator::capacity {

// The capacity and heat of one partition for one Access. Threads: callers lock it.
class PartitionLane {
 public:
  // `room` holds the history of its heat; nullptr: there is none.
  PartitionLane(Access access, TimeMicros now, HeatRoom* room);
  // A child takes over the remaining capacity of `parent` and starts without heat.
  PartitionLane(const PartitionLane& parent, Access access, TimeMicros now, HeatRoom* room);

  // Whether a request may pass: the partition has units left.
  bool Open(TimeMicros now) { return bucket_.Open(now); }
  // Records that a request exceeded the bound.
  void Refuse(TimeMicros now);
  // Records a request that exceeded bounds of the partition or of the whole: 1 << Bound.
  void NoteThrottle(std::uint8_t bounds, TimeMicros now);
  // Takes used units, and samples the key while the partition is hot.
  void Take(BytesView key, table::HalfUnits units, TimeMicros now);

  // Returns sampled keys if the partition is hot enough and was not asked within kNominationMicros.
  std::optional<std::vector<Bytes>> AskHeat(TimeMicros now);
  // Returns the units used in the whole previous minute.
  table::HalfUnits LastMinute(TimeMicros now);
  PartitionAccessReport Report(TimeMicros now);

  // Returns the history, with the second that has not ended yet.
  std::vector<HeatSlot> ReadHeat(const SecondRange& range, TimeMicros now);
  // Makes the history coarser where memory is short, and removes what is older than a day.
  void TrimHeat(TimeMicros now);
  // Ends the history and returns it. REQUIRES: the lane serves no more requests.
  HeatSeries TakeHeat();

 private:
  HeatSlot OpenSecond() const;
  void Roll(TimeMicros now);

  table::HalfUnits bound_;
  TokenBucket bucket_;
  RateMeter rate_;
  bool refused_ = false;  // in the current second
  std::uint64_t throttles_ = 0;
  std::int64_t throttled_ = 0;  // requests in the current second that met a bound
  std::uint8_t bounds_ = 0;     // the bounds that they met
  HeatSeries series_;           // of ended seconds
  HeatHistory heat_;
  std::unique_ptr<HeatSample> sample_;  // only while it is hot
  TimeMicros asked_ = 0;
};

// One partition of a resource.
struct Partition {
  std::uint32_t number = 0;
  Bytes begin;
  PerAccess<PartitionLane> lanes;  // by Place
  TimeMicros growth_asked = 0;

  Partition(const catalog::PartitionRange& range, TimeMicros now, HeatRoom* room);
  Partition(const catalog::PartitionRange& range, const Partition& parent, TimeMicros now,
            HeatRoom* room);
};

// The history of a partition that has been split.
struct PastPartition {
  std::uint32_t number = 0;
  KeyRange range;
  TimeMicros ended = 0;
  PerAccess<HeatSeries> heat;  // by Place
  HeatRoom::Share share;       // of the room, for this object itself
};

}  // namespace stator::capacity
