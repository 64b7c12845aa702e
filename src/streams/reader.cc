#include "streams/reader.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/texts.h"

namespace stator::streams {
namespace {

using catalog::Shard;

std::unexpected<Error> FailCorruptPosition() {
  return Fail(ErrorCode::kCorruption, "a stream's log has an unreadable key");
}

std::unexpected<Error> FailTrimmed() {
  return Fail(ErrorCode::kTrimmedDataAccessException, texts::kStreamTrimmed);
}

struct Place {
  Position position;
  TimeMicros time = 0;
};

Result<Place> PlaceOf(const storage::KeyedEntry& entry) {
  const auto position = PositionOfKey(entry.key);
  if (!position) return FailCorruptPosition();
  return Place{*position, TRY(table::DecodeChangeRecord(entry.value)).time};
}

// Returns the first record from `from` on, or nullopt if there is none.
Result<std::optional<Place>> FirstFrom(storage::Engine& engine, const Shard& shard, Position from) {
  const auto page = TRY(engine.Read(shard.log, {.begin = LogKey(from)}, {.entries_max = 1}));
  if (page.entries.empty()) return std::nullopt;
  return TRY(PlaceOf(page.entries.front()));
}

Result<std::optional<Place>> Last(storage::Engine& engine, const Shard& shard) {
  const auto page = TRY(engine.Read(shard.log, {.backward = true}, {.entries_max = 1}));
  if (page.entries.empty()) return std::nullopt;
  return TRY(PlaceOf(page.entries.front()));
}

}  // namespace

std::size_t SizeOf(const table::ChangeRecord& record) {
  std::size_t size = record.keys.Size();
  if (record.old_image) size += record.old_image->Size();
  if (record.new_image) size += record.new_image->Size();
  return size;
}

// The commits that open and close a shard hold no records, so the shard's bounds can use their
// numbers. A child's start comes after its parent's end.
Position StartOf(const Shard& shard) { return {shard.opened_by, 1}; }
Position EndOf(const Shard& shard) { return {shard.closed_by, 0}; }

Result<Position> LatestOf(storage::Engine& engine, const Shard& shard) {
  const auto last = TRY(Last(engine, shard));
  return last ? Next(last->position) : StartOf(shard);
}

// A log is in the order of commits and therefore of times. So a binary search finds the position,
// and no trim floor is stored.
Result<Position> OldestOf(storage::Engine& engine, const Shard& shard, TimeMicros horizon) {
  const auto first = TRY(FirstFrom(engine, shard, StartOf(shard)));
  if (!first || first->time >= horizon) return StartOf(shard);
  const auto last = TRY(Last(engine, shard));
  if (!last || last->time < horizon) return LatestOf(engine, shard);
  storage::CommitNumber trimmed = first->position.commit;
  storage::CommitNumber kept = last->position.commit;
  while (kept - trimmed > 1) {
    const auto middle = trimmed + (kept - trimmed) / 2;
    const auto found = TRY(FirstFrom(engine, shard, {middle, 0}));
    if (!found || found->time >= horizon) {
      kept = middle;
    } else {
      trimmed = found->position.commit;
    }
  }
  return Position{kept, 0};
}

Result<> CheckNotTrimmed(storage::Engine& engine, const Shard& shard, Position next,
                         TimeMicros horizon) {
  const auto first = TRY(FirstFrom(engine, shard, next));
  if (first && first->time < horizon) return FailTrimmed();
  return {};
}

Result<RecordPage> ReadRecords(storage::Engine& engine, const Shard& shard, Position next,
                               TimeMicros horizon, const RecordLimits& limits) {
  // A stored entry is larger than its SizeOf, so the function never needs more bytes than
  // `bytes_max`.
  auto page = TRY(engine.Read(shard.log, {.begin = LogKey(next)},
                              {.entries_max = limits.records_max, .bytes_max = limits.bytes_max}));
  RecordPage result{.next = next, .more = page.more};
  std::size_t bytes = 0;
  for (auto& entry : page.entries) {
    const auto position = PositionOfKey(entry.key);
    if (!position) return FailCorruptPosition();
    const auto record = TRY(table::DecodeChangeRecord(entry.value));
    if (result.records.empty() && record.time < horizon) return FailTrimmed();
    bytes += SizeOf(record);
    if (bytes > limits.bytes_max && !result.records.empty()) {
      result.more = true;
      break;
    }
    result.next = Next(*position);
    result.records.push_back({*position, std::move(entry.value)});
  }
  return result;
}

}  // namespace stator::streams
