#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "base/contain.h"
#include "base/endian.h"
#include "base/limits.h"
#include "base/texts.h"
#include "base/work_limits.h"
#include "table/collections.h"
#include "table/commit_queue.h"

// How the commit queue makes one batch of the writes that have gathered: on the commit thread.
namespace stator::table {
namespace {

std::size_t BytesOf(const Effect& effect) {
  std::size_t bytes = 0;
  for (const auto& change : effect.changes) {
    bytes += change.address.key.size() + (change.value ? change.value->size() : 0);
  }
  return bytes + (effect.record ? effect.record->value.size() : 0);
}

// Tells apart the log records of one commit: none for a commit of one write.
Bytes SuffixOf(std::size_t place, std::size_t count) {
  if (count == 1) return {};
  Bytes suffix;
  suffix.push_back(static_cast<char>(place >> 8U));
  suffix.push_back(static_cast<char>(place));
  return suffix;
}

}  // namespace

// The writes that share one call to the engine.
struct CommitQueue::Batch {
  using Place = std::pair<storage::Space, BytesView>;  // the key leans on `commits`

  std::vector<storage::Commit> commits;
  // The rows this batch writes, by address: where their newest value stands among `commits`.
  std::map<Place, std::pair<std::size_t, std::size_t>> rows;  // the commit, and which change of it
  CollectionSizes collections;
  std::map<catalog::TablePtr, catalog::Catalog::Deltas> statistics;
  std::size_t lagged_records = 0;
  std::size_t lagged_bytes = 0;
  std::size_t work = 0;  // of decisions made again

