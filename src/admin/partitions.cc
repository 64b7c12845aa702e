#include "admin/partitions.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "admin/answer.h"
#include "admin/refusal.h"
#include "api/lookup.h"
#include "base/time_text.h"
#include "capacity/governor.h"
#include "capacity/report.h"
#include "catalog/partitions.h"
#include "catalog/stream.h"
#include "database/partition_sizes.h"
#include "item/encoder.h"
#include "item/key.h"
#include "item/tree.h"
#include "json/writer.h"
#include "wire/item_writer.h"

namespace stator::admin {
namespace {

using catalog::Index;
using catalog::KeyAttribute;
using catalog::PartitionRange;
using catalog::Table;

constexpr std::size_t kRouteBytes = 8;

// Returns the key attributes of the table or index, in order.
std::vector<KeyAttribute> KeyParts(const Table& table, const Index* index) {
  std::vector<KeyAttribute> parts;
  if (index != nullptr) {
    parts = index->hash_keys;
    parts.insert(parts.end(), index->range_keys.begin(), index->range_keys.end());
  }
  parts.push_back(table->partition_key);
  if (table->sort_key) parts.push_back(*table->sort_key);
  return parts;
}

// Returns the attributes that can be decoded after a key's route. A boundary need not be a whole
// key.
item::Item ReadableKey(const Table& table, const Index* index, BytesView key) {
  item::Tree::Map attributes;
  key.remove_prefix(std::min(key.size(), kRouteBytes));
  for (const auto& part : KeyParts(table, index)) {
    if (key.empty()) break;
    Bytes value;
    if (!item::DecodeKeyComponent(part.type, key, value)) break;
    attributes.emplace(part.name, item::TreeOf(item::ValueView(value)));
  }
  return item::EncodeItem(attributes);
}

// Writes {"route":"4000000000000000","key":{…}}.
void WriteBoundary(const Table& table, const Index* index, BytesView key, std::string& out) {
  Bytes route(key.substr(0, kRouteBytes));
  route.resize(kRouteBytes, '\0');
  std::string hex;
  for (const char byte : route) {
    hex += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  }
  json::ObjectWriter boundary(out);
  boundary.Key("route");
  json::WriteString(hex, out);
  const auto readable = ReadableKey(table, index, key);
  if (readable.view().count() == 0) return;
  boundary.Key("key");
  wire::WriteItem(readable.view(), out);
}

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

void WriteSize(const Resource& resource, std::size_t place, json::ObjectWriter& partition,
               std::string& out) {
  if (place >= resource.sizes.size()) return;
  std::int64_t all = 0;
  for (const auto& size : resource.sizes) all += size.bytes;
  const auto& size = resource.sizes[place];
  partition.Key("bytes");
  json::WriteInteger(size.bytes, out);
  partition.Key("entries");
  json::WriteInteger(size.entries, out);
  partition.Key("share");
  json::WriteDouble(all == 0 ? 0 : static_cast<double>(size.bytes) / static_cast<double>(all), out);
}

// Writes half units as whole units, as clients count them.
void WriteUnits(table::HalfUnits units, std::string& out) {
  json::WriteDouble(static_cast<double>(units) / 2, out);
}

// Writes {"unitsLastSecond":1.5,"unitsLastMinute":30.0,…}.
void WriteUsed(const capacity::RateReport& used, json::ObjectWriter& object, std::string& out) {
  object.Key("unitsLastSecond");
  WriteUnits(used.last_second, out);
  object.Key("unitsLastMinute");
  WriteUnits(used.last_minute, out);
}

void WritePartitionTraffic(const capacity::PartitionAccessReport& access, std::string& out) {
  json::ObjectWriter object(out);
  WriteUsed(access.used, object, out);
  object.Key("throttles");
  json::WriteInteger(static_cast<std::int64_t>(access.throttles), out);
  object.Key("hot");
  json::WriteBool(access.hot, out);
}

void WriteResourceTraffic(const capacity::AccessReport& access, std::string& out) {
  json::ObjectWriter object(out);
  object.Key("rate");
  json::WriteInteger(access.rate, out);
  WriteUsed(access.used, object, out);
  std::uint64_t throttles = 0;
  for (const auto each : access.throttles) throttles += each;
  object.Key("throttles");
  json::WriteInteger(static_cast<std::int64_t>(throttles), out);
}

// Writes the members "read" and "write" of a report that has both.
template <class Report, class Write>
void WriteAccesses(const Report& report, json::ObjectWriter& object, std::string& out,
                   Write write) {
  object.Key("read");
  write(report.access[capacity::Place(capacity::Access::kRead)], out);
  object.Key("write");
  write(report.access[capacity::Place(capacity::Access::kWrite)], out);
}

void WriteTraffic(const Resource& resource, std::size_t place, json::ObjectWriter& partition,
                  std::string& out) {
  if (!resource.traffic) return;
  const auto& reports = resource.traffic->partitions;
  const auto found = std::ranges::find(reports, resource.partitions()[place].number,
                                       &capacity::PartitionReport::number);
  if (found != reports.end()) WriteAccesses(*found, partition, out, WritePartitionTraffic);
}

void WritePartition(const Resource& resource, std::size_t place, std::string& out) {
  const auto partitions = resource.partitions();
  json::ObjectWriter partition(out);
  partition.Key("partition");
  json::WriteInteger(partitions[place].number, out);
  partition.Key("from");
  WriteBoundary(resource.table, resource.index, partitions[place].begin, out);
  if (place + 1 < partitions.size()) {
    partition.Key("to");
    WriteBoundary(resource.table, resource.index, partitions[place + 1].begin, out);
  }
  WriteSize(resource, place, partition, out);
  WriteTraffic(resource, place, partition, out);
  if (const auto* shard = ShardOf(resource.stream, resource.table, place)) {
    partition.Key("shardId");
    json::WriteString(catalog::ShardId(*shard), out);
  }
}

// Writes "partitions" and the usage of the whole resource.
void WriteResource(const Resource& resource, json::ObjectWriter& object, std::string& out) {
  std::vector<std::size_t> places(resource.partitions().size());
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = i;
  if (resource.traffic) WriteAccesses(*resource.traffic, object, out, WriteResourceTraffic);
  object.Key("partitions");
  json::WriteList(places, out, [&](std::size_t place, std::string& text) {
    WritePartition(resource, place, text);
  });
}

std::string_view ReasonText(catalog::SplitReason reason) {
  switch (reason) {
    case catalog::SplitReason::kRequest:
      return "request";
    case catalog::SplitReason::kSize:
      return "size";
    case catalog::SplitReason::kHeat:
      return "heat";
    case catalog::SplitReason::kGrowth:
      return "growth";
    case catalog::SplitReason::kThroughput:
      return "throughput";
  }
  std::unreachable();
}

void WriteSplit(const Table& table, const catalog::Split& split, std::string& out) {
  json::ObjectWriter line(out);
  line.Key("time");
  json::WriteString(TimeText(split.time), out);
  if (!split.index.empty()) {
    line.Key("index");
    json::WriteString(split.index, out);
  }
  line.Key("partition");
  json::WriteInteger(split.partition, out);
  line.Key("reason");
  json::WriteString(ReasonText(split.reason), out);
  // The index may be deleted, or be another one of the same name; then its keys are shown as bytes.
  const auto* index = split.index.empty() ? nullptr : table.FindIndex(split.index);
  line.Key("at");
  const bool readable = split.index.empty() || index != nullptr;
  WriteBoundary(table, index, readable ? BytesView(split.at) : split.at.substr(0, kRouteBytes),
                out);
}

wire::Response Answer(database::Database& database, std::string_view name) {
  const auto table = api::FindAnyTable(database.store().catalog(), database.clock(), name);
  if (!table) return AdminRefusal(table.error());
  return {.body = PartitionsJson(database, **table)};
}

}  // namespace

std::string PartitionsJson(database::Database& database, const Table& table) {
  const auto report = database.governor().Report(table, database.clock().Now());
  std::vector<const Index*> globals;
  for (const auto& index : table->indexes) {
    if (index.kind == catalog::IndexKind::kGlobal) globals.push_back(&index);
  }
  std::string json;
  {
    json::ObjectWriter object(json);
    object.Key("table");
    json::WriteString(table->name, json);
    WriteResource(ResourceOf(database, table, nullptr, report), object, json);
    object.Key("indexes");
    json::WriteList(globals, json, [&](const Index* index, std::string& out) {
      json::ObjectWriter one(out);
      one.Key("index");
      json::WriteString(index->name, out);
      WriteResource(ResourceOf(database, table, index, report), one, out);
    });
    object.Key("splits");
    json::WriteList(table->splits, json, [&](const catalog::Split& split, std::string& out) {
      WriteSplit(table, split, out);
    });
  }
  return json;
}

void ReadPartitions(database::Database& database, std::string_view table, Loop& loop,
                    wire::Reply done) {
  AnswerFromPool(database, loop, std::move(done),
                 [&database, table = std::string(table)] { return Answer(database, table); });
}

}  // namespace stator::admin
