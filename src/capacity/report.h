#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "capacity/rules.h"
#include "table/units.h"

// What the governor knows of a table, for people to look at.
namespace stator::capacity {

struct RateReport {
  table::HalfUnits last_second = 0;  // in the whole second before now
  table::HalfUnits last_minute = 0;  // in the whole minute before the current one
  table::HalfUnits total = 0;        // since the start, or since the partition came to be
};

struct PartitionAccessReport {
  RateReport used;
  table::HalfUnits level = 0;   // what is left of the bound, below 0: owed
  std::uint64_t throttles = 0;  // requests that met the bound
  bool hot = false;             // kept meeting its bound lately
};

struct PartitionReport {
  std::uint32_t number = 0;
  Bytes begin;
  PerAccess<PartitionAccessReport> access;  // by Place
};

struct AccessReport {
  RateReport used;
  // Units a second: as provisioned, or what on-demand serves.
  std::int64_t rate = 0;
  // Provisioned: what is left of the burst, and what it holds at most. On-demand: of the table's
  // maximum or quota, whichever is less.
  table::HalfUnits level = 0;
  table::HalfUnits level_max = 0;
  // Half units in the greatest minute: that counts for on-demand, and so far.
  table::HalfUnits peak_minute = 0;
  table::HalfUnits highest_minute = 0;
  std::array<std::uint64_t, 4> throttles{};  // requests that met a bound, by Bound
};

struct ResourceReport {
  std::string index;  // empty: the table
  bool on_demand = false;
  PerAccess<AccessReport> access;  // by Place
  std::vector<PartitionReport> partitions;
};

// The table first, then its global indexes.
using TableReport = std::vector<ResourceReport>;

}  // namespace stator::capacity
