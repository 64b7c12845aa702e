#include "simulate/tables.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/check.h"
#include "base/endian.h"
#include "capacity/rules.h"
#include "model/estimate.h"
#include "model/price_model.h"

namespace stator::simulate {
namespace {

using capacity::kOnDemandUnits;
using capacity::kPartitionUnits;

// How many a new one has (facts 6.3, 6.4).
std::size_t PartitionsFor(bool on_demand, const catalog::Throughput& units, double bytes) {
  double heat = 0;
  for (const std::size_t place : {0, 1}) {
    const double each = static_cast<double>(kPartitionUnits[place]);
    const auto wanted = place == 0 ? units.read : units.write;
    heat = on_demand ? std::max(heat, static_cast<double>(kOnDemandUnits[place]) / each)
                     : heat + static_cast<double>(wanted) / each;
  }
  const double size = std::ceil(bytes / model::kPartitionBytesMax);
  return static_cast<std::size_t>(std::clamp(
      std::max(std::ceil(heat), size), 1.0, static_cast<double>(capacity::kResourcePartitionsMax)));
}

std::vector<catalog::PartitionRange> EvenRanges(std::size_t count) {
  std::vector<catalog::PartitionRange> ranges = {{1, Bytes()}};
  for (std::size_t i = 1; i < count; ++i) {
    Bytes begin;
    AppendBigEndian64(~std::uint64_t{0} / count * i, begin);
    ranges.push_back({static_cast<std::uint32_t>(i + 1), std::move(begin)});
  }
  return ranges;
}

void SplitRange(const Bytes& at, std::vector<catalog::PartitionRange>& ranges) {
  const auto number = std::ranges::max(ranges, {}, &catalog::PartitionRange::number).number + 1;
  const auto place = std::ranges::upper_bound(ranges, at, {}, &catalog::PartitionRange::begin);
  ranges.insert(place, {number, at});
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
  if (!table.on_demand) {
    settings.provisioned.units = {table.read_units, table.write_units};
    if (table.scaling) {
      auto& units = settings.provisioned.units;
      units.read = std::max(units.read, table.scaling->min);
      units.write = std::max(units.write, table.scaling->min);
    }
  }
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

}  // namespace

Tables::Tables(const model::Model& model, const std::optional<CapacityChoice>& choice,
               TimeMicros now) {
  for (const auto& table : model.tables) {
    auto settings = SettingsOf(model, table, now);
    if (choice) Choose(*choice, settings);
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
    const bool on_demand = settings.billing == catalog::BillingMode::kPayPerRequest;
    auto& ranges =
        resource.index ? settings.indexes[*resource.index].partitions : settings.partitions;
    ranges =
        EvenRanges(PartitionsFor(on_demand, settings.provisioned.units, resource.stored_bytes));
  }
  descriptors_.resize(settings_.size());
  for (std::size_t i = 0; i < settings_.size(); ++i) Publish(i);
}

void Tables::Publish(std::size_t table) {
  descriptors_[table] = std::make_unique<catalog::Table>(settings_[table]);
}

std::size_t Tables::Find(const model::Model& model, std::string_view table,
                         std::string_view index) const {
  const auto* found = index.empty() ? nullptr : model.FindIndex(index);
  const auto name =
      found == nullptr || found->local ? std::string(table) : fmt::format("{}/{}", table, index);
  const auto at = std::ranges::find(resources_, name, &Resource::name);
  CHECK(at != resources_.end());  // the parser saw to it that all names are known
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

const Resource& Tables::Split(const capacity::HeatSplit& split) {
  auto& settings = settings_[split.table - 1];
  const auto resource = std::ranges::find_if(resources_, [&](const Resource& each) {
    return each.table == split.table - 1 &&
           (each.index ? settings.indexes[*each.index].name : "") == split.index;
  });
  CHECK(resource != resources_.end());
  SplitRange(split.at,
             resource->index ? settings.indexes[*resource->index].partitions : settings.partitions);
  ++settings.epoch;
  Publish(split.table - 1);
  return *resource;
}

}  // namespace stator::simulate
