#include "streams/stream_work.h"

#include <algorithm>
#include <utility>

#include "streams/iterator.h"
#include "streams/lineage.h"

namespace stator::streams {
namespace {

using catalog::Catalog;
using catalog::Change;
using catalog::Shard;
using catalog::StreamSettings;

// The wait until the next look at an overdue empty shard, because no event announces its first
// record.
constexpr TimeMicros kLookAgain = 60LL * 1'000'000;

// Removes shards from a stream, and drops their logs.
void DropShards(const std::vector<std::uint32_t>& numbers, StreamSettings& stream, Change& change) {
  std::erase_if(stream.shards, [&](const Shard& shard) {
    if (std::ranges::find(numbers, shard.number) == numbers.end()) return false;
    change.drops.push_back({shard.log});
    return true;
  });
}

Result<Change> Plan(Catalog& catalog, const catalog::StreamPtr& stream,
                    const std::vector<std::uint32_t>& closed,
                    const std::vector<std::uint32_t>& overdue, TimeMicros now) {
  // Another change replaced the stream meanwhile. The next step looks again.
  const auto& arn = stream->settings().arn;
  if (catalog.FindStream(arn) != stream) return Change{};
  if (IsGone(stream->settings(), now)) {
    Change change;
    Catalog::AddStreamDrop(stream, change);
    return change;
  }
  Change change;
  auto settings = stream->settings();
  const auto table = catalog.Find(settings.table_name);
  if (!overdue.empty() && table && !table->settings().stream.shards.empty() &&
      catalog::StreamArn(table->settings().arn, table->settings().stream.label) == arn) {
    return PlanRollOver(catalog, *table, overdue, now);
  }
  if (closed.empty()) return change;
  DropShards(closed, settings, change);
  Catalog::AddStream(std::move(settings), change);
  return change;
}

}  // namespace

Result<table::StepOutcome> StreamWork::Step() {
  table::StepSum sum;
  // A failure for one stream must not delay the others. StepSum keeps the error.
  for (const auto& stream : catalog_.ListStreams("", limits::kStreamsMax)) sum.Add(Advance(stream));
  return sum.Take();
}

Result<table::StepOutcome> StreamWork::Advance(const catalog::StreamPtr& stream) {
  const auto now = clock_.Now();
  const auto due = TRY(DueFor(stream->settings(), now));
  if (due.any()) {
    TRY(queue_.Change(
        [&](Catalog& catalog) { return Plan(catalog, stream, due.closed, due.overdue, now); }));
  }
  table::StepOutcome outcome{.worked = due.any()};
  if (due.next) outcome.wait = *due.next - now;
  return outcome;
}

Result<StreamWork::Due> StreamWork::DueFor(const StreamSettings& stream, TimeMicros now) {
  Due due;
  due.stream = IsGone(stream, now);
  if (due.stream) return due;
  if (stream.disabled) due.At(*stream.disabled + limits::kStreamRetention);
  for (const auto& shard : stream.shards) {
    const auto time =
        shard.open() ? shard.opened + shard_lifetime_ : shard.closed + limits::kStreamRetention;
    if (now < time) {
      due.At(time);
    } else if (!shard.open()) {
      due.closed.push_back(shard.number);
    } else if (stream.shards.size() < limits::kShardsMax && TRY(HasRecords(shard))) {
      due.overdue.push_back(shard.number);
    } else {
      due.At(now + kLookAgain);
    }
  }
  return due;
}

Result<bool> StreamWork::HasRecords(const Shard& shard) {
  return !TRY(engine_.Read(shard.log, {}, {.entries_max = 1})).entries.empty();
}

}  // namespace stator::streams
