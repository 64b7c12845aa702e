#include "capacity/partition.h"

#include <utility>

#include "base/durations.h"
#include "item/key.h"

namespace stator::capacity {
namespace {

// A page without rows may be charged at a bare route or at the start of the key order. Such a
// charge takes units but tells nothing about the place of the heat.
bool IsWholeKey(BytesView key) { return key.size() > sizeof(item::Route); }

table::HalfUnits BoundOf(Access access) { return Halves(kPartitionUnits[Place(access)]); }

}  // namespace

PartitionLane::PartitionLane(Access access, TimeMicros now, HeatRoom* room)
    : bound_(BoundOf(access)),
      bucket_(bound_, kPartitionSeconds, kPartitionSeconds, now),
      series_(room) {}

PartitionLane::PartitionLane(const PartitionLane& parent, Access access, TimeMicros now,
                             HeatRoom* room)
    : bound_(BoundOf(access)), bucket_(parent.bucket_), series_(room) {
  rate_.Roll(now);
}

void PartitionLane::Roll(TimeMicros now) {
  const auto second = now / kSecond;
  if (second <= rate_.second()) return;
  const bool hot = refused_ || rate_.in_second() * 100 >= bound_ * kHeatPercent;
  heat_.Pass(second - rate_.second(), hot);
  series_.Add(OpenSecond());
  throttled_ = 0;
  bounds_ = 0;
  refused_ = false;
  rate_.Roll(now);
  if (!heat_.Any()) sample_.reset();
}

HeatSlot PartitionLane::OpenSecond() const {
  return {.begin = rate_.second(),
          .units = rate_.in_second(),
          .throttles = throttled_,
          .bounds = bounds_};
}

void PartitionLane::NoteThrottle(std::uint8_t bounds, TimeMicros now) {
  Roll(now);
  ++throttled_;
  bounds_ |= bounds;
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

std::vector<HeatSlot> PartitionLane::ReadHeat(const SecondRange& range, TimeMicros now) {
  Roll(now);
  auto slots = series_.Read(range, now / kSecond);
  const HeatSlot open = OpenSecond();
  const bool used = open.units > 0 || open.throttles > 0;
  if (used && range.begin <= open.begin && open.begin < range.end) AddSlots({&open, 1}, 1, slots);
  return slots;
}

void PartitionLane::TrimHeat(TimeMicros now) {
  Roll(now);
  series_.Trim(now / kSecond);
}

HeatSeries PartitionLane::TakeHeat() {
  series_.Add(OpenSecond());
  return std::move(series_);
}

Partition::Partition(const catalog::PartitionRange& range, TimeMicros now, HeatRoom* room)
    : number(range.number),
      begin(range.begin),
      lanes{PartitionLane(Access::kRead, now, room), PartitionLane(Access::kWrite, now, room)} {}

Partition::Partition(const catalog::PartitionRange& range, const Partition& parent, TimeMicros now,
                     HeatRoom* room)
    : number(range.number),
      begin(range.begin),
      lanes{PartitionLane(parent.lanes[0], Access::kRead, now, room),
            PartitionLane(parent.lanes[1], Access::kWrite, now, room)} {}

}  // namespace stator::capacity
