#pragma once

#include <cstddef>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/result.h"
#include "catalog/stream.h"
#include "storage/engine.h"
#include "streams/sequence.h"
#include "table/change_record.h"

// Functions that read shards. Records older than a day are trimmed: no reader returns them,
// although the background work drops them only with their whole shard (stream_work.h).
// Threads: any thread may call these functions.
namespace stator::streams {

// A record as its log stores it. table/change_record.h decodes `value`.
struct LoggedRecord {
  Position position;
  Bytes value;
};

// The size of keys and images, as DynamoDB counts items.
std::size_t SizeOf(const table::ChangeRecord& record);

// The position before every record of the shard.
Position StartOf(const catalog::Shard& shard);
// The position after every record of the shard. REQUIRES: the shard is closed.
Position EndOf(const catalog::Shard& shard);

// The oldest service time whose records are not trimmed.
inline TimeMicros HorizonAt(TimeMicros now) { return now - limits::kStreamRetention; }

// The position of the oldest record that is not trimmed.
Result<Position> OldestOf(storage::Engine& engine, const catalog::Shard& shard, TimeMicros horizon);
// The position after the newest record.
Result<Position> LatestOf(storage::Engine& engine, const catalog::Shard& shard);
// Errors: kTrimmedDataAccessException if the first record from `next` on is trimmed.
Result<> CheckNotTrimmed(storage::Engine& engine, const catalog::Shard& shard, Position next,
                         TimeMicros horizon);

// The bounds of one page of records.
struct RecordLimits {
  std::size_t records_max = limits::kRecordsMax;
  std::size_t bytes_max = limits::kRecordsBytesMax;  // by SizeOf; the first record always fits
};

// One page of records.
struct RecordPage {
  std::vector<LoggedRecord> records;
  Position next;      // the position after the last record
  bool more = false;  // the shard has further records
};

// Reads records from `next` on. Errors: kTrimmedDataAccessException as in CheckNotTrimmed.
Result<RecordPage> ReadRecords(storage::Engine& engine, const catalog::Shard& shard, Position next,
                               TimeMicros horizon, const RecordLimits& limits = {});

}  // namespace stator::streams
