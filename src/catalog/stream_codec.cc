#include "catalog/stream_codec.h"

#include <utility>

#include "catalog/members.h"
#include "item/tree.h"

namespace stator::catalog {
namespace {

using item::Tree;
using members::Integer;
using members::Keys;
using members::PutInteger;
using members::Reader;
using members::Text;

constexpr char kStreamFormat = 1;

Tree CommitOf(storage::CommitNumber number) { return Integer(static_cast<std::int64_t>(number)); }

Tree ShardTree(const Shard& shard) {
  Tree::Map map;
  map.emplace("number", Integer(shard.number));
  PutInteger(map, "parent", std::int64_t{shard.parent});
  PutInteger(map, "parent_opened", shard.parent_opened);
  map.emplace("log", Integer(shard.log));
  map.emplace("begin", Tree{Tree::Binary{shard.begin}});
  map.emplace("end", Tree{Tree::Binary{shard.end}});
  map.emplace("opened", Integer(shard.opened));
  map.emplace("opened_by", CommitOf(shard.opened_by));
  if (!shard.open()) {
    map.emplace("closed", Integer(shard.closed));
    map.emplace("closed_by", CommitOf(shard.closed_by));
  }
  return {std::move(map)};
}

Error CorruptStream() { return {ErrorCode::kCorruption, "a stream's descriptor does not decode"}; }

Result<Shard> ReadShard(item::ValueView value) {
  if (value.type() != item::Type::kMap) return Fail(CorruptStream());
  Reader reader(value.map());
  Shard shard;
  shard.number = reader.Natural<std::uint32_t>("number");
  shard.parent = reader.Natural<std::uint32_t>("parent", 0);
  shard.parent_opened = reader.Integer("parent_opened", 0);
  shard.log = reader.Natural<storage::Space>("log");
  shard.begin = reader.Binary("begin");
  shard.end = reader.Binary("end");
  shard.opened = reader.Integer("opened");
  shard.opened_by = reader.Natural<storage::CommitNumber>("opened_by");
  shard.closed = reader.Integer("closed", 0);
  shard.closed_by = reader.Natural<storage::CommitNumber>("closed_by", 0);
  if (!reader.ok()) return Fail(CorruptStream());
  return shard;
}

}  // namespace

Bytes EncodeStream(const StreamSettings& settings) {
  Tree::Map map;
  map.emplace("arn", Text(settings.arn));
  map.emplace("label", Text(settings.label));
  map.emplace("id", Text(settings.id));
  map.emplace("table_name", Text(settings.table_name));
  map.emplace("table", Integer(settings.table));
  map.emplace("hash", Keys({settings.partition_key}));
  if (settings.sort_key) map.emplace("range", Keys({*settings.sort_key}));
  map.emplace("view", Integer(static_cast<int>(settings.view)));
  map.emplace("created", Integer(settings.created));
  PutInteger(map, "settled", settings.settled);
  PutInteger(map, "disabled", settings.disabled);
  map.emplace("next_shard", Integer(settings.next_shard));
  Tree::List shards;
  for (const auto& shard : settings.shards) shards.push_back(ShardTree(shard));
  map.emplace("shards", Tree{std::move(shards)});
  return kStreamFormat + item::EncodeItem(map).bytes();
}

Result<StreamSettings> DecodeStream(BytesView bytes) {
  if (bytes.empty() || bytes.front() != kStreamFormat) return Fail(CorruptStream());
  bytes.remove_prefix(1);
  TRY(item::Verify(bytes));
  Reader reader{item::ItemView(bytes)};
  StreamSettings settings;
  settings.arn = reader.Text("arn");
  settings.label = reader.Text("label");
  settings.id = reader.Text("id");
  settings.table_name = reader.Text("table_name");
  settings.table = reader.Natural<TableNumber>("table");
  reader.PrimaryKey(settings.partition_key, settings.sort_key);
  settings.view = reader.Enumerator("view", StreamView::kNewAndOldImages);
  settings.created = reader.Integer("created");
  settings.settled = reader.Integer("settled", 0);
  settings.disabled = reader.OptionalInteger("disabled");
  settings.next_shard = reader.Natural<std::uint32_t>("next_shard");
  for (const auto value : reader.List("shards", true)) {
    settings.shards.push_back(TRY(ReadShard(value)));
  }
  if (!reader.ok()) return Fail(CorruptStream());
  return settings;
}

}  // namespace stator::catalog
