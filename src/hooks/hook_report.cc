#include "hooks/hook_report.h"

#include "base/limits.h"
#include "streams/reader.h"
#include "table/change_record.h"

namespace stator::hooks {
namespace {

// Trimmed records are lost and lag no more.
Result<streams::RecordPage> ReadUndelivered(storage::Engine& engine, const catalog::Shard& shard,
                                            streams::Position next, TimeMicros horizon) {
  auto page = streams::ReadRecords(engine, shard, next, horizon);
  if (page || page.error().code != ErrorCode::kTrimmedDataAccessException) return page;
  const auto oldest = TRY(streams::OldestOf(engine, shard, horizon));
  return streams::ReadRecords(engine, shard, oldest, horizon);
}

}  // namespace

Result<HookLag> LagOf(storage::Engine& engine, const catalog::Shard& shard, streams::Position next,
                      TimeMicros now) {
  const auto horizon = streams::HorizonAt(now);
  HookLag lag;
  for (std::size_t pages = 0;; ++pages) {
    const auto page = TRY(ReadUndelivered(engine, shard, next, horizon));
    if (!lag.oldest && !page.records.empty()) {
      lag.oldest = TRY(table::DecodeChangeRecord(page.records.front().value)).time;
    }
    lag.records += page.records.size();
    if (!page.more) return lag;
    next = page.next;
    lag.counted_all = lag.records < limits::kHookLagRecordsMax && pages < limits::kHookLagPagesMax;
    if (!lag.counted_all) return lag;
  }
}

}  // namespace stator::hooks
