#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "api/handlers.h"
#include "api/lookup.h"
#include "api/partition_plan.h"
#include "api/table_description.h"
#include "api/table_options.h"
#include "api/table_schema.h"
#include "api/throughput_quotas.h"
#include "base/ids.h"
#include "base/limits.h"
#include "base/texts.h"
#include "capacity/partition_rules.h"
#include "streams/lineage.h"

namespace stator::api {
namespace {

using catalog::TableSettings;

Result<> PlanTableBilling(const CreateTableRequest& request, const TableServices& services,
                          TableSettings& settings) {
  const bool on_demand = request.billing_mode == BillingMode::kPayPerRequest;
  if (on_demand && request.provisioned_throughput) return FailInvalid(texts::kOnDemandWithUnits);
  if (!on_demand && !request.provisioned_throughput) {
    return FailInvalid(texts::kProvisionedWithoutUnits);
  }
  if (on_demand) {
    settings.billing = catalog::BillingMode::kPayPerRequest;
    settings.on_demand_since = services.clock.Now();
    if (!request.on_demand_throughput) return {};
    return PlanOnDemandLimits(*request.on_demand_throughput, "table", false, settings.on_demand);
  }
  settings.provisioned.units = TRY(PlanUnits(*request.provisioned_throughput));
  return CheckOnDemandAllowed(request.on_demand_throughput);
}

Result<> PlanIndexesBilling(const CreateTableRequest& request, TableSettings& settings) {
  if (!request.global_secondary_indexes) return {};
  for (const auto& given : *request.global_secondary_indexes) {
    auto& index = *std::ranges::find(settings.indexes, *given.index_name, &catalog::Index::name);
    TRY(PlanIndexBilling(given, settings.billing, index));
  }
  return {};
}

Result<> PlanStream(const CreateTableRequest& request, TableSettings& settings) {
  if (!request.stream_specification) return {};
  const auto& given = *request.stream_specification;
  if (!given.stream_enabled.value_or(false)) {
    if (given.stream_view_type) return FailInvalid(texts::kStreamViewWhenDisabled);
    return {};
  }
  if (!given.stream_view_type) return FailInvalid(texts::kStreamViewMissing);
  settings.stream = NewStream(*given.stream_view_type);
  return {};
}

Result<> PlanOptions(const CreateTableRequest& request, const TableServices& services,
                     TableSettings& settings) {
  TRY(PlanStream(request, settings));
  if (request.sse_specification) {
    settings.encryption = TRY(PlanEncryption(services.account, *request.sse_specification));
  }
  if (request.warm_throughput) {
    TRY(PlanWarmThroughput(*request.warm_throughput, "table",
                           DefaultWarmThroughput(settings.billing, settings.provisioned.units),
                           settings.warm));
  }
  if (request.table_class) settings.table_class = TableClassOf(*request.table_class);
  settings.deletion_protected = request.deletion_protection_enabled.value_or(false);
  if (request.tags) TRY(AddTags(*request.tags, settings.tags));
  return {};
}

}  // namespace

Result<CreateTableResponse> CreateTable(const TableServices& services,
                                        const CreateTableRequest& request) {
  TRY(Refuse({{"GlobalTableSourceArn", request.global_table_source_arn.has_value()},
              {"GlobalTableSettingsReplicationMode",
               request.global_table_settings_replication_mode.has_value()},
              {"ResourcePolicy", request.resource_policy.has_value()},
              {"VectorIndexes", request.vector_indexes.has_value()}}));
  TableSettings settings;
  settings.name = catalog::TableNameIn(*request.table_name).value();  // wire accepts no other ARN
  TRY(PlanTableBilling(request, services, settings));
  TRY(PlanSchema(request, settings));
  TRY(PlanIndexesBilling(request, settings));
  TRY(PlanOptions(request, services, settings));

  settings.id = ThreadIds().Uuid();
  settings.arn = catalog::TableArn(services.account.region, services.account.id, settings.name);
  settings.created = services.clock.Now();
  settings.settled = catalog::SettledAt(settings.created, services.account.status_delay);
  const auto table =
      TRY(services.queue.Change([&](catalog::Catalog& catalog) -> Result<catalog::Change> {
        if (FindLiveTable(catalog, services.clock, settings.name)) {
          return Fail(ErrorCode::kResourceInUseException,
                      fmt::format(texts::kTableExists, settings.name));
        }
        TRY(CheckQuotas(services.account, catalog, nullptr, settings));
        TRY(PlanFirstPartitions(settings));
        auto change = TRY(streams::PlanCreate(catalog, settings, settings.created));
        DropExpired(catalog, services.clock, change);
        if (catalog.count() - change.withdraw.size() >= limits::kTablesMax) {
          return Fail(ErrorCode::kLimitExceededException,
                      fmt::format(texts::kTooManyTables, limits::kTablesMax));
        }
        return change;
      }));
  services.charges.RaisedWarm(settings.name, capacity::WarmRaises(nullptr, table->settings()));
  CreateTableResponse response;
  response.table_description = DescribeNew(services, *table);
  return response;
}

}  // namespace stator::api
