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

// What is known of one partition, for reads or for writes. Who shares it locks it.
class PartitionLane {
 public:
  PartitionLane(Access access, TimeMicros now);
  // A child of `parent` begins with what the parent had left and with no heat of its own.
  PartitionLane(const PartitionLane& parent, Access access, TimeMicros now);

  bool Open(TimeMicros now) { return bucket_.Open(now); }
  // A request met the bound.
  void Refuse(TimeMicros now);
  void Take(BytesView key, table::HalfUnits units, TimeMicros now);

  // The keys of its heat, if there is enough of it and nobody asked of late.
  std::optional<std::vector<Bytes>> AskHeat(TimeMicros now);
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

struct Partition {
  std::uint32_t number = 0;
  Bytes begin;
  PerAccess<PartitionLane> lanes;  // by Place
  TimeMicros growth_asked = 0;

  Partition(const catalog::PartitionRange& range, TimeMicros now);
  Partition(const catalog::PartitionRange& range, const Partition& parent, TimeMicros now);
};

}  // namespace stator::capacity
