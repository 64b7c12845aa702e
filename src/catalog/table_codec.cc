#include "catalog/table_codec.h"

#include <string>
#include <utility>

#include "base/result.h"
#include "catalog/members.h"
#include "item/tree.h"

namespace stator::catalog {
namespace {

using item::Tree;
using members::Flag;
using members::Integer;
using members::Keys;
using members::PutInteger;
using members::Reader;
using members::Text;

constexpr char kTableFormat = 1;

// --- Writing ---

Tree Texts(const std::vector<std::string>& texts) {
  Tree::List list;
  for (const auto& text : texts) list.push_back(Text(text));
  return {std::move(list)};
}

void PutThroughput(Tree::Map& map, const Provisioned& provisioned, const OnDemandLimits& on_demand,
                   const std::optional<Throughput>& warm) {
  PutInteger(map, "read", provisioned.units.read);
  PutInteger(map, "write", provisioned.units.write);
  PutInteger(map, "increased", provisioned.increased);
  PutInteger(map, "decreased", provisioned.decreased);
  PutInteger(map, "decreases", provisioned.decreases_today);
  PutInteger(map, "max_read", on_demand.read);
  PutInteger(map, "max_write", on_demand.write);
  if (warm) {
    map.emplace("warm_read", Integer(warm->read));
    map.emplace("warm_write", Integer(warm->write));
  }
}

Tree PartitionsTree(const std::vector<PartitionRange>& partitions) {
  Tree::List list;
  for (const auto& range : partitions) {
    Tree::Map map;
    map.emplace("number", Integer(range.number));
    map.emplace("begin", Tree{Tree::Binary{range.begin}});
    list.push_back({std::move(map)});
  }
  return {std::move(list)};
}

// The partitions of an index that was stored without any.
bool IsWhole(const std::vector<PartitionRange>& partitions) {
  return partitions.empty() || (partitions.size() == 1 && partitions[0] == PartitionRange{1, {}});
}

Tree IndexTree(const Index& index) {
  Tree::Map map;
  map.emplace("kind", Integer(static_cast<int>(index.kind)));
  map.emplace("name", Text(index.name));
  map.emplace("space", Integer(index.space));
  map.emplace("hash", Keys(index.hash_keys));
  map.emplace("range", Keys(index.range_keys));
  map.emplace("projection", Integer(static_cast<int>(index.projection)));
  if (!index.included.empty()) map.emplace("included", Texts(index.included));
  PutThroughput(map, index.provisioned, index.on_demand, index.warm);
  if (!IsWhole(index.partitions)) map.emplace("partitions", PartitionsTree(index.partitions));
  PutInteger(map, "state", static_cast<int>(index.state));
  PutInteger(map, "settled", index.settled);
  return {std::move(map)};
}

Tree StreamTree(const Stream& stream) {
  Tree::Map map;
  map.emplace("enabled", Flag(stream.enabled));
  map.emplace("view", Integer(static_cast<int>(stream.view)));
  map.emplace("label", Text(stream.label));
  Tree::List shards;
  for (const auto& shard : stream.shards) {
    shards.push_back({Tree::Map{{"number", Integer(shard.number)}, {"log", Integer(shard.log)}}});
  }
  if (!shards.empty()) map.emplace("shards", Tree{std::move(shards)});
  return {std::move(map)};
}

Tree TimeToLiveTree(const TimeToLive& time_to_live) {
  Tree::Map map;
  PutInteger(map, "state", static_cast<int>(time_to_live.state));
  if (!time_to_live.attribute.empty()) map.emplace("attribute", Text(time_to_live.attribute));
  PutInteger(map, "index", static_cast<std::int64_t>(time_to_live.index));
  PutInteger(map, "settled", time_to_live.settled);
  PutInteger(map, "changed", time_to_live.changed);
  return {std::move(map)};
}

Tree SplitTree(const Split& split) {
  Tree::Map map;
  map.emplace("time", Integer(split.time));
  if (!split.index.empty()) map.emplace("index", Text(split.index));
  map.emplace("partition", Integer(split.partition));
  map.emplace("why", Integer(static_cast<int>(split.reason)));
  map.emplace("at", Tree{Tree::Binary{split.at}});
  return {std::move(map)};
}

void PutLifecycle(Tree::Map& map, const TableSettings& settings) {
  map.emplace("epoch", Integer(static_cast<std::int64_t>(settings.epoch)));
  map.emplace("created", Integer(settings.created));
  PutInteger(map, "settled", settings.settled);
  if (settings.updating) map.emplace("updating", Flag(true));
  PutInteger(map, "deleted", settings.deleted);
  if (settings.deletion_protected) map.emplace("protected", Flag(true));
}

void PutKeys(Tree::Map& map, const TableSettings& settings) {
  map.emplace("rows", Integer(settings.rows));
  PutInteger(map, "collections", static_cast<std::int64_t>(settings.collections));
  map.emplace("hash", Keys({settings.partition_key}));
  if (settings.sort_key) map.emplace("range", Keys({*settings.sort_key}));
  map.emplace("definitions", Keys(settings.definitions));
  Tree::List indexes;
  for (const auto& index : settings.indexes) indexes.push_back(IndexTree(index));
  if (!indexes.empty()) map.emplace("indexes", Tree{std::move(indexes)});
  map.emplace("partitions", PartitionsTree(settings.partitions));
  Tree::List splits;
  for (const auto& split : settings.splits) splits.push_back(SplitTree(split));
  if (!splits.empty()) map.emplace("splits", Tree{std::move(splits)});
}

void PutOptions(Tree::Map& map, const TableSettings& settings) {
  map.emplace("billing", Integer(static_cast<int>(settings.billing)));
  PutInteger(map, "on_demand_since", settings.on_demand_since);
  Tree::List switches;
  for (const auto time : settings.on_demand_switches) switches.push_back(Integer(time));
  if (!switches.empty()) map.emplace("on_demand_switches", Tree{std::move(switches)});
  PutThroughput(map, settings.provisioned, settings.on_demand, settings.warm);
  if (settings.capacity) map.emplace("capacity", Integer(static_cast<int>(*settings.capacity)));
  if (!settings.stream.label.empty()) map.emplace("stream", StreamTree(settings.stream));
  if (settings.time_to_live != TimeToLive()) {
    map.emplace("ttl", TimeToLiveTree(settings.time_to_live));
  }
  if (!settings.encryption.kms_key_arn.empty()) {
    map.emplace("kms_key", Text(settings.encryption.kms_key_arn));
  }
  if (settings.table_class) {
    map.emplace("class", Integer(static_cast<int>(*settings.table_class)));
  }
  PutInteger(map, "class_changed", settings.class_changed);
  Tree::Map tags;
  for (const auto& [key, value] : settings.tags) tags.emplace(key, Text(value));
  if (!tags.empty()) map.emplace("tags", Tree{std::move(tags)});
}

// --- Reading ---

Error CorruptTable() { return {ErrorCode::kCorruption, "a table's descriptor does not decode"}; }

void ReadThroughput(Reader& reader, Provisioned& provisioned, OnDemandLimits& on_demand,
                    std::optional<Throughput>& warm) {
  provisioned.units = {reader.Integer("read", 0), reader.Integer("write", 0)};
  provisioned.increased = reader.Integer("increased", 0);
  provisioned.decreased = reader.Integer("decreased", 0);
  provisioned.decreases_today = reader.Integer("decreases", 0);
  on_demand = {reader.OptionalInteger("max_read"), reader.OptionalInteger("max_write")};
  if (const auto read = reader.OptionalInteger("warm_read")) {
    warm = Throughput{*read, reader.Integer("warm_write")};
  }
}

// Fails unless the partitions are in order and without gaps, because lookups of a key rely on it.
Result<> ReadPartitions(item::ListView list, std::vector<PartitionRange>& partitions) {
  for (const auto value : list) {
    if (value.type() != item::Type::kMap) return Fail(CorruptTable());
    Reader reader(value.map());
    PartitionRange range{reader.Natural<std::uint32_t>("number"), reader.Binary("begin")};
    if (!reader.ok()) return Fail(CorruptTable());
    const bool in_order =
        partitions.empty() ? range.begin.empty() : partitions.back().begin < range.begin;
    if (!in_order) return Fail(CorruptTable());
    partitions.push_back(std::move(range));
  }
  if (partitions.empty()) return Fail(CorruptTable());
  return {};
}

Result<> ReadIndexPartitions(Reader& reader, Index& index) {
  const auto list = reader.List("partitions");
  if (list.count() > 0) return ReadPartitions(list, index.partitions);
  if (index.kind == IndexKind::kGlobal) index.partitions = {{1, Bytes()}};
  return {};
}

Result<Split> ReadSplit(item::ValueView value) {
  if (value.type() != item::Type::kMap) return Fail(CorruptTable());
  Reader reader(value.map());
  Split split;
  split.time = reader.Integer("time");
  split.index = reader.Text("index", false);
  split.partition = reader.Natural<std::uint32_t>("partition");
  split.reason = reader.Enumerator("why", SplitReason::kThroughput);
  split.at = reader.Binary("at");
  if (!reader.ok()) return Fail(CorruptTable());
  return split;
}

Result<Index> ReadIndex(item::ValueView value) {
  if (value.type() != item::Type::kMap) return Fail(CorruptTable());
  Reader reader(value.map());
  Index index;
  index.kind = reader.Enumerator("kind", IndexKind::kGlobal);
  index.name = reader.Text("name");
  index.space = reader.Natural<storage::Space>("space");
  index.hash_keys = reader.Keys("hash");
  index.range_keys = reader.Keys("range");
  index.projection = reader.Enumerator("projection", ProjectionKind::kKeysOnly);
  for (const auto name : reader.List("included")) {
    if (name.type() != item::Type::kString) return Fail(CorruptTable());
    index.included.emplace_back(name.scalar());
  }
  ReadThroughput(reader, index.provisioned, index.on_demand, index.warm);
  TRY(ReadIndexPartitions(reader, index));
  if (reader.OptionalInteger("state")) {
    index.state = reader.Enumerator("state", IndexState::kDeleting);
  }
  index.settled = reader.Integer("settled", 0);
  if (!reader.ok()) return Fail(CorruptTable());
  return index;
}

Result<> ReadStream(item::MapView map, Stream& stream) {
  if (map.count() == 0) return {};
  Reader reader(map);
  stream.enabled = reader.Flag("enabled");
  stream.view = reader.Enumerator("view", StreamView::kNewAndOldImages);
  stream.label = reader.Text("label");
  for (const auto value : reader.List("shards")) {
    if (value.type() != item::Type::kMap) return Fail(CorruptTable());
    Reader shard(value.map());
    stream.shards.push_back(
        {shard.Natural<std::uint32_t>("number"), shard.Natural<storage::Space>("log")});
    if (!shard.ok()) return Fail(CorruptTable());
  }
  if (!reader.ok()) return Fail(CorruptTable());
  return {};
}

Result<> ReadTimeToLive(item::MapView map, TimeToLive& time_to_live) {
  if (map.count() == 0) return {};
  Reader reader(map);
  if (reader.OptionalInteger("state")) {
    time_to_live.state = reader.Enumerator("state", TimeToLiveState::kDisabling);
  }
  time_to_live.attribute = reader.Text("attribute", false);
  time_to_live.index = reader.Natural<storage::Space>("index", 0);
  time_to_live.settled = reader.Integer("settled", 0);
  time_to_live.changed = reader.Integer("changed", 0);
  if (!reader.ok()) return Fail(CorruptTable());
  return {};
}

Result<> ReadKeys(Reader& reader, TableSettings& settings) {
  settings.rows = reader.Natural<storage::Space>("rows");
  settings.collections = reader.Natural<storage::Space>("collections", 0);
  reader.PrimaryKey(settings.partition_key, settings.sort_key);
  settings.definitions = reader.Keys("definitions");
  for (const auto value : reader.List("indexes")) settings.indexes.push_back(TRY(ReadIndex(value)));
  for (const auto value : reader.List("splits")) settings.splits.push_back(TRY(ReadSplit(value)));
  return ReadPartitions(reader.List("partitions", true), settings.partitions);
}

Result<> ReadOptions(Reader& reader, TableSettings& settings) {
  settings.billing = reader.Enumerator("billing", BillingMode::kPayPerRequest);
  settings.on_demand_since = reader.Integer("on_demand_since", 0);
  settings.on_demand_switches = reader.Integers("on_demand_switches");
  ReadThroughput(reader, settings.provisioned, settings.on_demand, settings.warm);
  if (reader.OptionalInteger("capacity")) {
    settings.capacity = reader.Enumerator("capacity", CapacityMode::kEnforce);
  }
  TRY(ReadStream(reader.Map("stream"), settings.stream));
  TRY(ReadTimeToLive(reader.Map("ttl"), settings.time_to_live));
  settings.encryption.kms_key_arn = reader.Text("kms_key", false);
  if (reader.OptionalInteger("class")) {
    settings.table_class = reader.Enumerator("class", TableClass::kInfrequentAccess);
  }
  settings.class_changed = reader.Integer("class_changed", 0);
  for (const auto [key, value] : reader.Map("tags")) {
    if (value.type() != item::Type::kString) return Fail(CorruptTable());
    settings.tags.emplace(key, value.scalar());
  }
  return {};
}

}  // namespace

Bytes EncodeTable(const TableSettings& settings) {
  Tree::Map map;
  map.emplace("name", Text(settings.name));
  map.emplace("number", Integer(settings.number));
  map.emplace("id", Text(settings.id));
  map.emplace("arn", Text(settings.arn));
  PutLifecycle(map, settings);
  PutKeys(map, settings);
  PutOptions(map, settings);
  return kTableFormat + item::EncodeItem(map).bytes();
}

Result<TableSettings> DecodeTable(BytesView bytes) {
  if (bytes.empty() || bytes.front() != kTableFormat) return Fail(CorruptTable());
  bytes.remove_prefix(1);
  TRY(item::Verify(bytes));
  Reader reader{item::ItemView(bytes)};
  TableSettings settings;
  settings.name = reader.Text("name");
  settings.number = reader.Natural<TableNumber>("number");
  settings.id = reader.Text("id");
  settings.arn = reader.Text("arn");
  settings.epoch = reader.Natural<std::uint64_t>("epoch");
  settings.created = reader.Integer("created");
  settings.settled = reader.Integer("settled", 0);
  settings.updating = reader.Flag("updating");
  settings.deleted = reader.OptionalInteger("deleted");
  settings.deletion_protected = reader.Flag("protected");
  TRY(ReadKeys(reader, settings));
  TRY(ReadOptions(reader, settings));
  // Writes find a row's shard by its partition, so there must be one for each.
  const auto& shards = settings.stream.shards;
  const bool aligned = shards.empty() || shards.size() == settings.partitions.size();
  if (!reader.ok() || !aligned) return Fail(CorruptTable());
  return settings;
}

}  // namespace stator::catalog
