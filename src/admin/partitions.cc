#include "admin/partitions.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "admin/answer.h"
#include "admin/boundary.h"
#include "admin/refusal.h"
#include "api/lookup.h"
#include "base/time_text.h"
#include "capacity/governor.h"
#include "capacity/report.h"
#include "catalog/partitions.h"
#include "catalog/stream.h"
#include "database/partition_sizes.h"
#include "item/key.h"
#include "json/describe.h"
#include "json/to_json.h"

namespace stator::admin {
namespace {

using catalog::Index;
using catalog::PartitionRange;
using catalog::Table;

// Units, not halves of them.
struct PartitionTraffic {
  double units_last_second = 0;
  double units_last_minute = 0;
  std::uint64_t throttles = 0;
  bool hot = false;
};
BOOST_DESCRIBE_STRUCT(PartitionTraffic, (), (units_last_second, units_last_minute, throttles, hot))

struct ResourceTraffic {
  std::int64_t rate = 0;
  double units_last_second = 0;
  double units_last_minute = 0;
  std::uint64_t throttles = 0;
};
BOOST_DESCRIBE_STRUCT(ResourceTraffic, (), (rate, units_last_second, units_last_minute, throttles))

struct ReportedPartition {
  std::uint32_t partition = 0;
  Boundary from;
  std::optional<Boundary> to;  // absent: to the end
  std::optional<std::int64_t> bytes;
  std::optional<std::int64_t> entries;
  std::optional<double> share;
  std::optional<PartitionTraffic> read;
  std::optional<PartitionTraffic> write;
  std::optional<std::string> shard_id;
};
BOOST_DESCRIBE_STRUCT(ReportedPartition, (),
                      (partition, from, to, bytes, entries, share, read, write, shard_id))

struct ReportedIndex {
  std::string_view index;
  std::optional<ResourceTraffic> read;
  std::optional<ResourceTraffic> write;
  std::vector<ReportedPartition> partitions;
};
BOOST_DESCRIBE_STRUCT(ReportedIndex, (), (index, read, write, partitions))

struct ReportedSplit {
  std::string time;
  std::optional<std::string_view> index;
  std::uint32_t partition = 0;
  catalog::SplitReason reason = catalog::SplitReason::kRequest;
  Boundary at;
};
BOOST_DESCRIBE_STRUCT(ReportedSplit, (), (time, index, partition, reason, at))

struct PartitionsAnswer {
  std::string_view table;
  std::optional<ResourceTraffic> read;
  std::optional<ResourceTraffic> write;
  std::vector<ReportedPartition> partitions;
  std::vector<ReportedIndex> indexes;
  std::vector<ReportedSplit> splits;
};
BOOST_DESCRIBE_STRUCT(PartitionsAnswer, (), (table, read, write, partitions, indexes, splits))

// Returns the open shard of a partition of the table.
const catalog::Shard* ShardOf(const catalog::StreamPtr& stream, const Table& table,
                              std::size_t place) {
  if (!stream || place >= table->stream.shards.size()) return nullptr;
  return stream->FindShard(table->stream.shards[place].number);
}

struct Resource {
  const Table& table;
  const Index* index;  // nullptr: the table itself
  std::vector<database::PartSize> sizes;
  catalog::StreamPtr stream;
  std::optional<capacity::ResourceReport> traffic;

