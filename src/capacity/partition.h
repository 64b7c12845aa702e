#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/bytes.h"
#include "capacity/heat.h"
#include "capacity/rate_meter.h"
#include "capacity/report.h"
#include "capacity/rules.h"
#include "capacity/token_bucket.h"
#include "catalog/table.h"

namespace stator::capacity {

// The capacity and heat of one partition for one Access. Threads: callers lock it.
class PartitionLane {
 public:
  PartitionLane(Access access, TimeMicros now);
  // A child takes over the remaining capacity of `parent` and starts without heat.
  PartitionLane(const PartitionLane& parent, Access access, TimeMicros now);

  // Whether a request may pass: the partition has units left.
  bool Open(TimeMicros now) { return bucket_.Open(now); }
  // Records that a request exceeded the bound.
  void Refuse(TimeMicros now);
  // Takes used units, and samples the key while the partition is hot.
  void Take(BytesView key, table::HalfUnits units, TimeMicros now);

  // Returns sampled keys if the partition is hot enough and was not asked within kNominationMicros.
  std::optional<std::vector<Bytes>> AskHeat(TimeMicros now);
  // Returns the units used in the whole previous minute.
  table::HalfUnits LastMinute(TimeMicros now);
  PartitionAccessReport Report(TimeMicros now);

 private:
  void Roll(TimeMicros now);

  table::HalfUnits bound_;
  TokenBucket bucket_;
  RateMeter rate_;
  bool refused_ = false;  // in the current second
  std::uint64_t throttles_ = 0;
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

  Partition(const catalog::PartitionRange& range, TimeMicros now);
  Partition(const catalog::PartitionRange& range, const Partition& parent, TimeMicros now);
};

}  // namespace stator::capacity
