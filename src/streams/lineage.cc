#include "streams/lineage.h"

#include <algorithm>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "base/check.h"
#include "base/ids.h"
#include "base/limits.h"
#include "base/texts.h"
#include "catalog/partitions.h"

namespace stator::streams {
namespace {

using catalog::Catalog;
using catalog::Change;
using catalog::OpenShard;
using catalog::Shard;
using catalog::StreamSettings;
using catalog::Table;
using catalog::TableSettings;

std::string LabelOf(TimeMicros time) {
  const TimeMicros millis = time / 1000;
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}", fmt::gmtime(millis / 1000), millis % 1000);
}

// Labels of a table's streams must differ, but service time may stand still between two streams. So
// the loop advances the label's time until no stream has it.
std::string NewLabel(const Catalog& catalog, const TableSettings& table, TimeMicros now) {
  while (true) {
    auto label = LabelOf(now);
    if (!catalog.FindStream(catalog::StreamArn(table.arn, label))) return label;
    now += 1000;
  }
}

void CloseShard(Shard& shard, storage::CommitNumber by, TimeMicros now) {
  shard.closed = now;
  shard.closed_by = by;
}

Shard& ShardIn(StreamSettings& stream, std::uint32_t number) {
  const auto found = std::ranges::lower_bound(stream.shards, number, {}, &Shard::number);
  CHECK(found != stream.shards.end() && found->number == number);
  return *found;
}

// Opens and closes shards of one stream within one change of the catalog.
class Reshaping {
 public:
  Reshaping(Catalog& catalog, StreamSettings& stream, TimeMicros now)
      : catalog_(catalog), stream_(stream), now_(now) {}

  // Closes an open shard and returns a copy of it.
  Shard Close(std::uint32_t number) {
    auto& shard = ShardIn(stream_, number);
    CloseShard(shard, catalog_.next_commit(), now_);
    return shard;
  }

  OpenShard Open(const Shard* parent, Bytes begin, Bytes end) {
    Shard shard{.number = stream_.next_shard++};
    if (parent != nullptr) {
      shard.parent = parent->number;
      shard.parent_opened = parent->opened;
    }
    shard.log = catalog_.TakeSpace();
    shard.begin = std::move(begin);
    shard.end = std::move(end);
    shard.opened = now_;
    shard.opened_by = catalog_.next_commit();
    stream_.shards.push_back(std::move(shard));
    return {stream_.shards.back().number, stream_.shards.back().log};
  }

 private:
  Catalog& catalog_;
  StreamSettings& stream_;
  TimeMicros now_;
};

// Returns a new stream with a shard for each partition, and enters its label and shards in the
// table's settings.
StreamSettings Open(Catalog& catalog, TableSettings& settings, TimeMicros now) {
  StreamSettings stream;
  stream.label = NewLabel(catalog, settings, now);
  stream.arn = catalog::StreamArn(settings.arn, stream.label);
  stream.id = ThreadIds().Uuid();
  stream.table_name = settings.name;
  stream.partition_key = settings.partition_key;
  stream.sort_key = settings.sort_key;
  stream.view = settings.stream.view;
  stream.created = now;
  stream.settled = settings.settled;
  settings.stream.label = stream.label;
  settings.stream.shards.clear();
  Reshaping reshaping(catalog, stream, now);
  for (std::size_t i = 0; i < settings.partitions.size(); ++i) {
    settings.stream.shards.push_back(reshaping.Open(nullptr, settings.partitions[i].begin,
                                                    Bytes(catalog::EndOf(settings.partitions, i))));
  }
  return stream;
}

// Returns the stream to drop early if there are kStreamsMax streams: the one disabled first.
// nullptr if there is room.
Result<catalog::StreamPtr> InTheWay(const Catalog& catalog) {
  catalog::StreamPtr oldest;
  if (catalog.stream_count() < limits::kStreamsMax) return oldest;
  for (const auto& stream : catalog.ListStreams("", limits::kStreamsMax)) {
    const auto& disabled = stream->settings().disabled;
    if (disabled && (!oldest || *disabled < *oldest->settings().disabled)) oldest = stream;
  }
  if (oldest) return oldest;
  return Fail(ErrorCode::kLimitExceededException,
              fmt::format(texts::kTooManyStreams, limits::kStreamsMax));
}

StreamSettings CurrentStream(const Catalog& catalog, const Table& table) {
  const auto stream = catalog.FindStream(catalog::StreamArn(table->arn, table->stream.label));
  CHECK(stream != nullptr);
  return stream->settings();
}

// Returns the table's stream with new shards for the partitions that `settings` have split.
StreamSettings Followed(Catalog& catalog, const Table& old, TableSettings& settings,
                        TimeMicros now) {
  auto stream = CurrentStream(catalog, old);
  Reshaping reshaping(catalog, stream, now);
  std::vector<OpenShard> shards;
  std::optional<Shard> parent;
  for (std::size_t i = 0; i < settings.partitions.size(); ++i) {
    const auto& range = settings.partitions[i];
    const auto place = catalog::PartitionOf(old.settings(), range.begin);
    const auto& before = old->stream.shards[place];
    if (old->partitions[place].number == range.number) {
      shards.push_back(before);
      continue;
    }
    if (!parent || parent->number != before.number) parent = reshaping.Close(before.number);
    shards.push_back(
        reshaping.Open(&*parent, range.begin, Bytes(catalog::EndOf(settings.partitions, i))));
  }
  settings.stream.shards = std::move(shards);
  return stream;
}

// Returns the table's stream with all shards closed.
StreamSettings Closed(const Catalog& catalog, const Table& table, TimeMicros settled,
                      TimeMicros now) {
  auto stream = CurrentStream(catalog, table);
  for (auto& shard : stream.shards) {
    if (shard.open()) CloseShard(shard, catalog.next_commit(), now);
  }
  stream.disabled = now;
  stream.settled = settled;
  return stream;
}

}  // namespace

