#include "capacity/resource.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "base/durations.h"
#include "catalog/partitions.h"

namespace stator::capacity {
namespace {

using catalog::BillingMode;
using catalog::IndexKind;

constexpr std::int64_t kCeilingSeconds = 1;  // for maxima and quotas

std::int64_t UnitsOf(const catalog::Throughput& units, Access access) {
  return access == Access::kRead ? units.read : units.write;
}

std::optional<std::int64_t> MaximumOf(const catalog::OnDemandLimits& limits, Access access) {
  return access == Access::kRead ? limits.read : limits.write;
}

// Returns the listed ranges, or one range that covers all keys if none is listed.
std::vector<catalog::PartitionRange> Listed(const std::vector<catalog::PartitionRange>& ranges) {
  if (ranges.empty()) return {catalog::PartitionRange{}};
  return ranges;
}

ResourceSettings TableResource(const catalog::TableSettings& table) {
  return {.space = table.rows,
          .arn = table.arn,
          .on_demand = table.billing == BillingMode::kPayPerRequest,
          .provisioned = table.provisioned.units,
          .maximum = table.on_demand,
          .warm = table.warm,
          .partitions = Listed(table.partitions),
          .order = {.partition_key = {table.partition_key.type},
                    .splits_inside = std::ranges::none_of(table.indexes, [](const auto& index) {
                      return index.kind == IndexKind::kLocal;
                    })}};
}

ResourceSettings IndexResource(const catalog::TableSettings& table, const catalog::Index& index) {
  ResourceSettings settings{.index = index.name,
                            .space = index.space,
                            .arn = fmt::format("{}/index/{}", table.arn, index.name),
                            .on_demand = table.billing == BillingMode::kPayPerRequest,
                            .provisioned = index.provisioned.units,
                            .maximum = index.on_demand,
                            .warm = index.warm,
                            .partitions = Listed(index.partitions)};
  for (const auto& key : index.hash_keys) settings.order.partition_key.push_back(key.type);
  return settings;
}

// Returns the bounds as a history keeps them.
std::uint8_t BoundsOf(std::span<const Throttle> throttles) {
  unsigned bounds = 0;
  for (const auto& each : throttles) bounds |= 1U << static_cast<unsigned>(each.bound);
  return static_cast<std::uint8_t>(bounds);
}

}  // namespace

std::vector<ResourceSettings> ResourcesOf(const catalog::Table& table) {
  std::vector<ResourceSettings> all;
  all.push_back(TableResource(table.settings()));
  for (const auto& index : table->indexes) {
    if (index.kind == IndexKind::kGlobal) all.push_back(IndexResource(table.settings(), index));
  }
  return all;
}

Resource::Resource(ResourceSettings settings, const GovernorOptions& options, TimeMicros idle_since,
                   TimeMicros now)
    : settings_(std::move(settings)) {
  for (const auto access : {Access::kRead, Access::kWrite}) {
    auto& lane = LaneOf(access);
    // Unused units are saved from the time the table is created.
    const auto idle_seconds = 1 + (std::max(now, idle_since) - idle_since) / kSecond;
    lane.provisioned = TokenBucket(Halves(UnitsOf(settings_.provisioned, access)), kBurstSeconds,
                                   idle_seconds, now);
    FollowLane(access, !settings_.on_demand, options, now);
  }
  FollowPartitions(options.heat, now);
}

void Resource::Follow(ResourceSettings settings, const GovernorOptions& options, TimeMicros now) {
  const bool was_on_demand = std::exchange(settings_, std::move(settings)).on_demand;
  for (const auto access : {Access::kRead, Access::kWrite}) {
    auto& lane = LaneOf(access);
    const auto rate = Halves(UnitsOf(settings_.provisioned, access));
    if (was_on_demand && !settings_.on_demand) {
      lane.provisioned = TokenBucket(rate, kBurstSeconds, 1, now);
    }
    lane.provisioned.SetRate(rate, now);
    FollowLane(access, was_on_demand, options, now);
  }
  FollowPartitions(options.heat, now);
}

void Resource::FollowLane(Access access, bool was_on_demand, const GovernorOptions& options,
                          TimeMicros now) {
  auto& lane = LaneOf(access);
  if (!settings_.on_demand) {
    lane.maximum.reset();
    return;
  }
  const auto quota = Halves(options.table_quota[Place(access)]);
  if (!was_on_demand || lane.quota.rate() != quota) {
    lane.quota = TokenBucket(quota, kCeilingSeconds, kCeilingSeconds, now);
  }
  const auto maximum = MaximumOf(settings_.maximum, access);
  if (!maximum) {
    lane.maximum.reset();
  } else if (lane.maximum) {
    lane.maximum->SetRate(Halves(*maximum), now);
  } else {
    lane.maximum = TokenBucket(Halves(*maximum), kCeilingSeconds, kCeilingSeconds, now);
  }
}

void Resource::FollowPartitions(HeatRoom* heat, TimeMicros now) {
  if (heat != nullptr) RetireGone(*heat, now);
  auto before = std::exchange(partitions_, {});
  partitions_.reserve(settings_.partitions.size());
  for (const auto& range : settings_.partitions) {
    const auto after =
        std::ranges::upper_bound(before, range.begin, std::less<>(), &Partition::begin);
    if (after == before.begin()) {
      partitions_.emplace_back(range, now, heat);
    } else if (auto& parent = *std::prev(after);
               parent.number == range.number && parent.begin == range.begin) {
      partitions_.push_back(std::move(parent));
    } else {
      partitions_.emplace_back(range, parent, now, heat);
    }
  }
}

void Resource::RetireGone(HeatRoom& heat, TimeMicros now) {
  std::vector<std::uint32_t> present;
  for (const auto& range : settings_.partitions) present.push_back(range.number);
  std::ranges::sort(present);
  for (std::size_t i = 0; i < partitions_.size(); ++i) {
    if (!std::ranges::binary_search(present, partitions_[i].number)) Retire(i, heat, now);
  }
}

void Resource::Retire(std::size_t place, HeatRoom& heat, TimeMicros now) {
  auto& partition = partitions_[place];
  PastPartition past{.number = partition.number,
                     .range = RangeOf(place),
                     .ended = now,
                     .heat = {partition.lanes[0].TakeHeat(), partition.lanes[1].TakeHeat()},
                     .share = HeatRoom::Share(heat)};
  if (past.heat[0].empty() && past.heat[1].empty()) return;
  const std::size_t keys = past.range.begin.size() + (past.range.end ? past.range.end->size() : 0);
  if (past.share.Resize(sizeof(past) + keys)) return past_.push_back(std::move(past));
  heat.NoteLost();
}

Partition& Resource::PartitionAt(BytesView key) {
  if (partitions_.size() == 1) return partitions_.front();
  const auto after = std::ranges::upper_bound(
      partitions_, key, std::less<>(), [](const auto& each) { return BytesView(each.begin); });
  return after == partitions_.begin() ? partitions_.front() : *std::prev(after);
}

KeyRange Resource::RangeOf(std::size_t partition) const {
  CHECK(partition < partitions_.size());
  KeyRange range{.begin = partitions_[partition].begin};
  if (partition + 1 < partitions_.size()) range.end = partitions_[partition + 1].begin;
  return range;
}

TokenBucket& Resource::Ceiling(Lane& lane) {
  if (lane.maximum && lane.maximum->rate() < lane.quota.rate()) return *lane.maximum;
  return lane.quota;
}

void Resource::Refuse(Bound bound, Access access, BytesView key, std::vector<Throttle>& out) {
  // Several claims of a request may exceed the same bound, which is reported once.
  const bool said = std::ranges::any_of(out, [&](const Throttle& each) {
    return each.bound == bound && each.resource == settings_.arn;
  });
  if (said) return;
  ++LaneOf(access).throttles[static_cast<std::size_t>(bound)];
  out.push_back({.bound = bound,
                 .access = access,
                 .index = !settings_.index.empty(),
                 .on_demand = settings_.on_demand,
                 .resource = settings_.arn,
                 .key = key});
}

void Resource::Admit(Access access, BytesView key, TimeMicros now, std::vector<Throttle>& out) {
  auto& lane = LaneOf(access);
  const std::size_t before = out.size();
  if (!settings_.on_demand) {
    if (!lane.provisioned.Open(now)) Refuse(Bound::kProvisioned, access, key, out);
  } else {
    if (lane.maximum && !lane.maximum->Open(now)) Refuse(Bound::kMaxOnDemand, access, key, out);
    if (!lane.quota.Open(now)) Refuse(Bound::kAccount, access, key, out);
  }
  auto& partition = PartitionAt(key).lanes[Place(access)];
  if (!partition.Open(now)) {
    partition.Refuse(now);
    Refuse(Bound::kKeyRange, access, key, out);
  }
  if (out.size() > before) partition.NoteThrottle(BoundsOf(std::span(out).subspan(before)), now);
}

void Resource::Roll(Lane& lane, TimeMicros now) {
  if (const auto minute = lane.rate.Roll(now)) lane.peaks.Record(*minute);
}

void Resource::Charge(Access access, BytesView key, table::HalfUnits units, TimeMicros now) {
  auto& lane = LaneOf(access);
  Roll(lane, now);
  lane.rate.Add(units);
  if (!settings_.on_demand) {
    lane.provisioned.Take(units, now);
  } else {
    lane.quota.Take(units, now);
    if (lane.maximum) lane.maximum->Take(units, now);
  }
  PartitionAt(key).lanes[Place(access)].Take(key, units, now);
}

std::int64_t Resource::OnDemandUnits(Access access, TimeMicros now) {
  auto& lane = LaneOf(access);
  Roll(lane, now);
  const auto place = Place(access);
  const auto minute = now / (kMinuteSeconds * kSecond);
  const auto units =
      std::max({kOnDemandUnits[place], settings_.warm ? UnitsOf(*settings_.warm, access) : 0,
                kPeakFactor * lane.peaks.Ripe(minute) / (Halves(1) * kMinuteSeconds),
                static_cast<std::int64_t>(partitions_.size()) * kPartitionUnits[place]});
  return std::min(units, Ceiling(lane).rate() / Halves(1));
}

bool Resource::EvenlyHot(Access access, TimeMicros now) {
  auto& lane = LaneOf(access);
  Roll(lane, now);
  const auto most = static_cast<std::int64_t>(partitions_.size()) *
                    Halves(kPartitionUnits[Place(access)]) * kMinuteSeconds;
  return lane.rate.last_minute() * 100 >= most * kHeatPercent;
}

HotPartition Resource::Nominee(std::size_t partition, HeatSplit::Why why) const {
  return {.index = settings_.index,
          .partition = partitions_[partition].number,
          .range = RangeOf(partition),
          .order = settings_.order,
          .why = why};
}

void Resource::AskHeat(Access access, TimeMicros now, std::vector<HotPartition>& out) {
  // Under even load on-demand grows by its peaks once they are half an hour old, not by heat.
  if (settings_.on_demand && EvenlyHot(access, now)) return;
  for (std::size_t i = 0; i < partitions_.size(); ++i) {
    auto samples = partitions_[i].lanes[Place(access)].AskHeat(now);
    if (!samples) continue;
    const bool known = std::ranges::any_of(out, [&](const HotPartition& each) {
      return each.index == settings_.index && each.partition == partitions_[i].number;
    });
    if (known) continue;
    out.push_back(Nominee(i, HeatSplit::Why::kHeat));
    out.back().samples = *std::move(samples);
  }
}

std::size_t Resource::PartitionsWanted(TimeMicros now) {
  std::size_t wanted = 0;
  for (const auto access : {Access::kRead, Access::kWrite}) {
    const auto each = kPartitionUnits[Place(access)];
    const auto count = (OnDemandUnits(access, now) + each - 1) / each;
    wanted = std::max(wanted, static_cast<std::size_t>(count));
  }
  return std::min(wanted, limits::kPartitionsMax);
}

std::vector<std::size_t> Resource::GrowthOrder(TimeMicros now) {
  struct Candidate {
    table::HalfUnits heat;
    std::uint64_t routes;
    std::size_t partition;
  };
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < partitions_.size(); ++i) {
    auto& partition = partitions_[i];
    const auto routes = RoutesOf(RangeOf(i));
    const bool asked =
        partition.growth_asked != 0 && now - partition.growth_asked < kNominationMicros;
    if (asked || routes < 2) continue;
    // A partition serves three times as many read units as write units, so a write unit weighs
    // three.
    const auto heat = partition.lanes[0].LastMinute(now) +
                      partition.lanes[1].LastMinute(now) * kPartitionUnits[0] / kPartitionUnits[1];
    candidates.push_back({heat, routes, i});
  }
  std::ranges::sort(candidates, [](const Candidate& a, const Candidate& b) {
    return std::tie(b.heat, b.routes, a.partition) < std::tie(a.heat, a.routes, b.partition);
  });
  std::vector<std::size_t> order;
  for (const auto& each : candidates) order.push_back(each.partition);
  return order;
}

