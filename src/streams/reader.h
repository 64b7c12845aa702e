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

// Reading shards. What is older than a day is trimmed: nobody gets to see it, though it goes only
// with its whole shard (stream_work.h). All of it may be called from any thread.
namespace stator::streams {

// A record as its log has it; table/change_record.h decodes the value.
struct LoggedRecord {
  Position position;
  Bytes value;
};

// Keys and images, as DynamoDB counts items.
std::size_t SizeOf(const table::ChangeRecord& record);

// Before every record of the shard.
Position StartOf(const catalog::Shard& shard);
// After every record of the shard. REQUIRES: it is closed.
Position EndOf(const catalog::Shard& shard);

// Records of service times before are trimmed.
inline TimeMicros HorizonAt(TimeMicros now) { return now - limits::kStreamRetention; }

// Where the records begin that are not trimmed.
Result<Position> OldestOf(storage::Engine& engine, const catalog::Shard& shard, TimeMicros horizon);
// Behind the newest record.
Result<Position> LatestOf(storage::Engine& engine, const catalog::Shard& shard);
// kTrimmedDataAccessException if the first record from there on is trimmed.
Result<> CheckNotTrimmed(storage::Engine& engine, const catalog::Shard& shard, Position next,
                         TimeMicros horizon);

struct RecordLimits {
  std::size_t records_max = limits::kRecordsMax;
  std::size_t bytes_max = limits::kRecordsBytesMax;  // see SizeOf; the first record always fits
};

struct RecordPage {
  std::vector<LoggedRecord> records;
  Position next;      // behind the last
  bool more = false;  // there were records beyond
};

// Records from `next` on. kTrimmedDataAccessException: see CheckNotTrimmed.
Result<RecordPage> ReadRecords(storage::Engine& engine, const catalog::Shard& shard, Position next,
                               TimeMicros horizon, const RecordLimits& limits = {});

}  // namespace stator::streams