  const storage::Mutation* Find(storage::Space space, BytesView key) const {
    const auto found = rows.find({space, key});
    if (found == rows.end()) return nullptr;
    const auto [commit, change] = found->second;
    return &commits[commit].changes[change];
  }
};

bool CommitQueue::IsWrite(const Task& task) {
  return std::holds_alternative<PendingWrite>(task) ||
         std::holds_alternative<PendingTogether>(task);
}

std::size_t CommitQueue::BytesOf(const std::vector<Decided>& writes) {
  std::size_t bytes = 0;
  for (const auto& write : writes) bytes += table::BytesOf(write.effect);
  return bytes;
}

std::size_t CommitQueue::BytesOf(const Task& task) {
  if (const auto* one = std::get_if<PendingWrite>(&task)) return table::BytesOf(one->write.effect);
  if (const auto* several = std::get_if<PendingTogether>(&task)) return BytesOf(several->writes);
  return 0;
}

std::size_t CommitQueue::Together::bytes() const { return BytesOf(writes_); }

// Commits writes from the first on and says how many: fewer than all if what they write, now that
// it is decided for good, is too much for one batch.
std::size_t CommitQueue::CommitWrites(std::span<Task> tasks) {
  Batch batch;
  std::size_t decided = 0;
  auto applied = Contain([&] { return Gather(tasks, batch, decided); });
  if (applied) {
    applied = ApplyBatch(batch);
  } else {
    Forget();  // what was numbered is never written
    decided = std::max<std::size_t>(decided, 1);
  }
  for (auto& task : tasks.first(decided)) {
    if (auto* one = std::get_if<PendingWrite>(&task)) {
      Settle(*one, applied);
    } else {
      Settle(std::get<PendingTogether>(task), applied);
    }
  }
  return decided;
}

// Makes the batch of as many writes as it takes; `decided` counts them.
Result<> CommitQueue::Gather(std::span<Task> tasks, Batch& batch, std::size_t& decided) {
  batch.commits.reserve(tasks.size() + 1);  // rows point into it
  for (std::size_t bytes = 0; decided < tasks.size() && bytes < limits::kBytesPerBatchMax;) {
    auto& task = tasks[decided++];
    if (auto* one = std::get_if<PendingWrite>(&task)) {
      DecideForGood(*one, batch, bytes);
    } else {
      DecideForGood(std::get<PendingTogether>(task), batch, bytes);
    }
  }
  if (!batch.commits.empty()) AddBookkeeping(batch);
  return {};
}

Result<> CommitQueue::ApplyBatch(Batch& batch) noexcept {
  if (batch.commits.empty()) return {};
  auto applied = Apply(batch.commits);
  lag_.Appended(batch.lagged_records, batch.lagged_bytes);
  lagged_.store(lag_.records(), std::memory_order_relaxed);
  if (!applied) return applied;
  for (const auto& [table, deltas] : batch.statistics) catalog_.PublishStatistics(*table, deltas);
  return {};
}

void CommitQueue::DecideForGood(PendingWrite& pending, Batch& batch, std::size_t& bytes) {
  auto& write = pending.write;
  write.outcome = Contain([&]() -> Result<> {
    TRY(DecideForGood(write, batch));
    return SizeCollection(write, batch, {});
  });
  bytes += table::BytesOf(write.effect);
  if (write.outcome && !write.effect.changes.empty()) AddCommit({&write, 1}, {}, batch);
}

void CommitQueue::DecideForGood(PendingTogether& pending, Batch& batch, std::size_t& bytes) {
  auto beside = Contain([&] { return DecideAll(pending, batch, bytes); });
  if (!beside) {
    for (auto& write : pending.writes) write.outcome = Fail(beside.error());
  } else if (*beside) {
    AddCommit(pending.writes, *std::move(*beside), batch);
  }
}

// What is to be written beside them; nullopt if one of them failed.
Result<std::optional<std::vector<storage::Mutation>>> CommitQueue::DecideAll(
    PendingTogether& pending, Batch& batch, std::size_t& bytes) {
  bool all = true;
  CollectionSizes sizes;  // as the writes before it leave them: two may be of one collection
  std::vector<const Written*> written;
  for (auto& write : pending.writes) {
    write.outcome = DecideForGood(write, batch);
    if (write.overtaken) {
      write.outcome = Fail(ErrorCode::kTransactionConflictException, texts::kTransactionConflict);
    }
    if (write.outcome) write.outcome = SizeCollection(write, batch, sizes);
    if (write.outcome && write.collection && write.effect.collection_delta != 0) {
      const auto& [space, key] = write.collection->address;
      sizes.insert_or_assign({space, BytesView(key)}, write.collection->bytes);
    }
    bytes += table::BytesOf(write.effect);
    all = all && write.outcome;
    written.push_back(&write.effect.written);
  }
  if (!all) return std::nullopt;
  return pending.beside(written);
}

// Has a worker decide on the newest image, which may be overtaken in its turn.
void CommitQueue::DecideOnceMore(PendingWrite& pending) {
  auto& write = pending.write;
  if (++write.rounds >= limits::kDecisionRoundsMax) {
    return Finish(write.command, pending.done,
                  Fail(ErrorCode::kThrottlingException, texts::kTooManyWrites));
  }
  write.overtaken = false;
  write.outcome = {};
  write.effect = {};
  HandToWorker(std::move(pending));
}

// A decision may rest on a commit of this very batch, so it fails with the batch.
void CommitQueue::Settle(PendingWrite& pending, const Result<>& applied) {
  auto& write = pending.write;
  if (write.overtaken) return DecideOnceMore(pending);
  if (!applied) {
    Finish(write.command, pending.done, std::unexpected(applied.error()));
  } else if (!write.outcome) {
    Finish(write.command, pending.done, std::unexpected(std::move(write.outcome.error())));
  } else {
    Finish(write.command, pending.done, std::move(write.effect.written));
  }
}

// There is room for the outcomes, so nothing throws where the writes are made; where they are not,
// whoever submitted them learns it from outcomes that are missing.
void CommitQueue::Settle(PendingTogether& pending, const Result<>& applied) {
  auto& outcomes = pending.outcomes;
  ContainQuietly([&] {
    for (auto& write : pending.writes) {
      if (!applied) {
        outcomes.push_back(std::unexpected(applied.error()));
      } else if (!write.outcome) {
        outcomes.push_back(std::unexpected(std::move(write.outcome.error())));
      } else {
        outcomes.push_back(std::move(write.effect.written));
      }
    }
  });
  ContainQuietly([&] { pending.done(std::move(outcomes)); });
}

// Makes sure the write is decided on the newest image.
Result<> CommitQueue::DecideForGood(Decided& write, Batch& batch) {
  if (!write.command.table->current()) {
    return Fail(ErrorCode::kStaleDescriptor, "the table has changed");
  }
  const auto rows = write.command.table->settings().rows;
  // Times in a log rise with its commits, so what was decided under an earlier turn of the clock,
  // or held for long, gets a new one.
  const bool fresh = clock_.Now() - write.decided_at < limits::kDecisionAgeMax;
  const bool newest = IsNewest(rows, write.command.row_key, write.seen, write.read_after);
  if (fresh && newest) return {};
  return DecideAgain(write, newest, batch);
}

// Whether nothing was committed since that would have given the read another version.
bool CommitQueue::IsNewest(storage::Space space, BytesView key, storage::Version seen,
                           storage::CommitNumber read_after) const {
  const auto newest = recent_.Find(space, key);
  return newest ? *newest == seen : read_after >= recent_.floor();
}

// Sets `overtaken` instead where the decision is more work than the batch has left: the commit
// thread serves everybody.
Result<> CommitQueue::DecideAgain(Decided& write, bool newest, Batch& batch) {
  const auto rows = write.command.table->settings().rows;
  std::optional<storage::Entry> stored;
  std::optional<BytesView> image;
  if (const auto* pending = batch.Find(rows, write.command.row_key)) {
    if (pending->value) image = *pending->value;
  } else {
    stored = TRY(engine_.Get(rows, write.command.row_key));
    if (stored) image = stored->value;
  }
  // The image is the one that a heavy decision was made on, so the decision holds.
  const bool holds = newest && write.effect.decision.has_value();
  const std::size_t work = holds ? 0 : WorkOf(write.command, image ? image->size() : 0);
  if (batch.work + work > limits::kBatchWorkMax && MayHandOn(write.command)) {
    write.overtaken = true;
    return Fail(ErrorCode::kThrottlingException, texts::kTooManyWrites);
  }
  batch.work += work;
  const auto decision = std::move(write.effect.decision);
  write.effect = TRY(Work(write.command, image, holds ? &*decision : nullptr));
  return {};
}

// Adds the collection's new size to the effect, unless it would be too large: what shrinks it or
// leaves it is always allowed, and so is what a transaction was promised when it was prepared.
Result<> CommitQueue::SizeCollection(Decided& write, const Batch& batch,
                                     const CollectionSizes& beside) {
  auto& effect = write.effect;
  const auto delta = effect.collection_delta;
  const bool wanted =
      write.command.wanted.collection_size || write.command.phase == Phase::kPrepare;
  if (!write.collection || (delta == 0 && !wanted)) return {};
  const std::int64_t bytes = TRY(CollectionBytes(write, batch, beside)) + delta;
  const bool promised = write.command.phase == Phase::kApply;
  if (delta > 0 && bytes > collection_bytes_max_ && !promised) {
    return Fail(ErrorCode::kItemCollectionSizeLimitExceededException, texts::kCollectionTooLarge);
  }
  effect.written.collection_bytes = bytes;
  effect.written.collection_delta = delta;
  if (write.command.phase == Phase::kPrepare) return {};
  write.collection->bytes = bytes;
  if (delta == 0) return {};
  storage::Mutation change{write.collection->address, std::nullopt};
  if (bytes != 0) change.value = EncodeCollection(bytes);
  effect.changes.push_back(std::move(change));
  return {};
}

// The newest size before the write.
Result<std::int64_t> CommitQueue::CollectionBytes(const Decided& write, const Batch& batch,
                                                  const CollectionSizes& beside) {
  const auto& [address, seen, bytes] = *write.collection;
  for (const auto* sizes : {&beside, &batch.collections}) {
    const auto found = sizes->find({address.space, address.key});
    if (found != sizes->end()) return found->second;
  }
  if (IsNewest(address.space, address.key, seen, write.read_after)) return bytes;
  const auto stored = TRY(engine_.Get(address.space, address.key));
  return stored ? DecodeCollection(stored->value) : 0;
}

// A row that a backfill has not reached is not in its index yet, whatever the write made of it; the
// walk will find what stands there then. Only this thread moves the walk on, so only here it can be
// said.
void CommitQueue::LeaveToBackfill(Decided& write) {
  const auto* index = write.command.table->UnsettledIndex();
  if (index == nullptr || index->state != catalog::IndexState::kBackfilling) return;
  if (catalog_.BackfillOf(*write.command.table).Reached(write.command.row_key)) return;
  LeaveOut(index->space, write.effect);
}

// One commit of all the writes, with what is written beside them.
void CommitQueue::AddCommit(std::span<Decided> writes, std::vector<storage::Mutation> beside,
                            Batch& batch) {
  auto& commit = batch.commits.emplace_back();
  commit.number = ++last_number_;
  // Where the changes of each write begin; their addresses may be pointed to only once all stand.
  std::vector<std::size_t> begins;
  begins.reserve(writes.size() + 1);
  for (std::size_t i = 0; i < writes.size(); ++i) {
    begins.push_back(commit.changes.size());
    if (!writes[i].effect.changes.empty()) {
      AddWrite(writes[i], SuffixOf(i, writes.size()), commit, batch);
    }
  }
  begins.push_back(commit.changes.size());
  std::ranges::move(beside, std::back_inserter(commit.changes));
  for (std::size_t i = 0; i < writes.size(); ++i) {
    if (begins[i] < begins[i + 1]) Remember(writes[i], begins[i], begins[i + 1] - 1, batch);
  }
}

void CommitQueue::AddWrite(Decided& write, Bytes suffix, storage::Commit& commit, Batch& batch) {
  auto& effect = write.effect;
  LeaveToBackfill(write);
  if (lag_.takes()) {
    if (auto record = LagLog::Divert(*write.command.table, clock_.Now(), effect)) {
      ++batch.lagged_records;
      batch.lagged_bytes += record->value.size();
      record->suffix = suffix;
      commit.appends.push_back(std::move(*record));
    }
  }
  std::ranges::move(effect.changes, std::back_inserter(commit.changes));
  if (effect.record) {
    effect.record->suffix = std::move(suffix);
    commit.appends.push_back(std::move(*effect.record));
  }
  auto& deltas = batch.statistics[write.command.table];
  for (const auto& [space, delta] : effect.statistics) {
    deltas[space].entries += delta.entries;
    deltas[space].bytes += delta.bytes;
  }
}

// Notes what the newest commit does to the write's row, its first change, and collection, its last.
void CommitQueue::Remember(const Decided& write, std::size_t first, std::size_t last,
                           Batch& batch) {
  const auto& changes = batch.commits.back().changes;
  const auto& row = changes[first].address;
  batch.rows.insert_or_assign({row.space, row.key}, std::pair(batch.commits.size() - 1, first));
  // A deleted row reads as absent later on, so that is the version a fresh reader will bring.
  recent_.Add(row, last_number_, changes[first].value.has_value());
  if (!write.collection || write.effect.collection_delta == 0 ||
      write.command.phase == Phase::kPrepare) {
    return;
  }
  const auto& [collection, value] = changes[last];
  batch.collections.insert_or_assign({collection.space, collection.key}, write.collection->bytes);
  recent_.Add(collection, last_number_, value.has_value());
}

// Counts and the highest number, in one last commit of the batch.
void CommitQueue::AddBookkeeping(Batch& batch) {
  storage::Commit commit;
  commit.number = ++last_number_;
  for (const auto& [table, deltas] : batch.statistics) {
    commit.changes.push_back(catalog_.PlanStatistics(*table, deltas));
  }
  commit.changes.push_back(catalog::Catalog::PlanLastCommit(commit.number, clock_.Now()));
  batch.commits.push_back(std::move(commit));
}

}  // namespace stator::table
