#include "api/update_table.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "api/handlers.h"
#include "api/index_updates.h"
#include "api/lookup.h"
#include "api/partition_plan.h"
#include "api/settle.h"
#include "api/table_description.h"
#include "api/table_options.h"
#include "api/throughput_quotas.h"
#include "base/texts.h"
#include "capacity/partition_rules.h"
#include "streams/lineage.h"

namespace stator::api {
namespace {

using catalog::Index;
using catalog::TableSettings;
using catalog::Throughput;

// AWS's text is not known.
constexpr char kStreamViewOfNone[] =
    "One or more parameter values were invalid: StreamViewType should not be specified when "
    "StreamEnabled is false";

bool IsOnDemand(const TableSettings& settings) {
  return settings.billing == catalog::BillingMode::kPayPerRequest;
}

// The state that the parts of one update share.
struct Update {
  const TableServices& services;
  const UpdateTableRequest& request;
  TimeMicros now;
  bool switching = false;  // whether the billing mode changes
};

Result<> PlanIndexUnits(const Update& update, const ProvisionedThroughput& given, Index& index) {
  const auto wanted = TRY(PlanUnits(given));
  if (wanted == index.provisioned.units && !update.switching) {
    const auto& units = index.provisioned.units;
    return FailInvalid(fmt::format(texts::kIndexUnitsUnchanged, index.name, units.read, wanted.read,
                                   units.write, wanted.write));
  }
  return SetUnits(update.services.account.quotas, wanted, update.now, index.provisioned);
}

Result<> PlanIndexUpdate(const Update& update, const UpdateGlobalSecondaryIndexAction& given,
                         TableSettings& settings) {
  auto& index = *std::ranges::find(settings.indexes, *given.index_name, &Index::name);
  const auto what = fmt::format("index {}", index.name);
  if (given.provisioned_throughput) {
    if (IsOnDemand(settings)) {
      return FailInvalid(fmt::format(texts::kIndexWithUnits, index.name));
    }
    TRY(PlanIndexUnits(update, *given.provisioned_throughput, index));
  }
  if (given.on_demand_throughput) {
    if (!IsOnDemand(settings)) {
      return FailInvalid(fmt::format(texts::kOnDemandLimitsProvisionedUpdate,
                                     FirstLimitOf(*given.on_demand_throughput)));
    }
    TRY(PlanOnDemandLimits(*given.on_demand_throughput, what, true, index.on_demand));
  }
  if (given.warm_throughput) {
    const auto current = capacity::WarmThroughputOf(capacity::DimensionsOf(settings, &index));
    TRY(PlanWarmThroughput(*given.warm_throughput, what, current, index.warm));
  }
  return {};
}

// Refuses a switch to provisioned mode that leaves indexes without units.
Result<> CheckIndexesHaveUnits(const TableSettings& settings) {
  std::vector<std::string_view> missing;
  for (const auto& index : settings.indexes) {
    if (index.kind == catalog::IndexKind::kGlobal && index.provisioned.units == Throughput{}) {
      missing.emplace_back(index.name);
    }
  }
  if (missing.empty()) return {};
  return FailInvalid(fmt::format(texts::kIndexWithoutUnits, fmt::join(missing, ",")));
}

Result<> SwitchToOnDemand(const Update& update, TableSettings& settings) {
  TRY(NoteOnDemandSwitch(update.services.account.quotas, update.now, settings));
  settings.billing = catalog::BillingMode::kPayPerRequest;
  settings.on_demand_since = update.now;
  settings.provisioned.units = {};
  for (auto& index : settings.indexes) index.provisioned.units = {};
  return {};
}

// Limits are for on-demand tables, so a switch removes them.
void SwitchToProvisioned(TableSettings& settings) {
  settings.billing = catalog::BillingMode::kProvisioned;
  settings.on_demand = {};
  for (auto& index : settings.indexes) index.on_demand = {};
}

Result<> PlanTableUnits(const Update& update, TableSettings& settings) {
  const auto& request = update.request;
  if (!request.provisioned_throughput) return {};
  if (IsOnDemand(settings)) return FailInvalid(texts::kOnDemandWithUnits);
  const auto wanted = TRY(PlanUnits(*request.provisioned_throughput));
  const auto units = settings.provisioned.units;
  const auto& updates = request.global_secondary_index_updates;
  const bool indexes_change = updates && !updates->empty();
  if (wanted == units && !update.switching && !indexes_change) {
    return FailInvalid(
        fmt::format(texts::kUnitsUnchanged, units.read, wanted.read, units.write, wanted.write));
  }
  return SetUnits(update.services.account.quotas, wanted, update.now, settings.provisioned);
}

Result<> PlanBilling(Update update, TableSettings& settings) {
  const auto& request = update.request;
  auto& switching = update.switching;
  if (request.billing_mode) {
    const bool to_on_demand = *request.billing_mode == BillingMode::kPayPerRequest;
    if (to_on_demand && request.provisioned_throughput) {
      return FailInvalid(texts::kOnDemandWithUnits);
    }
    switching = to_on_demand != IsOnDemand(settings);
    if (switching && !to_on_demand && !request.provisioned_throughput) {
      return FailInvalid(texts::kSwitchNeedsUnits);
    }
    if (switching && to_on_demand) TRY(SwitchToOnDemand(update, settings));
    if (switching && !to_on_demand) SwitchToProvisioned(settings);
  }
  TRY(PlanTableUnits(update, settings));
  if (request.global_secondary_index_updates) {
    for (const auto& each : *request.global_secondary_index_updates) {
      if (each.update) TRY(PlanIndexUpdate(update, *each.update, settings));
    }
  }
  if (switching && !IsOnDemand(settings)) TRY(CheckIndexesHaveUnits(settings));
  return {};
}

Result<> PlanStream(const StreamSpecification& given, TableSettings& settings) {
  auto& stream = settings.stream;
  if (given.stream_enabled.value_or(false)) {
    if (stream.enabled) {
      return FailInvalid(fmt::format(texts::kStreamAlreadyEnabled, settings.name));
    }
    if (!given.stream_view_type) return FailInvalid(texts::kStreamViewMissing);
    stream = NewStream(*given.stream_view_type);
    return {};
  }
  if (given.stream_view_type) return FailInvalid(kStreamViewOfNone);
  if (!stream.enabled) {
    return FailInvalid(fmt::format(texts::kStreamAlreadyDisabled, settings.name));
  }
  stream.enabled = false;
  return {};
}

Result<> PlanThroughputLimits(const UpdateTableRequest& request, TableSettings& settings) {
  if (request.on_demand_throughput) {
    const auto& given = *request.on_demand_throughput;
    if (!IsOnDemand(settings)) {
      return FailInvalid(fmt::format(texts::kOnDemandLimitsProvisionedUpdate, FirstLimitOf(given)));
    }
    TRY(PlanOnDemandLimits(given, "table", true, settings.on_demand));
  }
  if (!request.warm_throughput) return {};
  const auto current = capacity::WarmThroughputOf(capacity::DimensionsOf(settings, nullptr));
  return PlanWarmThroughput(*request.warm_throughput, "table", current, settings.warm);
}

Result<> PlanOptions(const TableServices& services, const UpdateTableRequest& request,
                     TableSettings& settings) {
  if (request.stream_specification) {
    TRY(PlanStream(*request.stream_specification, settings));
  }
  if (request.sse_specification) {
    settings.encryption = TRY(PlanEncryption(services.account, *request.sse_specification));
  }
  if (request.table_class) {
    settings.table_class = TableClassOf(*request.table_class);
    settings.class_changed = services.clock.Now();
  }
  if (request.deletion_protection_enabled) {
    settings.deletion_protected = *request.deletion_protection_enabled;
  }
  return PlanThroughputLimits(request, settings);
}

bool ChangesThroughput(const UpdateTableRequest& request) {
  const auto& updates = request.global_secondary_index_updates;
  return request.provisioned_throughput || request.on_demand_throughput ||
         request.warm_throughput ||
         (updates &&
          std::ranges::any_of(*updates, [](const auto& each) { return each.update.has_value(); }));
}

bool ChangesOptions(const UpdateTableRequest& request) {
  return request.billing_mode || request.stream_specification || request.sse_specification ||
         request.table_class || request.deletion_protection_enabled;
}

// The bounds of units are the same for all tables, and AWS checks them before it looks for the
// table.
Result<> CheckUnits(const UpdateTableRequest& request) {
  if (request.provisioned_throughput) TRY(PlanUnits(*request.provisioned_throughput));
  if (!request.global_secondary_index_updates) return {};
  for (const auto& each : *request.global_secondary_index_updates) {
    if (each.create && each.create->provisioned_throughput) {
      TRY(PlanUnits(*each.create->provisioned_throughput));
    }
    if (each.update && each.update->provisioned_throughput) {
      TRY(PlanUnits(*each.update->provisioned_throughput));
    }
  }
  return {};
}

Result<> CheckRequest(const UpdateTableRequest& request) {
  TRY(Refuse({{"ReplicaUpdates", request.replica_updates.has_value()},
              {"MultiRegionConsistency", request.multi_region_consistency.has_value()},
              {"GlobalTableWitnessUpdates", request.global_table_witness_updates.has_value()},
              {"GlobalTableSettingsReplicationMode",
               request.global_table_settings_replication_mode.has_value()},
              {"VectorIndexUpdates", request.vector_index_updates.has_value()}}));
  const auto& updates = request.global_secondary_index_updates;
  const bool anything =
      ChangesThroughput(request) || ChangesOptions(request) || (updates && !updates->empty());
  if (!anything) return FailInvalid(texts::kNothingToUpdate);
  return CheckUnits(request);
}

// Only one index at a time is created or deleted. An index may be deleted while it backfills.
Result<> CheckOnlineIndex(const catalog::Table& table, const IndexChange& indexes) {
  const Index* index = table.UnsettledIndex();
  if (index == nullptr || !indexes.any()) return {};
  if (indexes.remove != index->name) {
    return Fail(ErrorCode::kLimitExceededException, texts::kOneOnlineIndex);
  }
  if (index->state == catalog::IndexState::kAllocating) {
    return Fail(ErrorCode::kResourceInUseException, texts::kIndexAllocating);
  }
  return {};
}

Result<catalog::TablePtr> FindTableToUpdate(const TableServices& services,
                                            const catalog::Catalog& catalog, std::string_view name,
                                            const IndexChange& indexes) {
  if (const auto table = FindLiveTable(catalog, services.clock, name)) {
    TRY(CheckOnlineIndex(*table, indexes));
  }
  return FindSettledTable(catalog, services.clock, name);
}

Result<TableSettings> PlanUpdate(const TableServices& services, const UpdateTableRequest& request,
                                 const IndexChange& indexes, TableSettings settings) {
  const auto now = services.clock.Now();
  TRY(PlanIndexChange(services.account, indexes, now, settings));
  TRY(CheckUpdatedIndexes(request, settings));
  TRY(PlanBilling({services, request, now}, settings));
  TRY(PlanOptions(services, request, settings));
  settings.updating = true;
  settings.settled = catalog::SettledAt(now, services.account.status_delay);
  return settings;
}

Result<catalog::Change> PlanTable(const TableServices& services, catalog::Catalog& catalog,
                                  std::string_view name, const UpdateTableRequest& request,
                                  const IndexChange& indexes) {
  const auto old = TRY(FindTableToUpdate(services, catalog, name, indexes));
  auto settings = TRY(PlanUpdate(services, request, indexes, old->settings()));
  TRY(CheckQuotas(services.account, catalog, &old->settings(), settings));
  const auto now = services.clock.Now();
  TRY(PlanMorePartitions(now, settings));
  return streams::PlanReplace(catalog, *old, std::move(settings), now);
}

// Returns zero units for a missing table or index. The update reports that it is missing.
Throughput UnitsOf(const catalog::Table* table, const std::string& index_name) {
  if (table == nullptr) return {};
  if (index_name.empty()) return table->settings().provisioned.units;
  const Index* index = table->FindIndex(index_name);
  return index == nullptr ? Throughput{} : index->provisioned.units;
}

UpdateTableRequest UnitsRequest(const UnitsChange& change, Throughput units) {
  (change.access == capacity::Access::kRead ? units.read : units.write) = change.units;
  ProvisionedThroughput throughput;
  throughput.read_capacity_units = units.read;
  throughput.write_capacity_units = units.write;
  UpdateTableRequest request;
  request.table_name = change.table;
  if (change.index.empty()) {
    request.provisioned_throughput = throughput;
    return request;
  }
  auto& update = request.global_secondary_index_updates.emplace().emplace_back().update.emplace();
  update.index_name = change.index;
  update.provisioned_throughput = throughput;
  return request;
}

}  // namespace

Result<> UpdateUnits(const TableServices& services, const UnitsChange& change) {
  TRY(services.queue.Change([&](catalog::Catalog& catalog) -> Result<catalog::Change> {
    const auto table = FindLiveTable(catalog, services.clock, change.table);
    const auto request = UnitsRequest(change, UnitsOf(table.get(), change.index));
    return PlanTable(services, catalog, change.table, request, {});
  }));
  return {};
}

// Creates or deletes one index, or changes other settings.
Result<UpdateTableResponse> UpdateTable(const TableServices& services,
                                        const UpdateTableRequest& request) {
  TRY(CheckRequest(request));
  const auto indexes = TRY(ReadIndexChange(request));
  if (indexes.any() && (ChangesThroughput(request) || ChangesOptions(request))) {
    return FailInvalid(texts::kIndexChangeNotAlone);
  }
  const auto found = TRY(FindAnyTable(services.catalog, services.clock, *request.table_name));
  const auto& name = found->settings().name;
  catalog::TablePtr before;
  const auto table =
      TRY(services.queue.Change([&](catalog::Catalog& catalog) -> Result<catalog::Change> {
        before = FindLiveTable(catalog, services.clock, name);
        return PlanTable(services, catalog, name, request, indexes);
      }));
  services.charges.RaisedWarm(name, capacity::WarmRaises(&before->settings(), table->settings()));
  if (indexes.any() || request.stream_specification) services.background.Wake();
  UpdateTableResponse response;
  response.table_description = DescribeUpdated(services, *before, *table);
  if (indexes.any()) {
    AwaitSettled(services, name,
                 [](const catalog::Table& changed) { return changed.UnsettledIndex() == nullptr; });
  }
  return response;
}

}  // namespace stator::api