void Resource::AskGrowth(TimeMicros now, std::vector<HotPartition>& out) {
  const auto wanted = PartitionsWanted(now);
  if (wanted <= partitions_.size()) return;
  auto order = GrowthOrder(now);
  order.resize(std::min(order.size(), wanted - partitions_.size()));
  for (const auto partition : order) {
    auto middle = catalog::MiddleRoute(settings_.partitions, partition);
    if (!middle) continue;
    partitions_[partition].growth_asked = now;
    out.push_back(Nominee(partition, HeatSplit::Why::kGrowth));
    out.back().middle = *std::move(middle);
  }
}

void Resource::AskSplits(TimeMicros now, std::vector<HotPartition>& out) {
  if (partitions_.size() < limits::kPartitionsMax) {
    for (const auto access : {Access::kRead, Access::kWrite}) AskHeat(access, now, out);
  }
  // A partition is split for one reason at a time: heat goes before growth.
  const bool hot = std::ranges::any_of(
      out, [&](const HotPartition& each) { return each.index == settings_.index; });
  if (settings_.on_demand && !hot) AskGrowth(now, out);
}

AccessReport Resource::ReportOf(Access access, TimeMicros now) {
  auto& lane = LaneOf(access);
  Roll(lane, now);
  auto& bucket = settings_.on_demand ? Ceiling(lane) : lane.provisioned;
  return {.used = {lane.rate.last_second(), lane.rate.last_minute(), lane.rate.total()},
          .rate = settings_.on_demand ? OnDemandUnits(access, now)
                                      : UnitsOf(settings_.provisioned, access),
          .level = bucket.Level(now),
          .level_max = bucket.most(),
          .peak_minute = lane.peaks.Ripe(now / (kMinuteSeconds * kSecond)),
          .highest_minute = lane.peaks.Highest(),
          .throttles = lane.throttles};
}

