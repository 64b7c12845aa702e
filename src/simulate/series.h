#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "capacity/rules.h"
#include "capacity/usage.h"
#include "catalog/table.h"
#include "simulate/tables.h"

// Records what happens over the time of a simulation, for charts and heat maps. The memory has a
// bound: longer simulations and more partitions get longer steps.
namespace stator::simulate {

using capacity::Access;

// Units a second, on average over each step.
struct AccessSeries {
  std::vector<double> asked;  // by first and further attempts
  std::vector<double> served;
  std::vector<double> throttled;  // by attempts that this resource refused
  std::vector<double> capacity;   // at the end of the step
};

// A partition in one step, for one Access.
struct PartitionCell {
  float units = 0;      // served
  float peak = 0;       // units served in the busiest second
  float throttled = 0;  // attempts that met the partition's bound
};

// A partition from its creation until its split or the end.
struct PartitionSeries {
  std::uint32_t number = 0;
  std::optional<std::uint32_t> parent = {};  // that was split; nullopt: it was there at the start
  Bytes begin;                               // its first key; empty: the beginning of the key order
  Bytes end;                                 // empty: the end of the key order
  std::string where = {};                    // the place of the first key in words
  std::int64_t first_step = 0;
  std::vector<capacity::PerAccess<PartitionCell>> cells;  // one for each step
};

struct ResourceSeries {
  std::string name;
  capacity::PerAccess<AccessSeries> access;  // by Place
  std::vector<PartitionSeries> partitions;   // in key order; parts follow what they split
};

// Element i of a list is the step that begins at i times the seconds of a step.
struct SimulationSeries {
  std::int64_t step_seconds = 0;
  std::int64_t partition_step_seconds = 0;  // a multiple of step_seconds
  std::vector<ResourceSeries> resources;
  std::size_t partitions_left_out = 0;  // beyond limits::kSeriesPartitionsMax
};

// Makes the series while a simulation runs: Begin, notes and End for each second.
class SeriesRecorder {
 public:
  // Lifetime: `tables` outlives the recorder.
  SeriesRecorder(const Tables& tables, std::int64_t seconds);

  // Begins a second, and follows the splits since the last one.
  void Begin(std::int64_t second);

  // Notes units of an attempt. `resource` is a position among those of Tables.
  void Asked(std::size_t resource, Access access, double units);
  void Served(std::size_t resource, Access access, BytesView key, double units);
  void Throttled(std::size_t resource, Access access, double units);
  // Notes attempts that met the bound of the key's partition.
  void ThrottledAt(std::size_t resource, Access access, BytesView key, double attempts);

  // Whether the second is the last of a step.
  bool EndsStep(std::int64_t second) const;
  // Notes the units a second that a resource could serve at the end of a step.
  void Capacity(std::size_t resource, Access access, double units_per_second);
  void End(std::int64_t second);

  // Ends the recording.
  SimulationSeries Take();

 private:
  // A partition that exists now.
  struct OpenPartition {
    std::uint32_t number = 0;
    Bytes begin;
    std::optional<std::size_t> place;  // in the series of its resource; nullopt: left out
    capacity::PerAccess<float> in_second{};
  };
  struct StepSums {
    double asked = 0;
    double served = 0;
    double throttled = 0;
  };

  OpenPartition& PartitionAt(std::size_t resource, BytesView key);
  PartitionCell* CellOf(std::size_t resource, const OpenPartition& open, Access access);
  void Follow(std::size_t resource, std::int64_t second);
  // Records a new partition. Returns its place, or nullopt if it is left out.
  std::optional<std::size_t> Add(std::size_t resource, PartitionSeries partition);
  void BeginStep(std::int64_t second);
  void Coarsen();
  void EndStep(std::int64_t second);

  const Tables& tables_;
  const std::int64_t seconds_;
  SimulationSeries series_;
  std::vector<std::vector<OpenPartition>> open_;     // by resource, in key order
  std::vector<OpenPartition*> touched_;              // served units in this second
  std::vector<capacity::PerAccess<StepSums>> sums_;  // of this step, by resource
  std::size_t partitions_ = 0;
  std::size_t cells_ = 0;
};

}  // namespace stator::simulate