Result<Change> PlanCreate(Catalog& catalog, TableSettings settings, TimeMicros now) {
  std::optional<StreamSettings> opened;
  catalog::StreamPtr in_the_way;
  if (settings.stream.enabled) {
    in_the_way = TRY(InTheWay(catalog));
    opened = Open(catalog, settings, now);
  }
  auto change = catalog.PlanCreate(std::move(settings));
  if (in_the_way) Catalog::AddStreamDrop(in_the_way, change);
  if (opened) {
    opened->table = change.publish->settings().number;
    Catalog::AddStream(std::move(*opened), change);
  }
  return change;
}

Result<Change> PlanReplace(Catalog& catalog, const Table& old, TableSettings settings,
                           TimeMicros now) {
  const bool records = !old->stream.shards.empty();
  const bool wanted = settings.stream.enabled && !settings.deleted;
  std::optional<StreamSettings> stream;
  catalog::StreamPtr in_the_way;
  if (wanted && !records) {
    in_the_way = TRY(InTheWay(catalog));
    stream = Open(catalog, settings, now);
    stream->table = settings.number;
  } else if (records && !wanted) {
    stream = Closed(catalog, old, settings.deleted.value_or(settings.settled), now);
    settings.stream.shards.clear();
  } else if (records && settings.partitions != old->partitions) {
    stream = Followed(catalog, old, settings, now);
  }
  auto change = catalog.PlanReplace(old, std::move(settings));
  if (in_the_way) Catalog::AddStreamDrop(in_the_way, change);
  if (stream) Catalog::AddStream(std::move(*stream), change);
  return change;
}

void AddDrop(const Catalog& catalog, const catalog::TablePtr& table, TimeMicros now,
             Change& change) {
  Catalog::AddDrop(table, change);
  if (table->settings().stream.shards.empty()) return;
  Catalog::AddStream(Closed(catalog, *table, 0, now), change);
}

namespace {

Result<std::size_t> PartitionToSplit(std::span<const catalog::PartitionRange> partitions,
                                     const SplitWish& wish) {
  if (!wish.partition) {
    return wish.key ? catalog::PartitionOf(partitions, *wish.key)
                    : catalog::WidestPartition(partitions);
  }
  const auto place = catalog::PlaceOf(partitions, *wish.partition);
  if (!place) return FailInvalid(fmt::format(texts::kNoSuchPartition, *wish.partition));
  if (wish.key && catalog::PartitionOf(partitions, *wish.key) != *place) {
    return FailInvalid(fmt::format(texts::kKeyElsewhere, *wish.partition));
  }
  return *place;
}

}  // namespace

Result<SplitPoint> ChooseSplit(const TableSettings& settings, const SplitWish& wish) {
  const auto* partitions = catalog::PartitionsOf(settings, wish.index);
  if (partitions == nullptr) return FailInvalid(fmt::format(texts::kNoIndexToSplit, wish.index));
  if (partitions->size() >= limits::kPartitionsMax) {
    return FailInvalid(fmt::format(texts::kTooManyPartitions, limits::kPartitionsMax));
  }
  const auto place = TRY(PartitionToSplit(*partitions, wish));
  const auto at = wish.key ? wish.key : catalog::MiddleRoute(*partitions, place);
  const auto end = catalog::EndOf(*partitions, place);
  if (!at || *at <= (*partitions)[place].begin || (!end.empty() && *at >= end)) {
    return FailInvalid(texts::kSplitAtEdge);
  }
  return SplitPoint{wish.index, (*partitions)[place].number, *at};
}

Result<Change> PlanSplit(Catalog& catalog, const Table& table, const SplitPoint& point,
                         catalog::SplitReason reason, TimeMicros now) {
  auto settings = table.settings();
  catalog::SplitPartition({now, point.index, point.partition, reason, point.at}, settings);
  return PlanReplace(catalog, table, std::move(settings), now);
}

Change PlanRollOver(Catalog& catalog, const Table& table, std::span<const std::uint32_t> shards,
                    TimeMicros now) {
  auto settings = table.settings();
  auto stream = CurrentStream(catalog, table);
  Reshaping reshaping(catalog, stream, now);
  for (auto& open : settings.stream.shards) {
    if (std::ranges::find(shards, open.number) == shards.end()) continue;
    const auto parent = reshaping.Close(open.number);
    open = reshaping.Open(&parent, parent.begin, parent.end);
  }
  auto change = catalog.PlanReplace(table, std::move(settings));
  Catalog::AddStream(std::move(stream), change);
  return change;
}

}  // namespace stator::streams