ResourceReport Resource::Report(TimeMicros now) {
  ResourceReport report{.index = settings_.index, .on_demand = settings_.on_demand};
  for (const auto access : {Access::kRead, Access::kWrite}) {
    report.access[Place(access)] = ReportOf(access, now);
  }
  for (auto& partition : partitions_) {
    report.partitions.push_back({.number = partition.number, .begin = partition.begin});
    for (const auto access : {Access::kRead, Access::kWrite}) {
      report.partitions.back().access[Place(access)] = partition.lanes[Place(access)].Report(now);
    }
  }
  return report;
}

void Resource::TrimHeat(TimeMicros now) {
  for (auto& partition : partitions_) {
    for (auto& lane : partition.lanes) lane.TrimHeat(now);
  }
  for (auto& past : past_) {
    for (auto& heat : past.heat) heat.Trim(now / kSecond);
  }
  std::erase_if(past_, [](const PastPartition& past) {
    return std::ranges::all_of(past.heat, &HeatSeries::empty);
  });
}

std::vector<std::uint32_t> Resource::HeatPartitions() const {
  std::vector<std::uint32_t> numbers;
  for (const auto& past : past_) numbers.push_back(past.number);
  for (const auto& partition : partitions_) numbers.push_back(partition.number);
  return numbers;
}

std::optional<PartitionHeat> Resource::ReadHeat(std::uint32_t partition, const SecondRange& range,
                                                TimeMicros now) {
  PartitionHeat heat{.number = partition};
  if (const auto past = std::ranges::find(past_, partition, &PastPartition::number);
      past != past_.end()) {
    heat.range = past->range;
    heat.ended = past->ended;
    for (const auto place : {0U, 1U})
      heat.slots[place] = past->heat[place].Read(range, now / kSecond);
    return heat;
  }
  const auto found = std::ranges::find(partitions_, partition, &Partition::number);
  if (found == partitions_.end()) return std::nullopt;
  heat.range = RangeOf(static_cast<std::size_t>(found - partitions_.begin()));
  for (const auto place : {0U, 1U}) heat.slots[place] = found->lanes[place].ReadHeat(range, now);
  return heat;
}

}  // namespace stator::capacity
