#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "capacity/heat.h"
#include "capacity/heat_series.h"
#include "capacity/rules.h"
#include "table/units.h"

// The governor's state of a table, for display.
namespace stator::capacity {

// The use of capacity over time.
struct RateReport {
  table::HalfUnits last_second = 0;  // in the whole second before now
  table::HalfUnits last_minute = 0;  // in the whole minute before the current one
  table::HalfUnits total = 0;        // since the start or since the partition was created
};

// The state of a partition for one Access.
struct PartitionAccessReport {
  RateReport used;
  table::HalfUnits level = 0;   // the remaining units; negative: a debt
  std::uint64_t throttles = 0;  // requests that exceeded the bound
  bool hot = false;             // often exceeded its bound in the last seconds
};

// The state of one partition.
struct PartitionReport {
  std::uint32_t number = 0;
  Bytes begin;
  PerAccess<PartitionAccessReport> access;  // by Place
};

// The state of a resource for one Access.
struct AccessReport {
  RateReport used;
  // Units per second: as provisioned, or as on-demand serves.
  std::int64_t rate = 0;
  // Provisioned: the remaining burst and its maximum. On-demand: those of the table's maximum or
  // quota, whichever is less.
  table::HalfUnits level = 0;
  table::HalfUnits level_max = 0;
  // Half units in the greatest minute: the one that counts for on-demand, and the greatest so far.
  table::HalfUnits peak_minute = 0;
  table::HalfUnits highest_minute = 0;
  std::array<std::uint64_t, 4> throttles{};  // requests that exceeded a bound, by Bound
};

// The state of a table or global index.
struct ResourceReport {
  std::string index;  // empty: the table
  bool on_demand = false;
  PerAccess<AccessReport> access;  // by Place
  std::vector<PartitionReport> partitions;
};

// The history of one partition.
struct PartitionHeat {
  std::uint32_t number = 0;
  KeyRange range;
  std::optional<TimeMicros> ended;           // when it was split; nullopt: it still exists
  PerAccess<std::vector<HeatSlot>> slots{};  // by Place
};

// The table first, then its global indexes.
using TableReport = std::vector<ResourceReport>;

}  // namespace stator::capacity
