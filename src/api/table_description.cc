#include "api/table_description.h"

#include <string>
#include <utility>
#include <vector>

#include "base/durations.h"
#include "capacity/partition_rules.h"
#include "catalog/stream.h"

namespace stator::api {
namespace {

using catalog::Index;
using catalog::IndexKind;
using catalog::KeyAttribute;
using catalog::Table;
using catalog::TableSettings;

ScalarAttributeType ScalarTypeOf(item::Type type) {
  switch (type) {
    case item::Type::kNumber:
      return ScalarAttributeType::kN;
    case item::Type::kBinary:
      return ScalarAttributeType::kB;
    default:
      return ScalarAttributeType::kS;
  }
}

KeySchemaElement Element(const KeyAttribute& key, KeyType type) {
  KeySchemaElement element;
  element.attribute_name = key.name;
  element.key_type = type;
  return element;
}

std::vector<KeySchemaElement> SchemaOf(const Index& index) {
  std::vector<KeySchemaElement> schema;
  for (const auto& key : index.hash_keys) schema.push_back(Element(key, KeyType::kHash));
  for (const auto& key : index.range_keys) schema.push_back(Element(key, KeyType::kRange));
  return schema;
}

Projection ProjectionOf(const Index& index) {
  Projection projection;
  switch (index.projection) {
    case catalog::ProjectionKind::kAll:
      projection.projection_type = ProjectionType::kAll;
      break;
    case catalog::ProjectionKind::kKeysOnly:
      projection.projection_type = ProjectionType::kKeysOnly;
      break;
    case catalog::ProjectionKind::kInclude:
      projection.projection_type = ProjectionType::kInclude;
      projection.non_key_attributes = index.included;
      break;
  }
  return projection;
}

ProvisionedThroughputDescription ProvisionedOf(const TableServices& services,
                                               const catalog::Provisioned& provisioned) {
  const bool today = provisioned.decreased / kDay == services.clock.Now() / kDay;
  ProvisionedThroughputDescription description;
  description.read_capacity_units = provisioned.units.read;
  description.write_capacity_units = provisioned.units.write;
  description.number_of_decreases_today = today ? provisioned.decreases_today : 0;
  if (provisioned.increased != 0)
    description.last_increase_date_time = Seconds(provisioned.increased);
  if (provisioned.decreased != 0)
    description.last_decrease_date_time = Seconds(provisioned.decreased);
  return description;
}

std::optional<OnDemandThroughput> OnDemandOf(const catalog::OnDemandLimits& limits) {
  if (!limits.read && !limits.write) return std::nullopt;
  OnDemandThroughput throughput;
  throughput.max_read_request_units = limits.read.value_or(-1);
  throughput.max_write_request_units = limits.write.value_or(-1);
  return throughput;
}

// An index created with its table becomes active with it.
IndexStatus IndexStatusOf(const Index& index, TableStatus table) {
  switch (index.state) {
    case catalog::IndexState::kActive:
      return table == TableStatus::kCreating ? IndexStatus::kCreating : IndexStatus::kActive;
    case catalog::IndexState::kAllocating:
    case catalog::IndexState::kBackfilling:
      return IndexStatus::kCreating;
    case catalog::IndexState::kDeleting:
      return IndexStatus::kDeleting;
  }
  std::unreachable();
}

// Only an index that UpdateTable is creating reports whether it is backfilling.
std::optional<bool> BackfillingOf(const Index& index) {
  if (index.state == catalog::IndexState::kAllocating) return false;
  if (index.state == catalog::IndexState::kBackfilling) return true;
  return std::nullopt;
}

GlobalSecondaryIndexDescription GlobalIndexOf(const TableServices& services, const Table& table,
                                              const Index& index, IndexStatus status) {
  GlobalSecondaryIndexDescription description;
  description.index_name = index.name;
  description.index_arn = table->arn + "/index/" + index.name;
  description.key_schema = SchemaOf(index);
  description.projection = ProjectionOf(index);
  description.index_status = status;
  description.backfilling = BackfillingOf(index);
  description.provisioned_throughput = ProvisionedOf(services, index.provisioned);
  description.on_demand_throughput = OnDemandOf(index.on_demand);
  const auto counts = services.catalog.StatisticsOf(table, index.space);
  description.item_count = counts.entries;
  description.index_size_bytes = counts.bytes;
  const auto warm = capacity::WarmThroughputOf(capacity::DimensionsOf(table.settings(), &index));
  auto& warm_description = description.warm_throughput.emplace();
  warm_description.read_units_per_second = warm.read;
  warm_description.write_units_per_second = warm.write;
  warm_description.status = status == IndexStatus::kCreating ? IndexStatus::kUpdating : status;
  return description;
}

LocalSecondaryIndexDescription LocalIndexOf(const TableServices& services, const Table& table,
                                            const Index& index) {
  LocalSecondaryIndexDescription description;
  description.index_name = index.name;
  description.index_arn = table->arn + "/index/" + index.name;
  description.key_schema = SchemaOf(index);
  description.projection = ProjectionOf(index);
  const auto counts = services.catalog.StatisticsOf(table, index.space);
  description.item_count = counts.entries;
  description.index_size_bytes = counts.bytes;
  return description;
}

TableStatus StatusOf(catalog::TableStatus status) {
  switch (status) {
    case catalog::TableStatus::kCreating:
      return TableStatus::kCreating;
    case catalog::TableStatus::kActive:
      return TableStatus::kActive;
    case catalog::TableStatus::kUpdating:
      return TableStatus::kUpdating;
    case catalog::TableStatus::kDeleting:
      return TableStatus::kDeleting;
  }
  std::unreachable();
}

void AddSchema(const TableSettings& settings, TableDescription& description) {
  auto& definitions = description.attribute_definitions.emplace();
  for (const auto& key : settings.definitions) {
    AttributeDefinition definition;
    definition.attribute_name = key.name;
    definition.attribute_type = ScalarTypeOf(key.type);
    definitions.push_back(std::move(definition));
  }
  description.key_schema = KeySchemaOf(settings.partition_key, settings.sort_key);
}

void AddIndexes(const TableServices& services, const Table& table, TableStatus status,
                TableDescription& description) {
  for (const auto& index : table->indexes) {
    if (index.kind == IndexKind::kGlobal) {
      if (!description.global_secondary_indexes) description.global_secondary_indexes.emplace();
      description.global_secondary_indexes->push_back(
          GlobalIndexOf(services, table, index, IndexStatusOf(index, status)));
    } else {
      if (!description.local_secondary_indexes) description.local_secondary_indexes.emplace();
      description.local_secondary_indexes->push_back(LocalIndexOf(services, table, index));
    }
  }
}

void AddBilling(const TableServices& services, const TableSettings& settings,
                TableDescription& description) {
  description.provisioned_throughput = ProvisionedOf(services, settings.provisioned);
  description.on_demand_throughput = OnDemandOf(settings.on_demand);
  if (settings.on_demand_since == 0) return;
  auto& summary = description.billing_mode_summary.emplace();
  summary.billing_mode = settings.billing == catalog::BillingMode::kPayPerRequest
                             ? BillingMode::kPayPerRequest
                             : BillingMode::kProvisioned;
  summary.last_update_to_pay_per_request_date_time = Seconds(settings.on_demand_since);
}

void AddWarmThroughput(const TableSettings& settings, TableStatus status,
                       TableDescription& description) {
  const auto warm = capacity::WarmThroughputOf(capacity::DimensionsOf(settings, nullptr));
  auto& described = description.warm_throughput.emplace();
  described.read_units_per_second = warm.read;
  described.write_units_per_second = warm.write;
  described.status = status == TableStatus::kCreating ? TableStatus::kUpdating : status;
}

void AddStream(const TableSettings& settings, TableDescription& description) {
  const auto& stream = settings.stream;
  if (stream.label.empty()) return;
  description.latest_stream_label = stream.label;
  description.latest_stream_arn = catalog::StreamArn(settings.arn, stream.label);
  if (!stream.enabled) return;
  auto& specification = description.stream_specification.emplace();
  specification.stream_enabled = true;
  specification.stream_view_type = ViewOf(stream.view);
}

SSEDescription EncryptionOf(const std::string& key_arn, SSEStatus status) {
  SSEDescription description;
  description.status = status;
  description.sse_type = SSEType::kKms;
  description.kms_master_key_arn = key_arn;
  return description;
}

void AddOptions(const TableSettings& settings, TableDescription& description) {
  description.deletion_protection_enabled = settings.deletion_protected;
  if (!settings.encryption.kms_key_arn.empty()) {
    description.sse_description =
        EncryptionOf(settings.encryption.kms_key_arn, SSEStatus::kEnabled);
  }
  if (settings.table_class) {
    auto& summary = description.table_class_summary.emplace();
    summary.table_class = *settings.table_class == catalog::TableClass::kStandard
                              ? TableClass::kStandard
                              : TableClass::kStandardInfrequentAccess;
    if (settings.class_changed != 0) {
      summary.last_update_date_time = Seconds(settings.class_changed);
    }
  }
}

// Returns the parts that every description has, even that of a table being deleted.
TableDescription Outline(const TableServices& services, const Table& table, TableStatus status) {
  TableDescription description;
  description.table_name = table->name;
  description.table_arn = table->arn;
  description.table_id = table->id;
  description.table_status = status;
  const auto counts = services.catalog.StatisticsOf(table, table->rows);
  description.item_count = counts.entries;
  description.table_size_bytes = counts.bytes;
  AddBilling(services, table.settings(), description);
  AddStream(table.settings(), description);
  AddOptions(table.settings(), description);
  return description;
}

}  // namespace

StreamViewType ViewOf(catalog::StreamView view) {
  switch (view) {
    case catalog::StreamView::kKeysOnly:
      return StreamViewType::kKeysOnly;
    case catalog::StreamView::kNewImage:
      return StreamViewType::kNewImage;
    case catalog::StreamView::kOldImage:
      return StreamViewType::kOldImage;
    case catalog::StreamView::kNewAndOldImages:
      return StreamViewType::kNewAndOldImages;
  }
  std::unreachable();
}

std::vector<KeySchemaElement> KeySchemaOf(const KeyAttribute& partition_key,
                                          const std::optional<KeyAttribute>& sort_key) {
  std::vector<KeySchemaElement> schema{Element(partition_key, KeyType::kHash)};
  if (sort_key) schema.push_back(Element(*sort_key, KeyType::kRange));
  return schema;
}

double Seconds(TimeMicros time) {
  const TimeMicros millis = time / 1000;
  return static_cast<double>(millis) / 1000;
}

TableDescription Describe(const TableServices& services, const Table& table,
                          std::optional<TableStatus> wanted) {
  const auto status = wanted.value_or(StatusOf(table.StatusAt(services.clock.Now())));
  if (status == TableStatus::kDeleting) return DescribeDeleting(services, table);
  auto description = Outline(services, table, status);
  description.creation_date_time = Seconds(table->created);
  AddSchema(table.settings(), description);
  AddIndexes(services, table, status, description);
  AddWarmThroughput(table.settings(), status, description);
  return description;
}

TableDescription DescribeNew(const TableServices& services, const Table& table) {
  auto description = Describe(services, table, TableStatus::kCreating);
  auto& billing = description.billing_mode_summary;
  if (billing) billing->last_update_to_pay_per_request_date_time.reset();
  if (!table->warm) description.warm_throughput.reset();
  if (!description.global_secondary_indexes) return description;
  for (auto& index : *description.global_secondary_indexes) {
    if (!table.FindIndex(*index.index_name)->warm) index.warm_throughput.reset();
  }
  return description;
}

TableDescription DescribeUpdated(const TableServices& services, const Table& before,
                                 const Table& table) {
  auto description = Describe(services, table, TableStatus::kUpdating);
  const auto& key = before->encryption.kms_key_arn;
  if (!key.empty() && table->encryption.kms_key_arn.empty()) {
    description.sse_description = EncryptionOf(key, SSEStatus::kUpdating);
  }
  return description;
}

TableDescription DescribeDeleting(const TableServices& services, const Table& table) {
  return Outline(services, table, TableStatus::kDeleting);
}

}  // namespace stator::api
