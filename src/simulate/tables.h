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

// A capacity for every table and global index, in place of the model's.
struct CapacityChoice {
  bool on_demand = true;
  catalog::Throughput provisioned;  // if not on demand
};

// A table or a global index.
struct Resource {
  std::string name;  // "Orders", "Orders/GSI1"
  std::size_t table = 0;
  std::optional<std::size_t> index;  // position among the descriptor's indexes
  double stored_bytes = 0;           // billed bytes, local indexes included
  bool infrequent_access = false;    // the storage class of the table
};

// A model's tables as a catalog has them. Their keys are strings. Only the partition key matters to
// the simulation.
class Tables {
 public:
  // A scaled resource starts within its bounds, as a table does when it registers with auto
  // scaling.
  Tables(const model::Model& model, const std::optional<CapacityChoice>& capacity,
         const std::optional<ScalingChoice>& scaling, TimeMicros now);

  const std::vector<Resource>& resources() const { return resources_; }
  // Returns the position of a table or index in resources(). A local index counts as its table.
  std::size_t Find(const model::Model& model, std::string_view table, std::string_view index) const;

  // Lifetime: valid until the next Split or Provision of the table.
  const catalog::Table& descriptor(std::size_t table) const { return *descriptors_[table]; }
  bool OnDemand(const Resource& resource) const;
  // Returns the scaling of the resource's reads and writes. nullopt: not scaled.
  const std::optional<ScalingChoice>& ScalingOf(const Resource& resource) const {
    return scaling_[resource.table];
  }
  catalog::Throughput ProvisionedOf(const Resource& resource) const;
  const std::vector<catalog::PartitionRange>& PartitionsOf(const Resource& resource) const;
  // Returns the index to claim units of; nullptr: the table itself.
  const catalog::Index* IndexOf(const Resource& resource) const;

  // Splits a partition, publishes a new descriptor and returns the resource.
  const Resource& Split(const capacity::HeatSplit& split, TimeMicros now);
  // Sets the provisioned units and publishes a new descriptor. More units may need more partitions.
  // Returns false if either unit decreases and the day already had too many decreases.
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
