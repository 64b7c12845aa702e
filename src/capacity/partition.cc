#include "capacity/partition.h"

#include "base/durations.h"
#include "item/key.h"

namespace stator::capacity {
namespace {

// A page without rows may be charged at a bare route or at the start of the key order. Such a
// charge takes units but tells nothing about the place of the heat.
bool IsWholeKey(BytesView key) { return key.size() > sizeof(item::Route); }

table::HalfUnits BoundOf(Access access) { return Halves(kPartitionUnits[Place(access)]); }

}  // namespace

PartitionLane::PartitionLane(Access access, TimeMicros now)
    : bound_(BoundOf(access)), bucket_(bound_, kPartitionSeconds, kPartitionSeconds, now) {}

PartitionLane::PartitionLane(const PartitionLane& parent, Access access, TimeMicros now)
    : bound_(BoundOf(access)), bucket_(parent.bucket_) {
  rate_.Roll(now);
}

void PartitionLane::Roll(TimeMicros now) {
  const auto second = now / kSecond;
  if (second <= rate_.second()) return;
  const bool hot = refused_ || rate_.in_second() * 100 >= bound_ * kHeatPercent;
  heat_.Pass(second - rate_.second(), hot);
  refused_ = false;
  rate_.Roll(now);
  if (!heat_.Any()) sample_.reset();
}

void PartitionLane::Refuse(TimeMicros now) {
  Roll(now);
  refused_ = true;
  ++throttles_;
}

void PartitionLane::Take(BytesView key, table::HalfUnits units, TimeMicros now) {
  Roll(now);
  bucket_.Take(units, now);
  rate_.Add(units);
  if (!heat_.Any() || !IsWholeKey(key)) return;
  if (!sample_) sample_ = std::make_unique<HeatSample>(bound_, static_cast<std::uint64_t>(now));
  sample_->Add(key, units);
}

std::optional<std::vector<Bytes>> PartitionLane::AskHeat(TimeMicros now) {
  Roll(now);
  if (!sample_ || !heat_.Lasting()) return std::nullopt;
  if (asked_ != 0 && now - asked_ < kNominationMicros) return std::nullopt;
  asked_ = now;
  return sample_->OldestFirst();
}

table::HalfUnits PartitionLane::LastMinute(TimeMicros now) {
  Roll(now);
  return rate_.last_minute();
}

PartitionAccessReport PartitionLane::Report(TimeMicros now) {
  Roll(now);
  return {.used = {rate_.last_second(), rate_.last_minute(), rate_.total()},
          .level = bucket_.Level(now),
          .throttles = throttles_,
          .hot = heat_.Lasting()};
}

Partition::Partition(const catalog::PartitionRange& range, TimeMicros now)
    : number(range.number),
      begin(range.begin),
      lanes{PartitionLane(Access::kRead, now), PartitionLane(Access::kWrite, now)} {}

Partition::Partition(const catalog::PartitionRange& range, const Partition& parent, TimeMicros now)
    : number(range.number),
      begin(range.begin),
      lanes{PartitionLane(parent.lanes[0], Access::kRead, now),
            PartitionLane(parent.lanes[1], Access::kWrite, now)} {}

}  // namespace stator::capacity
