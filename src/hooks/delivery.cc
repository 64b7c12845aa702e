#include "hooks/delivery.h"

#include <algorithm>
#include <cstdint>
#include <tuple>

#include "base/utf8.h"

namespace stator::hooks {
namespace {

using catalog::Shard;
using catalog::StreamSettings;
using table::StepOutcome;

// Returns a pause that doubles with every failure.
TimeMicros PauseAfter(std::size_t failures) {
  TimeMicros pause = limits::kHookPauseMin;
  for (std::size_t i = 1; i < failures && pause < limits::kHookPauseMax; ++i) pause *= 2;
  return std::min(pause, limits::kHookPauseMax);
}

// Returns the table's streams, the oldest first.
std::vector<catalog::StreamPtr> StreamsOf(const catalog::Catalog& catalog, std::string_view table) {
  auto streams = catalog.ListStreams("", limits::kStreamsMax);
  std::erase_if(streams, [&](const auto& each) { return each->settings().table_name != table; });
  std::ranges::sort(streams, {}, [](const auto& each) {
    return std::tie(each->settings().created, each->settings().label);
  });
  return streams;
}

// Returns how many of the records the function accepted.
std::size_t AcceptedOf(const HookBatch& batch, const HookOutcome& outcome) {
  if (!outcome.failed_sequence_number) return batch.records.size();
  const auto failed = streams::ParseSequenceNumber(*outcome.failed_sequence_number);
  const auto found = std::ranges::find_if(
      batch.records, [&](const auto& each) { return each.position == failed; });
  // With a sequence number that is not in the batch, no record counts as accepted.
  if (found == batch.records.end()) return 0;
  return static_cast<std::size_t>(found - batch.records.begin());
}

HookBatch Part(const HookBatch& batch, std::size_t from) {
  return {batch.stream, batch.shard, batch.records.subspan(from)};
}

}  // namespace

Delivery::Delivery(storage::Engine& engine, catalog::Catalog& catalog, table::CommitQueue& queue,
                   const ServiceClock& clock, HookOptions options, HookSink& sink)
    : engine_(engine),
      catalog_(catalog),
      queue_(queue),
      clock_(clock),
      options_(std::move(options)),
      prefix_(HookPrefix(options_.table, options_.target)),
      sink_(sink) {}

Result<StepOutcome> Delivery::Step(TimeMicros now) {
  if (!forgot_) TRY(ForgetGone());
  forgot_ = true;
  StepOutcome outcome{.wait = limits::kHookLookAgain};
  // A stream that was enabled again continues after the previous one.
  for (const auto& stream : StreamsOf(catalog_, options_.table)) {
    if (!TRY(StepStream(stream, now, outcome))) break;
  }
  // Shards are deleted with age, and their positions are of no more use.
  const auto gone = [this](const auto& each) {
    const auto stream = catalog_.FindStream(each.first.first);
    return !stream || stream->FindShard(each.first.second) == nullptr;
  };
  if (std::erase_if(progress_, gone) > 0) forgot_ = false;
  const MutexLock lock(mutex_);
  std::erase_if(shown_, gone);
  return outcome;
}

// Returns true if the whole stream is delivered and closed.
Result<bool> Delivery::StepStream(const catalog::StreamPtr& stream, TimeMicros now,
                                  StepOutcome& outcome) {
  const auto& settings = stream->settings();
  bool finished = settings.disabled.has_value();
  table::StepSum sum;  // a failing shard holds up no other
  for (const auto& shard : settings.shards) {
    auto* progress = TRY(ProgressOf(settings, shard));
    const bool open = !progress->position.finished || progress->unsaved;
    if (open && TRY(MayRead(*stream, shard))) {
      sum.Add(StepShard(settings, shard, *progress, now));
    }
    finished = finished && progress->position.finished && !progress->unsaved;
  }
  outcome.Add(TRY(sum.Take()));
  return finished;
}

Result<Delivery::Progress*> Delivery::ProgressOf(const StreamSettings& stream, const Shard& shard) {
  const auto [at, added] = progress_.try_emplace({stream.arn, shard.number});
  if (!added) return &at->second;
  at->second.position = TRY(StoredPosition(stream, shard));
  Show(stream, shard, at->second);
  return &at->second;
}

Result<HookPosition> Delivery::StoredPosition(const StreamSettings& stream,
                                              const Shard& shard) const {
  const auto stored = TRY(engine_.Get(kHookSpace, HookKey(prefix_, stream.arn, shard.number)));
  if (!stored) return HookPosition{streams::StartOf(shard)};
  return DecodeHookPosition(stored->value);
}

// Whether the parent is delivered. A parent that no longer exists is so old that none of its
// records can be read.
Result<bool> Delivery::MayRead(const catalog::StreamDescriptor& stream, const Shard& shard) {
  const auto* parent = stream.FindShard(shard.parent);
  if (parent == nullptr) return true;
  return TRY(ProgressOf(stream.settings(), *parent))->position.finished;
}

Result<streams::RecordPage> Delivery::ReadBatch(const Shard& shard, const Progress& progress) {
  const auto horizon = streams::HorizonAt(clock_.Now());
  const streams::RecordLimits limits{
      .records_max = std::min(options_.batch_records, progress.size_max.value_or(SIZE_MAX)),
      .bytes_max = limits::kHookBytesMax};
  auto page = streams::ReadRecords(engine_, shard, progress.position.next, horizon, limits);
  if (page || page.error().code != ErrorCode::kTrimmedDataAccessException) return page;
  // Records trimmed before their delivery are lost, as for any reader.
  const auto oldest = TRY(streams::OldestOf(engine_, shard, horizon));
  return streams::ReadRecords(engine_, shard, oldest, horizon, limits);
}

Result<StepOutcome> Delivery::StepShard(const StreamSettings& stream, const Shard& shard,
                                        Progress& progress, TimeMicros now) {
  if (progress.unsaved) TRY(Save(stream, shard, progress));
  if (progress.position.finished) return StepOutcome{.worked = true};
  if (progress.not_before && now < *progress.not_before) {
    return StepOutcome{.wait = *progress.not_before - now};
  }
  const auto page = TRY(ReadBatch(shard, progress));
  if (page.records.empty()) {
    if (shard.open()) return StepOutcome{};
    TRY(MoveTo(stream, shard, {page.next, true}, progress));
    return StepOutcome{.worked = true};
  }
  if (!progress.first_seen) progress.first_seen = now;
  // These wait for nothing: a full batch, one that failed before, and the rest of a closed shard.
  const bool ready = page.more || progress.attempts > 0 || !shard.open() ||
                     page.records.size() >= options_.batch_records;
  const TimeMicros until = *progress.first_seen + options_.window;
  if (!ready && now < until) return StepOutcome{.wait = until - now};
  TRY(Deliver({stream, shard, page.records}, progress, now));
  return StepOutcome{.worked = true};
}

Result<> Delivery::Deliver(const HookBatch& batch, Progress& progress, TimeMicros now) {
  calling_ = true;
  const auto outcome = sink_.Deliver(batch);
  calling_ = false;
  if (!outcome.accepted) return Failed(batch, outcome.error, progress, now);
  const auto accepted = AcceptedOf(batch, outcome);
  if (accepted > 0) {
    TRY(MoveTo(batch.stream, batch.shard, {streams::Next(batch.records[accepted - 1].position)},
               progress));
  }
  if (accepted == batch.records.size()) {
    ++accepted_;
    return {};
  }
  return Failed(Part(batch, accepted), "the function reported failed items", progress, now);
}

// A failed half shows nothing about each record. So an attempt counts only if the batch cannot be
// halved.
Result<> Delivery::Failed(const HookBatch& batch, std::string_view error, Progress& progress,
                          TimeMicros now) {
  const bool halve = options_.bisect && batch.records.size() > 1;
  if (halve) {
    progress.size_max = batch.records.size() / 2;
  } else {
    ++progress.attempts;
    progress.size_max = batch.records.size();  // later records get their own attempts
  }
  ShowFailure(batch, error, progress);
  if (progress.attempts < options_.attempts_max) {
    progress.not_before = now + PauseAfter(progress.attempts);
    Show(batch.stream, batch.shard, progress);
    return {};
  }
  TRY(sink_.GiveUp(batch, error.substr(0, limits::kHookErrorBytesMax)));
  ++given_up_;
  return MoveTo(batch.stream, batch.shard, {streams::Next(batch.records.back().position)},
                progress);
}

// Moves the position in memory first: accepted records are not repeated even if the save fails.
Result<> Delivery::MoveTo(const StreamSettings& stream, const Shard& shard, HookPosition position,
                          Progress& progress) {
  progress = Progress{.position = position, .unsaved = true};
  Show(stream, shard, progress);
  return Save(stream, shard, progress);
}

Result<> Delivery::Save(const StreamSettings& stream, const Shard& shard, Progress& progress) {
  TRY(queue_.Change([&](catalog::Catalog&) -> Result<catalog::Change> {
    catalog::Change change;
    change.mutations.push_back({{kHookSpace, HookKey(prefix_, stream.arn, shard.number)},
                                EncodeHookPosition(progress.position)});
    return change;
  }));
  progress.unsaved = false;
  return {};
}

void Delivery::Show(const StreamSettings& stream, const Shard& shard, const Progress& progress) {
  const MutexLock lock(mutex_);
  shown_[{stream.arn, shard.number}] = {.position = progress.position,
                                        .attempts = progress.attempts,
                                        .retrying = progress.not_before.has_value()};
}

void Delivery::ShowFailure(const HookBatch& batch, std::string_view error,
                           const Progress& progress) {
  const MutexLock lock(mutex_);
  last_failure_ = {.time = clock_.Now(),
                   .error = std::string(CutUtf8(error, limits::kHookErrorBytesMax)),
                   .stream_arn = batch.stream.arn,
                   .shard_id = catalog::ShardId(batch.shard),
                   .records = batch.records.size(),
                   .first = batch.records.front().position,
                   .attempts = progress.attempts,
                   .given_up = progress.attempts >= options_.attempts_max};
}

Result<HookShardReport> Delivery::ReportOf(const StreamSettings& stream, const Shard& shard) const {
  HookShardReport report{.stream_arn = stream.arn, .shard_id = catalog::ShardId(shard)};
  std::optional<Shown> shown;
  {
    const MutexLock lock(mutex_);
    const auto found = shown_.find({stream.arn, shard.number});
    if (found != shown_.end()) shown = found->second;
  }
  // The thread looks at a shard only when it may be read, so it may not know its position yet.
  if (!shown) shown = Shown{.position = TRY(StoredPosition(stream, shard))};
  report.position = shown->position;
  report.attempts = shown->attempts;
  report.retrying = shown->retrying;
  if (!report.position.finished) {
    report.lag = TRY(LagOf(engine_, shard, report.position.next, clock_.Now()));
  }
  return report;
}

Result<HookReport> Delivery::Report() const {
  HookReport report{.table = options_.table,
                    .target = options_.target,
                    .calling = calling_,
                    .accepted = accepted_,
                    .given_up = given_up_};
  for (const auto& stream : StreamsOf(catalog_, options_.table)) {
    const auto& settings = stream->settings();
    report.has_stream = report.has_stream || !settings.disabled.has_value();
    for (const auto& shard : settings.shards) {
      report.shards.push_back(TRY(ReportOf(settings, shard)));
    }
  }
  const MutexLock lock(mutex_);
  report.last_failure = last_failure_;
  return report;
}

// Removes positions of deleted shards, also those of hooks that are no longer configured.
Result<> Delivery::ForgetGone() {
  catalog::Change change;
  storage::KeyRange range;
  while (true) {
    const auto page = TRY(engine_.Read(kHookSpace, range, {}));
    for (const auto& entry : page.entries) {
      const auto place = TRY(DecodeHookKey(entry.key));
      const auto stream = catalog_.FindStream(place.stream_arn);
      if (stream && stream->FindShard(place.shard) != nullptr) continue;
      change.mutations.push_back({{kHookSpace, entry.key}, std::nullopt});
    }
    if (!page.more) break;
    range.begin = page.entries.back().key + '\0';
  }
  if (change.mutations.empty()) return {};
  TRY(queue_.Change([&](catalog::Catalog&) -> Result<catalog::Change> { return change; }));
  return {};
}

}  // namespace stator::hooks
