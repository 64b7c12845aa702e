#include "simulate/tables.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/check.h"
#include "base/limits.h"
#include "capacity/decreases.h"
#include "capacity/partition_rules.h"
#include "catalog/partitions.h"
#include "model/cost/price_model.h"
#include "model/plan/estimate.h"

namespace stator::simulate {
namespace {

// Returns the partitions of a new resource: enough for its throughput and its size.
std::size_t PartitionsFor(const catalog::TableSettings& settings, const catalog::Index* index,
                          double bytes) {
  const auto throughput = capacity::PartitionsFor(capacity::DimensionsOf(settings, index));
  const auto size = static_cast<std::size_t>(
      std::min(std::ceil(bytes / model::kEstimatedPartitionBytes), double{limits::kPartitionsMax}));
  return std::min(std::max(throughput, size), limits::kPartitionsMax);
}

catalog::KeyAttribute Key(std::string name) { return {std::move(name), item::Type::kString}; }

catalog::TableSettings SettingsOf(const model::Model& model, const model::Table& table,
                                  TimeMicros now) {
  catalog::TableSettings settings;
  settings.name = table.name;
  settings.arn = catalog::TableArn("us-east-1", "000000000000", table.name);
  settings.created = now;
  settings.partition_key = Key("pk");
  settings.sort_key = Key("sk");
  if (!table.on_demand) settings.provisioned.units = {table.read_units, table.write_units};
  settings.billing =
      table.on_demand ? catalog::BillingMode::kPayPerRequest : catalog::BillingMode::kProvisioned;
  for (const auto& index : model.indexes) {
    if (index.table != table.name) continue;
    catalog::Index& added = settings.indexes.emplace_back();
    added.kind = index.local ? catalog::IndexKind::kLocal : catalog::IndexKind::kGlobal;
    added.name = index.name;
    added.hash_keys = {Key("hash")};
  }
  return settings;
}

void Choose(const CapacityChoice& choice, catalog::TableSettings& settings) {
  settings.billing =
      choice.on_demand ? catalog::BillingMode::kPayPerRequest : catalog::BillingMode::kProvisioned;
  settings.provisioned.units = choice.on_demand ? catalog::Throughput{} : choice.provisioned;
}

// Ignores the model's scaling if the capacity was chosen by an option.
std::optional<ScalingChoice> ScalingFor(const model::Table& table,
                                        const catalog::TableSettings& settings, bool chosen,
                                        const std::optional<ScalingChoice>& choice) {
  if (settings.billing == catalog::BillingMode::kPayPerRequest) return std::nullopt;
  if (choice) return choice;
  if (!table.scaling || chosen) return std::nullopt;
  return ScalingChoice{table.scaling->target_percent, table.scaling->min, table.scaling->max};
}

void Bound(const ScalingChoice& scaling, catalog::Throughput& units) {
  units.read = std::clamp(units.read, scaling.min, scaling.max);
  units.write = std::clamp(units.write, scaling.min, scaling.max);
}

}  // namespace

Tables::Tables(const model::Model& model, const std::optional<CapacityChoice>& capacity,
               const std::optional<ScalingChoice>& scaling, TimeMicros now) {
  for (const auto& table : model.tables) {
    auto settings = SettingsOf(model, table, now);
    if (capacity) Choose(*capacity, settings);
    scaling_.push_back(ScalingFor(table, settings, capacity.has_value(), scaling));
    if (scaling_.back()) Bound(*scaling_.back(), settings.provisioned.units);
    settings.number = static_cast<catalog::TableNumber>(settings_.size() + 1);
    const bool rare = table.table_class == model::TableClass::kInfrequentAccess;
    resources_.push_back(
        {.name = table.name, .table = settings_.size(), .infrequent_access = rare});
    for (std::size_t i = 0; i < settings.indexes.size(); ++i) {
      if (settings.indexes[i].kind == catalog::IndexKind::kLocal) continue;
      settings.indexes[i].provisioned = settings.provisioned;
      resources_.push_back({.name = fmt::format("{}/{}", table.name, settings.indexes[i].name),
                            .table = settings_.size(),
                            .index = i,
                            .infrequent_access = rare});
    }
    settings_.push_back(std::move(settings));
  }
  for (const auto& stored : model::EstimateStorage(model)) {
    resources_[Find(model, stored.table, stored.index)].stored_bytes += stored.bytes;
  }
  for (const auto& resource : resources_) {
    auto& settings = settings_[resource.table];
    auto* index = resource.index ? &settings.indexes[*resource.index] : nullptr;
    auto& ranges = index != nullptr ? index->partitions : settings.partitions;
    ranges = catalog::EvenPartitions(PartitionsFor(settings, index, resource.stored_bytes));
  }
  descriptors_.resize(settings_.size());
  for (std::size_t i = 0; i < settings_.size(); ++i) Publish(i);
}

void Tables::Publish(std::size_t table) {
  ++settings_[table].epoch;
  descriptors_[table] = std::make_unique<catalog::Table>(settings_[table]);
}

std::size_t Tables::Find(const model::Model& model, std::string_view table,
                         std::string_view index) const {
  const auto* found = index.empty() ? nullptr : model.FindIndex(table, index);
  const auto name =
      found == nullptr || found->local ? std::string(table) : fmt::format("{}/{}", table, index);
  const auto at = std::ranges::find(resources_, name, &Resource::name);
  CHECK(at != resources_.end());  // the parser has checked all names
  return static_cast<std::size_t>(at - resources_.begin());
}

bool Tables::OnDemand(const Resource& resource) const {
  return settings_[resource.table].billing == catalog::BillingMode::kPayPerRequest;
}

catalog::Throughput Tables::ProvisionedOf(const Resource& resource) const {
  const auto& settings = settings_[resource.table];
  return resource.index ? settings.indexes[*resource.index].provisioned.units
                        : settings.provisioned.units;
}

const std::vector<catalog::PartitionRange>& Tables::PartitionsOf(const Resource& resource) const {
  const auto& settings = settings_[resource.table];
  return resource.index ? settings.indexes[*resource.index].partitions : settings.partitions;
}

const catalog::Index* Tables::IndexOf(const Resource& resource) const {
  return resource.index ? &descriptor(resource.table)->indexes[*resource.index] : nullptr;
}

std::string Tables::IndexName(const Resource& resource) const {
  return resource.index ? settings_[resource.table].indexes[*resource.index].name : "";
}

const Resource& Tables::Split(const capacity::HeatSplit& split, TimeMicros now) {
  const auto table = split.table - 1;
  const auto resource = std::ranges::find_if(resources_, [&](const Resource& each) {
    return each.table == table && IndexName(each) == split.index;
  });
  CHECK(resource != resources_.end());
  const auto reason = split.why == capacity::HeatSplit::Why::kHeat ? catalog::SplitReason::kHeat
                                                                   : catalog::SplitReason::kGrowth;
  catalog::SplitPartition({.time = now,
                           .index = split.index,
                           .partition = split.partition,
                           .reason = reason,
                           .at = split.at},
                          settings_[table]);
  Publish(table);
  return *resource;
}

bool Tables::Provision(const Resource& resource, const catalog::Throughput& units, TimeMicros now) {
  auto& settings = settings_[resource.table];
  auto* index = resource.index ? &settings.indexes[*resource.index] : nullptr;
  auto& provisioned = index != nullptr ? index->provisioned : settings.provisioned;
  if (units.read < provisioned.units.read || units.write < provisioned.units.write) {
    if (capacity::DecreaseHeldUntil(provisioned, limits::kDecreasesMax, now)) return false;
    capacity::NoteDecrease(now, provisioned);
  }
  provisioned.units = units;
  catalog::SplitUntil(PartitionsFor(settings, index, 0), IndexName(resource),
                      catalog::SplitReason::kThroughput, now, settings);
  Publish(resource.table);
  return true;
}

}  // namespace stator::simulate
