#include "catalog/catalog.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "base/check.h"
#include "base/endian.h"
#include "catalog/clock_row.h"
#include "catalog/stream_codec.h"
#include "catalog/table_codec.h"

namespace stator::catalog {
namespace {

// First bytes of the catalog's keys (docs/formats/catalog.md). They are on disk: never renumber
// them.
constexpr char kTableKey = 't';
constexpr char kStatisticsKey = 's';
constexpr char kBackfillKey = 'b';
constexpr char kExpiryWalkKey = 'x';
constexpr char kStreamKey = 'r';
constexpr char kNumbersKey = 'n';
constexpr char kLastCommitKey = 'c';
constexpr char kClockKey = 'k';

Bytes TableKey(char kind, TableNumber number) {
  Bytes key(1, kind);
  AppendBigEndian32(number, key);
  return key;
}

Bytes StreamKey(std::string_view arn) { return Bytes(1, kStreamKey) + Bytes(arn); }

storage::Mutation Put(Bytes key, Bytes value) {
  return {{kCatalogSpace, std::move(key)}, std::move(value)};
}

storage::Mutation Delete(Bytes key) { return {{kCatalogSpace, std::move(key)}, std::nullopt}; }

bool Backfills(const Table& table) {
  const auto* index = table.UnsettledIndex();
  return index != nullptr && index->state == IndexState::kBackfilling;
}

bool Walks(const Table& table) { return table->time_to_live.state == TimeToLiveState::kEnabling; }

Error CorruptCatalog(std::string_view what) {
  return {ErrorCode::kCorruption, "the catalog holds an unreadable " + std::string(what)};
}

}  // namespace

Result<std::unique_ptr<Catalog>> Catalog::Load(storage::Engine& engine) {
  auto catalog = std::unique_ptr<Catalog>(new Catalog());  // private constructor
  storage::KeyRange range;
  while (true) {
    const auto page = TRY(engine.Read(kCatalogSpace, range, {}));
    for (const auto& entry : page.entries) TRY(catalog->LoadEntry(entry));
    if (!page.more) return catalog;
    range.begin = page.entries.back().key + '\0';
  }
}

Result<> Catalog::LoadEntry(const storage::KeyedEntry& entry) {
  if (entry.key.empty()) return Fail(CorruptCatalog("key"));
  const BytesView value = entry.value;
  switch (entry.key.front()) {
    case kTableKey: {
      auto table = std::make_shared<const Table>(TRY(DecodeTable(value)));
      const WriteLock lock(mutex_);
      tables_.emplace((*table)->name, table);
      Note(*table);
      return {};
    }
    case kBackfillKey:
    case kExpiryWalkKey: {
      if (entry.key.size() != 5) return Fail(CorruptCatalog("key"));
      auto progress = TRY(DecodeBackfillProgress(value));
      const MutexLock lock(statistics_mutex_);
      walks_[entry.key] = std::move(progress);
      return {};
    }
    case kStatisticsKey: {
      if (entry.key.size() != 5) return Fail(CorruptCatalog("key"));
      auto statistics = TRY(DecodeStatistics(value));
      const MutexLock lock(statistics_mutex_);
      statistics_[ReadBigEndian32(BytesView(entry.key).substr(1))] = std::move(statistics);
      return {};
    }
    case kStreamKey: {
      auto stream = std::make_shared<const StreamDescriptor>(TRY(DecodeStream(value)));
      const WriteLock lock(mutex_);
      streams_.emplace((*stream)->arn, stream);
      return {};
    }
    case kNumbersKey:
      if (value.size() != 8) return Fail(CorruptCatalog("set of numbers"));
      next_table_ = ReadBigEndian32(value);
      next_space_ = ReadBigEndian32(value.substr(4));
      return {};
    case kLastCommitKey:
      return LoadLastCommit(value);
    case kClockKey:
      clock_rule_ = TRY(DecodeClockRule(value));
      return {};
    default:
      return Fail(CorruptCatalog("key"));
  }
}

Result<> Catalog::LoadLastCommit(BytesView value) {
  // Stores from before the clock hold no time.
  if (value.size() != 8 && value.size() != 16) return Fail(CorruptCatalog("commit number"));
  last_commit_ = ReadBigEndian64(value);
  if (value.size() == 16) last_time_ = static_cast<TimeMicros>(ReadBigEndian64(value.substr(8)));
  return {};
}

TablePtr Catalog::Find(std::string_view name) const {
  const ReadLock lock(mutex_);
  const auto found = tables_.find(name);
  // A superseded descriptor stands here only while its drop is on the way to the disk.
  return found == tables_.end() || !found->second->current() ? nullptr : found->second;
}

std::vector<TablePtr> Catalog::List(std::string_view after, std::size_t limit) const {
  std::vector<TablePtr> listed;
  const ReadLock lock(mutex_);
  for (auto at = tables_.upper_bound(after); at != tables_.end() && listed.size() < limit; ++at) {
    listed.push_back(at->second);
  }
  return listed;
}

std::size_t Catalog::count() const {
  const ReadLock lock(mutex_);
  return tables_.size();
}

SpaceStatistics Catalog::StatisticsOf(const Table& table, storage::Space space) const {
  const MutexLock lock(statistics_mutex_);
  const auto found = statistics_.find(table->number);
  if (found == statistics_.end()) return {};
  const auto counts = found->second.find(space);
  return counts == found->second.end() ? SpaceStatistics{} : counts->second;
}

StreamPtr Catalog::FindStream(std::string_view arn) const {
  const ReadLock lock(mutex_);
  const auto found = streams_.find(arn);
  return found == streams_.end() ? nullptr : found->second;
}

std::vector<StreamPtr> Catalog::ListStreams(std::string_view after, std::size_t limit) const {
  std::vector<StreamPtr> listed;
  const ReadLock lock(mutex_);
  for (auto at = streams_.upper_bound(after); at != streams_.end() && listed.size() < limit; ++at) {
    listed.push_back(at->second);
  }
  return listed;
}

std::size_t Catalog::stream_count() const {
  const ReadLock lock(mutex_);
  return streams_.size();
}

std::vector<TablePtr> Catalog::Unsettled() const {
  std::vector<TablePtr> tables;
  const ReadLock lock(mutex_);
  for (const auto& name : unsettled_) tables.push_back(tables_.at(name));
  return tables;
}

BackfillProgress Catalog::WalkOf(const Bytes& key) const {
  const MutexLock lock(statistics_mutex_);
  const auto found = walks_.find(key);
  return found == walks_.end() ? BackfillProgress{} : found->second;
}

BackfillProgress Catalog::BackfillOf(const Table& table) const {
  return WalkOf(TableKey(kBackfillKey, table->number));
}

std::vector<TablePtr> Catalog::WithTimeToLive() const {
  std::vector<TablePtr> tables;
  const ReadLock lock(mutex_);
  for (const auto& name : timed_) tables.push_back(tables_.at(name));
  return tables;
}

BackfillProgress Catalog::ExpiryWalkOf(const Table& table) const {
  return WalkOf(TableKey(kExpiryWalkKey, table->number));
}

void Catalog::Note(const Table& table) {
  if (table.UnsettledIndex() != nullptr) unsettled_.insert(table->name);
  if (table->time_to_live.state != TimeToLiveState::kDisabled) timed_.insert(table->name);
}

void Catalog::Forget(const std::string& name) {
  unsettled_.erase(name);
  timed_.erase(name);
}

void Catalog::AssignSpaces(TableSettings& settings) {
  if (settings.rows == 0) settings.rows = next_space_++;
  for (auto& index : settings.indexes) {
    if (index.space == 0) index.space = next_space_++;
    if (index.kind == IndexKind::kGlobal && index.partitions.empty()) {
      index.partitions = {{1, Bytes()}};
    }
    if (index.kind == IndexKind::kLocal && settings.collections == 0) {
      settings.collections = next_space_++;
    }
  }
  auto& time_to_live = settings.time_to_live;
  if (time_to_live.maintained() && time_to_live.index == 0) time_to_live.index = next_space_++;
}

storage::Mutation Catalog::NumbersMutation() const {
  Bytes value;
  AppendBigEndian32(next_table_, value);
  AppendBigEndian32(next_space_, value);
  return Put(Bytes(1, kNumbersKey), std::move(value));
}

namespace {

// Drops the time-to-live index of `old` if the new descriptor has another or none.
void AddTimeToLiveDrop(const Table& old, Change& change) {
  const auto index = old->time_to_live.index;
  if (index != 0 && index != change.publish->settings().time_to_live.index) {
    change.drops.push_back({index});
  }
  if (Walks(old) && !Walks(*change.publish)) {
    change.mutations.push_back(Delete(TableKey(kExpiryWalkKey, old->number)));
  }
}

}  // namespace

// Assigns spaces, and plans the descriptor to publish and the mutations that store it.
Change Catalog::PlanPublish(TableSettings settings) {
  AssignSpaces(settings);
  Change change;
  change.publish = std::make_shared<const Table>(std::move(settings));
  const auto& table = change.publish->settings();
  change.mutations.push_back(Put(TableKey(kTableKey, table.number), EncodeTable(table)));
  change.mutations.push_back(NumbersMutation());
  return change;
}

Change Catalog::PlanCreate(TableSettings settings) {
  // The same change may withdraw a deleted table of this name.
  const auto old = Find(settings.name);
  CHECK(old == nullptr || (*old)->deleted);
  settings.number = next_table_++;
  return PlanPublish(std::move(settings));
}

Change Catalog::PlanReplace(const Table& old, TableSettings settings) {
  // A change planned on a superseded descriptor would undo the changes since.
  CHECK(old.current() && settings.number == old->number && settings.rows == old->rows);
  settings.epoch = old->epoch + 1;
  auto change = PlanPublish(std::move(settings));
  AddIndexDrops(old, change);
  if (Backfills(old) && !Backfills(*change.publish)) {
    change.mutations.push_back(Delete(TableKey(kBackfillKey, old->number)));
  }
  AddTimeToLiveDrop(old, change);
  return change;
}

// Drops the spaces and counts of the indexes that `old` has and the new descriptor does not.
void Catalog::AddIndexDrops(const Table& old, Change& change) const {
  TableStatistics deltas;
  for (const auto& index : old->indexes) {
    if (change.publish->FindIndex(index.name) != nullptr) continue;
    change.drops.push_back({index.space});
    const auto counts = StatisticsOf(old, index.space);
    deltas[index.space] = {-counts.entries, -counts.bytes};
  }
  if (!deltas.empty()) AddCounts(old, deltas, change);
}

void Catalog::AddCounts(const Table& table, const TableStatistics& deltas, Change& change) const {
  change.mutations.push_back(PlanStatistics(table, deltas));
  change.counts[table->number] = deltas;
}

void Catalog::AddBackfill(const Table& table, BackfillProgress progress, Change& change) {
  change.mutations.push_back(
      Put(TableKey(kBackfillKey, table->number), EncodeBackfillProgress(progress)));
  change.walks[TableKey(kBackfillKey, table->number)] = std::move(progress);
}

void Catalog::AddExpiryWalk(const Table& table, BackfillProgress progress, Change& change) {
  auto key = TableKey(kExpiryWalkKey, table->number);
  change.mutations.push_back(Put(key, EncodeBackfillProgress(progress)));
  change.walks[std::move(key)] = std::move(progress);
}

void Catalog::AddDrop(const TablePtr& table, Change& change) {
  change.withdraw.push_back(table);
  const auto& settings = table->settings();
  change.mutations.push_back(Delete(TableKey(kTableKey, settings.number)));
  change.mutations.push_back(Delete(TableKey(kStatisticsKey, settings.number)));
  change.mutations.push_back(Delete(TableKey(kBackfillKey, settings.number)));
  change.mutations.push_back(Delete(TableKey(kExpiryWalkKey, settings.number)));
  change.drops.push_back({settings.rows});
  if (settings.collections != 0) change.drops.push_back({settings.collections});
  for (const auto& index : settings.indexes) change.drops.push_back({index.space});
  if (settings.time_to_live.index != 0) change.drops.push_back({settings.time_to_live.index});
}

void Catalog::AddStream(StreamSettings settings, Change& change) {
  change.mutations.push_back(Put(StreamKey(settings.arn), EncodeStream(settings)));
  change.streams.push_back(std::make_shared<const StreamDescriptor>(std::move(settings)));
}

void Catalog::AddStreamDrop(const StreamPtr& stream, Change& change) {
  change.withdraw_streams.push_back(stream);
  change.mutations.push_back(Delete(StreamKey(stream->settings().arn)));
  for (const auto& shard : stream->settings().shards) change.drops.push_back({shard.log});
}

void Catalog::Publish(const Change& change) {
  const WriteLock lock(mutex_);
  PublishCounts(change);
  PublishStreams(change);
  for (const auto& table : change.withdraw) {
    const auto found = tables_.find(table->settings().name);
    // A table created again under the name must not vanish with the old one.
    CHECK(found != tables_.end() && found->second == table);
    table->Supersede();
    Forget(found->first);
    tables_.erase(found);
  }
  if (change.publish) {
    const auto& name = change.publish->settings().name;
    auto& slot = tables_[name];
    if (slot) slot->Supersede();
    slot = change.publish;
    Forget(name);
    Note(*slot);
  }
}

void Catalog::PublishStreams(const Change& change) {
  for (const auto& stream : change.withdraw_streams) streams_.erase(stream->settings().arn);
  for (const auto& stream : change.streams) streams_[stream->settings().arn] = stream;
}

namespace {

// Erases counts that become zero, so the counts of dropped indexes disappear.
TableStatistics Add(TableStatistics statistics, const TableStatistics& deltas) {
  for (const auto& [space, delta] : deltas) {
    auto& counts = statistics[space];
    counts.entries += delta.entries;
    counts.bytes += delta.bytes;
    if (counts == SpaceStatistics{}) statistics.erase(space);
  }
  return statistics;
}

}  // namespace

void Catalog::PublishCounts(const Change& change) {
  const MutexLock lock(statistics_mutex_);
  for (const auto& table : change.withdraw) {
    statistics_.erase(table->settings().number);
    walks_.erase(TableKey(kBackfillKey, table->settings().number));
    walks_.erase(TableKey(kExpiryWalkKey, table->settings().number));
  }
  for (const auto& [number, deltas] : change.counts) {
    auto& statistics = statistics_[number];
    statistics = Add(std::move(statistics), deltas);
  }
  if (change.publish) {
    const auto number = change.publish->settings().number;
    if (!Backfills(*change.publish)) walks_.erase(TableKey(kBackfillKey, number));
    if (!Walks(*change.publish)) walks_.erase(TableKey(kExpiryWalkKey, number));
  }
  for (const auto& [key, progress] : change.walks) walks_[key] = progress;
}

storage::Mutation Catalog::PlanStatistics(const Table& table, const Deltas& deltas) const {
  const MutexLock lock(statistics_mutex_);
  const auto found = statistics_.find(table->number);
  const auto sum = Add(found == statistics_.end() ? TableStatistics{} : found->second, deltas);
  return Put(TableKey(kStatisticsKey, table->number), EncodeStatistics(sum));
}

void Catalog::PublishStatistics(const Table& table, const Deltas& deltas) {
  const MutexLock lock(statistics_mutex_);
  auto& statistics = statistics_[table->number];
  statistics = Add(std::move(statistics), deltas);
}

storage::Mutation Catalog::PlanLastCommit(storage::CommitNumber number, TimeMicros now) {
  Bytes value;
  AppendBigEndian64(number, value);
  AppendBigEndian64(static_cast<std::uint64_t>(now), value);
  return Put(Bytes(1, kLastCommitKey), std::move(value));
}

storage::Mutation Catalog::PlanClock(const ClockRule& rule) {
  return Put(Bytes(1, kClockKey), EncodeClockRule(rule));
}

}  // namespace stator::catalog
