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

// Changeable so that tests and simulations can be someone else's account.
struct GovernorOptions {
  // Units a second that an on-demand table or index may use: an account's quota (facts 6.4).
  // Larger ones let through more.
  PerAccess<std::int64_t> table_quota = {limits::kTableUnitsMax, limits::kTableUnitsMax};
};

// What of a descriptor counts for one resource.
struct ResourceSettings {
  std::string index;         // empty: the table
  storage::Space space = 0;  // of its rows or entries; tells it from an earlier index of its name
  std::string arn;
  bool on_demand = false;
  catalog::Throughput provisioned;
  catalog::OnDemandLimits maximum;
  std::optional<catalog::Throughput> warm;
  std::vector<catalog::PartitionRange> partitions;  // at least one
  KeyOrder order;
};

// Of the table, then of its global indexes in their order.
std::vector<ResourceSettings> ResourcesOf(const catalog::Table& table);

// A hot partition with what it takes to decide where to split it.
struct HotPartition {
  std::string index;
  std::uint32_t partition = 0;
  KeyRange range;
  KeyOrder order;
  std::vector<Bytes> samples;  // kHeat: of its keys
  HeatSplit::Why why = HeatSplit::Why::kHeat;
  Bytes middle;  // kGrowth: of its routes
};

// What is known of a table with its local indexes, or of a global index: capacity for both kinds of
// access. Who shares it locks it.
class Resource {
 public:
  // One that there was no traffic for since `idle_since`.
  Resource(ResourceSettings settings, const GovernorOptions& options, TimeMicros idle_since,
           TimeMicros now);

  // Follows a change of the descriptor. Partitions that are gone leave what they had to those that
  // took their range.
  void Follow(ResourceSettings settings, const GovernorOptions& options, TimeMicros now);

  const ResourceSettings& settings() const { return settings_; }

  // Appends the bounds that a request with the key meets.
  void Admit(Access access, BytesView key, TimeMicros now, std::vector<Throttle>& out);
  void Charge(Access access, BytesView key, table::HalfUnits units, TimeMicros now);

  // Appends the partitions that want to be split.
  void AskSplits(TimeMicros now, std::vector<HotPartition>& out);
  ResourceReport Report(TimeMicros now);

 private:
  // For reads or for writes.
  struct Lane {
    TokenBucket provisioned;             // while provisioned
    TokenBucket quota;                   // while on-demand, as is the next
    std::optional<TokenBucket> maximum;  // as the owner set it
    RateMeter rate;
    PeakHistory peaks;
    std::array<std::uint64_t, 4> throttles{};  // by Bound
  };

  Lane& LaneOf(Access access) { return lanes_[Place(access)]; }
  Partition& PartitionAt(BytesView key);
  KeyRange RangeOf(std::size_t partition) const;
  void FollowLane(Access access, bool was_on_demand, const GovernorOptions& options,
                  TimeMicros now);
  void FollowPartitions(TimeMicros now);
  void Roll(Lane& lane, TimeMicros now);
  // Units a second that on-demand serves.
  std::int64_t OnDemandUnits(Access access, TimeMicros now);
  // The load is the same everywhere, so that splitting the hottest partition would not help.
  bool EvenlyHot(Access access, TimeMicros now);
  HotPartition Nominee(std::size_t partition, HeatSplit::Why why) const;
  void AskHeat(Access access, TimeMicros now, std::vector<HotPartition>& out);
  // How many it takes to serve what on-demand promises.
  std::size_t PartitionsWanted(TimeMicros now);
  // Those that growth may split, the hottest and then the widest first.
  std::vector<std::size_t> GrowthOrder(TimeMicros now);
  void AskGrowth(TimeMicros now, std::vector<HotPartition>& out);
  // REQUIRES: on-demand.
  TokenBucket& Ceiling(Lane& lane);
  void Refuse(Bound bound, Access access, BytesView key, std::vector<Throttle>& out);
  AccessReport ReportOf(Access access, TimeMicros now);

  ResourceSettings settings_;
  PerAccess<Lane> lanes_;  // by Place
  std::vector<Partition> partitions_;
};

}  // namespace stator::capacity
