#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "capacity/heat.h"
#include "catalog/table.h"
#include "model/language/model.h"
#include "simulate/scaler.h"

namespace stator::simulate {

// What every table and global index is given, instead of what the model says.
struct CapacityChoice {
  bool on_demand = true;
  catalog::Throughput provisioned;  // if not on demand
};

// A table, or a global index of one.
struct Resource {
  std::string name;  // "Orders", "Orders/GSI1"
  std::size_t table = 0;
  std::optional<std::size_t> index;  // among the descriptor's
  double stored_bytes = 0;           // as billed, local indexes included
  bool infrequent_access = false;    // the table's class
};

// The tables of a model as a catalog would have them. Their keys are strings of which only the
// partition key is of any interest.
class Tables {
 public:
  // What is scaled has its least units at least and its most at most from the start, as it has once
  // it is registered with auto scaling.
  Tables(const model::Model& model, const std::optional<CapacityChoice>& capacity,
         const std::optional<ScalingChoice>& scaling, TimeMicros now);

  const std::vector<Resource>& resources() const { return resources_; }
  // Where the table or index is among them; a local index is its table.
  std::size_t Find(const model::Model& model, std::string_view table, std::string_view index) const;

  const catalog::Table& descriptor(std::size_t table) const { return *descriptors_[table]; }
  bool OnDemand(const Resource& resource) const;
  // How its reads and its writes are scaled; nullopt: they are not.
  const std::optional<ScalingChoice>& ScalingOf(const Resource& resource) const {
    return scaling_[resource.table];
  }
  catalog::Throughput ProvisionedOf(const Resource& resource) const;
  const std::vector<catalog::PartitionRange>& PartitionsOf(const Resource& resource) const;
  // The index to claim; nullptr: the table itself.
  const catalog::Index* IndexOf(const Resource& resource) const;

  // Both publish a new descriptor. The resource that was split.
  const Resource& Split(const capacity::HeatSplit& split, TimeMicros now);
  // More units may take more partitions. False: fewer of either kind are held back, because there
  // were too many decreases in the day.
  bool Provision(const Resource& resource, const catalog::Throughput& units, TimeMicros now);

 private:
  void Publish(std::size_t table);
  std::string IndexName(const Resource& resource) const;  // empty: the table itself

  std::vector<catalog::TableSettings> settings_;
  std::vector<std::optional<ScalingChoice>> scaling_;  // by table
  std::vector<std::unique_ptr<catalog::Table>> descriptors_;
  std::vector<Resource> resources_;
};

}  // namespace stator::simulate