  std::span<const PartitionRange> partitions() const {
    return index == nullptr ? table->partitions : index->partitions;
  }
};

Resource ResourceOf(database::Database& database, const Table& table, const Index* index,
                    const capacity::TableReport& report) {
  Resource resource{.table = table, .index = index};
  const std::string name = index == nullptr ? "" : index->name;
  const auto traffic = std::ranges::find(report, name, &capacity::ResourceReport::index);
  if (traffic != report.end()) resource.traffic = *traffic;
  // Sizes are only an estimate, so without them the answer still has the ranges.
  if (auto sizes = database::PartitionSizes(database.store().engine(), database.store().catalog(),
                                            table, index)) {
    resource.sizes = *std::move(sizes);
  }
  if (index == nullptr) {
    resource.stream =
        database.store().catalog().FindStream(catalog::StreamArn(table->arn, table->stream.label));
  }
  return resource;
}

void AddSize(const Resource& resource, std::size_t place, ReportedPartition& partition) {
  if (place >= resource.sizes.size()) return;
  std::int64_t all = 0;
  for (const auto& size : resource.sizes) all += size.bytes;
  const auto& size = resource.sizes[place];
  partition.bytes = size.bytes;
  partition.entries = size.entries;
  partition.share = all == 0 ? 0 : static_cast<double>(size.bytes) / static_cast<double>(all);
}

double WholeUnits(table::HalfUnits units) { return static_cast<double>(units) / 2; }

PartitionTraffic TrafficOf(const capacity::PartitionAccessReport& access) {
  return {.units_last_second = WholeUnits(access.used.last_second),
          .units_last_minute = WholeUnits(access.used.last_minute),
          .throttles = access.throttles,
          .hot = access.hot};
}

ResourceTraffic TrafficOf(const capacity::AccessReport& access) {
  ResourceTraffic traffic{.rate = access.rate,
                          .units_last_second = WholeUnits(access.used.last_second),
                          .units_last_minute = WholeUnits(access.used.last_minute)};
  for (const auto each : access.throttles) traffic.throttles += each;
  return traffic;
}

// Sets `read` and `write`.
template <class Report, class Reported>
void AddTraffic(const Report& report, Reported& reported) {
  reported.read = TrafficOf(report.access[capacity::Place(capacity::Access::kRead)]);
  reported.write = TrafficOf(report.access[capacity::Place(capacity::Access::kWrite)]);
}

ReportedPartition PartitionAt(const Resource& resource, std::size_t place) {
  const auto partitions = resource.partitions();
  ReportedPartition partition{
      .partition = partitions[place].number,
      .from = BoundaryAt(resource.table, resource.index, partitions[place].begin)};
  if (place + 1 < partitions.size()) {
    partition.to = BoundaryAt(resource.table, resource.index, partitions[place + 1].begin);
  }
  AddSize(resource, place, partition);
  if (resource.traffic) {
    const auto& reports = resource.traffic->partitions;
    const auto found =
        std::ranges::find(reports, partition.partition, &capacity::PartitionReport::number);
    if (found != reports.end()) AddTraffic(*found, partition);
  }
  if (const auto* shard = ShardOf(resource.stream, resource.table, place)) {
    partition.shard_id = catalog::ShardId(*shard);
  }
  return partition;
}

// The partitions, and the traffic of the whole.
template <class Reported>
void AddResource(const Resource& resource, Reported& reported) {
  if (resource.traffic) AddTraffic(*resource.traffic, reported);
  for (std::size_t place = 0; place < resource.partitions().size(); ++place) {
    reported.partitions.push_back(PartitionAt(resource, place));
  }
}

ReportedSplit SplitOf(const Table& table, const catalog::Split& split) {
  ReportedSplit reported{
      .time = TimeText(split.time), .partition = split.partition, .reason = split.reason};
  if (!split.index.empty()) reported.index = split.index;
  // The index may be deleted, or be another one of the same name; then its keys are shown as bytes.
  const auto* index = split.index.empty() ? nullptr : table.FindIndex(split.index);
  const bool readable = split.index.empty() || index != nullptr;
  reported.at = BoundaryAt(
      table, index, readable ? BytesView(split.at) : split.at.substr(0, sizeof(item::Route)));
  return reported;
}

wire::Response Answer(database::Database& database, std::string_view name) {
  const auto table = api::FindAnyTable(database.store().catalog(), database.clock(), name);
  if (!table) return AdminRefusal(table.error());
  return {.body = PartitionsJson(database, **table)};
}

}  // namespace

std::string PartitionsJson(database::Database& database, const Table& table) {
  const auto report = database.governor().Report(table, database.clock().Now());
  PartitionsAnswer answer{.table = table->name};
  AddResource(ResourceOf(database, table, nullptr, report), answer);
  for (const auto& index : table->indexes) {
    if (index.kind != catalog::IndexKind::kGlobal) continue;
    auto& reported = answer.indexes.emplace_back();
    reported.index = index.name;
    AddResource(ResourceOf(database, table, &index, report), reported);
  }
  for (const auto& split : table->splits) answer.splits.push_back(SplitOf(table, split));
  return json::ToJson(answer);
}

void ReadPartitions(database::Database& database, std::string_view table, Loop& loop,
                    wire::Reply done) {
  AnswerFromPool(database, loop, std::move(done),
                 [&database, table = std::string(table)] { return Answer(database, table); });
}

}  // namespace stator::admin
