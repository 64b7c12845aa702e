#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/limits.h"
#include "capacity/heat.h"
#include "capacity/partition.h"
#include "capacity/rate_meter.h"
#include "capacity/report.h"
#include "capacity/throttle.h"
#include "capacity/token_bucket.h"
#include "catalog/table.h"

namespace stator::capacity {

// Tests and simulations change these to represent another account.
struct GovernorOptions {
  // Units per second that an on-demand table or index may use: an account's quota (facts 6.4).
  // Larger values allow more.
  PerAccess<std::int64_t> table_quota = {limits::kTableUnitsMax, limits::kTableUnitsMax};
  // Holds the history of what partitions serve; nullptr: none is kept. Lifetime: it outlives the
  // governor.
  HeatRoom* heat = nullptr;
};

// The part of a descriptor that concerns one resource.
struct ResourceSettings {
  std::string index;  // empty: the table
  // The space of its rows or entries. It distinguishes an index from an earlier one of its name.
  storage::Space space = 0;
  std::string arn;
  bool on_demand = false;
  catalog::Throughput provisioned;
  catalog::OnDemandLimits maximum;
  std::optional<catalog::Throughput> warm;
  std::vector<catalog::PartitionRange> partitions;  // at least one
  KeyOrder order;
};

// Returns the table's settings, then those of its global indexes in their order.
std::vector<ResourceSettings> ResourcesOf(const catalog::Table& table);

// A hot partition with the data needed to decide where to split it.
struct HotPartition {
  std::string index;
  std::uint32_t partition = 0;
  KeyRange range;
  KeyOrder order;
  std::vector<Bytes> samples;  // kHeat: sampled keys of its traffic
  HeatSplit::Why why = HeatSplit::Why::kHeat;
  Bytes middle;  // kGrowth: the middle of its routes
};

// The capacity of a table with its local indexes, or of a global index, for reads and writes.
// Threads: callers lock it.
class Resource {
 public:
  // The resource had no traffic since `idle_since`.
  Resource(ResourceSettings settings, const GovernorOptions& options, TimeMicros idle_since,
           TimeMicros now);

  // Follows a change of the descriptor. Removed partitions pass their remaining capacity to the
  // partitions that took over their range.
  void Follow(ResourceSettings settings, const GovernorOptions& options, TimeMicros now);

  const ResourceSettings& settings() const { return settings_; }

  // Appends the bounds that a request with this key exceeds.
  void Admit(Access access, BytesView key, TimeMicros now, std::vector<Throttle>& out);
  // Takes units from all buckets that apply to the key.
  void Charge(Access access, BytesView key, table::HalfUnits units, TimeMicros now);

  // Appends the partitions that should be split.
  void AskSplits(TimeMicros now, std::vector<HotPartition>& out);
  ResourceReport Report(TimeMicros now);

  // Makes the history coarser where memory is short, and removes what is older than a day.
  void TrimHeat(TimeMicros now);
  // Returns the numbers of all partitions with a history: those split since, then the present ones.
  std::vector<std::uint32_t> HeatPartitions() const;
  // Returns the history of one of them; nullopt if it is gone.
  std::optional<PartitionHeat> ReadHeat(std::uint32_t partition, const SecondRange& range,
                                        TimeMicros now);

 private:
  // The capacity for one Access.
  struct Lane {
    TokenBucket provisioned;             // while provisioned
    TokenBucket quota;                   // while on-demand, like `maximum`
    std::optional<TokenBucket> maximum;  // set by the table's owner
    RateMeter rate;
    PeakHistory peaks;
    std::array<std::uint64_t, 4> throttles{};  // by Bound
  };

  Lane& LaneOf(Access access) { return lanes_[Place(access)]; }
  Partition& PartitionAt(BytesView key);
  KeyRange RangeOf(std::size_t partition) const;
  void FollowLane(Access access, bool was_on_demand, const GovernorOptions& options,
                  TimeMicros now);
  void FollowPartitions(HeatRoom* heat, TimeMicros now);
  // Keeps the histories of partitions that `settings_` has no more.
  void RetireGone(HeatRoom& heat, TimeMicros now);
  void Retire(std::size_t place, HeatRoom& heat, TimeMicros now);
  void Roll(Lane& lane, TimeMicros now);
  // Returns the units per second that on-demand serves.
  std::int64_t OnDemandUnits(Access access, TimeMicros now);
  // Whether all partitions have about the same load, so that splitting the hottest would not help.
  bool EvenlyHot(Access access, TimeMicros now);
  HotPartition Nominee(std::size_t partition, HeatSplit::Why why) const;
  void AskHeat(Access access, TimeMicros now, std::vector<HotPartition>& out);
  // Returns how many partitions are needed to serve what on-demand promises.
  std::size_t PartitionsWanted(TimeMicros now);
  // Returns the partitions that growth may split: hottest first, then widest.
  std::vector<std::size_t> GrowthOrder(TimeMicros now);
  void AskGrowth(TimeMicros now, std::vector<HotPartition>& out);
  // Returns the bucket that limits an on-demand lane. REQUIRES: on-demand.
  TokenBucket& Ceiling(Lane& lane);
  void Refuse(Bound bound, Access access, BytesView key, std::vector<Throttle>& out);
  AccessReport ReportOf(Access access, TimeMicros now);

  ResourceSettings settings_;
  PerAccess<Lane> lanes_;  // by Place
  std::vector<Partition> partitions_;
  std::vector<PastPartition> past_;  // in the order of their splits
};

}  // namespace stator::capacity
