#include "table/batch_builder.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/check.h"
#include "base/contain.h"
#include "base/limits.h"
#include "base/texts.h"
#include "base/work_limits.h"
#include "table/collections.h"

namespace stator::table {
namespace {

// Returns the suffix that distinguishes the log records of one commit. It is empty for a commit of
// one write.
Bytes SuffixOf(std::size_t place, std::size_t count) {
  if (count == 1) return {};
  Bytes suffix;
  suffix.push_back(static_cast<char>(place >> 8U));
  suffix.push_back(static_cast<char>(place));
  return suffix;
}

}  // namespace

BatchBuilder::BatchBuilder(storage::Engine& engine, catalog::Catalog& catalog,
                           const ServiceClock& clock, CommitState& state, const Options& options,
                           std::size_t tasks_max)
    : engine_(engine), catalog_(catalog), clock_(clock), state_(state), options_(options) {
  batch_.commits.reserve(tasks_max + 1);  // rows point into it
}

const storage::Mutation* BatchBuilder::FindRow(storage::Space space, BytesView key) const {
  const auto found = rows_.find({space, key});
  if (found == rows_.end()) return nullptr;
  const auto [commit, change] = found->second;
  return &batch_.commits[commit].changes[change];
}

void BatchBuilder::Add(DecidedWrite& write) {
  write.outcome = Contain([&]() -> Result<> {
    TRY(DecideOnNewest(write));
    return SizeCollection(write, {});
  });
  bytes_ += BytesOf(write);
  if (write.outcome && !write.effect.changes.empty()) AddCommit({&write, 1}, {});
}

void BatchBuilder::Add(std::span<DecidedWrite> writes, ExtraMutations& extra_mutations) {
  auto extra = Contain([&] { return DecideGroup(writes, extra_mutations); });
  if (!extra) {
    for (auto& write : writes) write.outcome = Fail(extra.error());
  } else if (*extra) {
    AddCommit(writes, *std::move(*extra));
  }
}

// Decides every write of the group. Returns the extra mutations, or nullopt if a write failed.
Result<std::optional<std::vector<storage::Mutation>>> BatchBuilder::DecideGroup(
    std::span<DecidedWrite> writes, ExtraMutations& extra_mutations) {
  bool all = true;
  CollectionSizes sizes;  // as earlier writes of the group leave them
  std::vector<const Written*> written;
  for (auto& write : writes) {
    write.outcome = DecideOnNewest(write);
    if (write.overtaken) {
      write.outcome = Fail(ErrorCode::kTransactionConflictException, texts::kTransactionConflict);
    }
    if (write.outcome) write.outcome = SizeCollection(write, sizes);
    if (write.outcome && write.collection && write.effect.collection_delta != 0) {
      const auto& [space, key] = write.collection->address;
      sizes.insert_or_assign({space, BytesView(key)}, write.collection->bytes);
    }
    bytes_ += BytesOf(write);
    all = all && write.outcome;
    written.push_back(&write.effect.written);
  }
  if (!all) return std::nullopt;
  return extra_mutations(written);
}

// Makes sure the write is decided on the newest image.
Result<> BatchBuilder::DecideOnNewest(DecidedWrite& write) {
  if (!write.command.table->current()) {
    return Fail(ErrorCode::kStaleDescriptor, "the table has changed");
  }
  const auto rows = write.command.table->settings().rows;
  // The times in a log rise with its commits. So a decision made before the clock was turned, or
  // held for long, gets a new time.
  const bool fresh = clock_.Now() - write.decided_at < limits::kDecisionAgeMax;
  const bool newest = IsNewest(rows, write.command.row_key, write.seen, write.read_after);
  if (fresh && newest) return {};
  return DecideAgain(write, newest);
}

// Whether no commit since the read would have given it another version.
bool BatchBuilder::IsNewest(storage::Space space, BytesView key, storage::Version seen,
                            storage::CommitNumber read_after) const {
  const auto newest = state_.recent.Find(space, key);
  return newest ? *newest == seen : read_after >= state_.recent.floor();
}

// Decides again. If the decision is more work than the batch has left, it sets `overtaken` instead,
// because the commit thread serves all writers.
Result<> BatchBuilder::DecideAgain(DecidedWrite& write, bool newest) {
  const auto rows = write.command.table->settings().rows;
  std::optional<storage::Entry> stored;
  std::optional<BytesView> image;
  if (const auto* pending = FindRow(rows, write.command.row_key)) {
    if (pending->value) image = *pending->value;
  } else {
    stored = TRY(engine_.Get(rows, write.command.row_key));
    if (stored) image = stored->value;
  }
  // If the image is the one that a heavy decision was made on, that decision still holds.
  const bool holds = newest && write.effect.decision.has_value();
  const std::size_t work = holds ? 0 : WorkOf(write.command, image ? image->size() : 0);
  if (work_ + work > limits::kBatchWorkMax && options_.has_workers &&
      MayMoveToWorker(write.command)) {
    write.overtaken = true;
    return Fail(ErrorCode::kThrottlingException, texts::kTooManyWrites);
  }
  work_ += work;
  const auto decision = std::move(write.effect.decision);
  write.effect = TRY(DecideOn(write.command, image, clock_.Now(), options_.mark_met,
                              holds ? &*decision : nullptr));
  return {};
}

// Adds the collection's new size to the effect, and fails if a write grows the collection beyond
// its limit. Writes that shrink or keep the size always succeed. So does the apply phase of a
// transaction, whose growth was checked when it was prepared.
Result<> BatchBuilder::SizeCollection(DecidedWrite& write, const CollectionSizes& of_group) {
  auto& effect = write.effect;
  const auto delta = effect.collection_delta;
  const bool wanted =
      write.command.wanted.collection_size || write.command.phase == Phase::kPrepare;
  if (!write.collection || (delta == 0 && !wanted)) return {};
  const std::int64_t bytes = TRY(CollectionBytes(write, of_group)) + delta;
  CHECK(bytes >= 0);  // a collection's size would be stored wrong, and its limit with it
  const bool promised = write.command.phase == Phase::kApply;
  if (delta > 0 && bytes > options_.collection_bytes_max && !promised) {
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

// Returns the collection's newest size before the write.
Result<std::int64_t> BatchBuilder::CollectionBytes(const DecidedWrite& write,
                                                   const CollectionSizes& of_group) const {
  const auto& [address, seen, bytes] = *write.collection;
  for (const auto* sizes : {&of_group, &collections_}) {
    const auto found = sizes->find({address.space, address.key});
    if (found != sizes->end()) return found->second;
  }
  if (IsNewest(address.space, address.key, seen, write.read_after)) return bytes;
  const auto stored = TRY(engine_.Get(address.space, address.key));
  return stored ? DecodeCollection(stored->value) : 0;
}

// Removes the changes of a backfilling index from the effect if the walk has not reached the row.
// The walk will add the entry of whatever row it finds there. The decision belongs here because
// only the commit thread moves the walk's position.
void BatchBuilder::LeaveToBackfill(DecidedWrite& write) {
  const auto* index = write.command.table->UnsettledIndex();
  if (index == nullptr || index->state != catalog::IndexState::kBackfilling) return;
  if (catalog_.BackfillOf(*write.command.table).Reached(write.command.row_key)) return;
  LeaveOut(index->space, write.effect);
}

// Adds one commit with all the writes and the extra mutations.
void BatchBuilder::AddCommit(std::span<DecidedWrite> writes,
                             std::vector<storage::Mutation> extra_mutations) {
  CHECK(batch_.commits.size() < batch_.commits.capacity());
  auto& commit = batch_.commits.emplace_back();
  commit.number = ++state_.last_number;
  // Where the changes of each write begin in the commit. Pointers to addresses are valid only once
  // all changes are in place.
  std::vector<std::size_t> begins;
  begins.reserve(writes.size() + 1);
  for (std::size_t i = 0; i < writes.size(); ++i) {
    begins.push_back(commit.changes.size());
    if (!writes[i].effect.changes.empty()) {
      AddChanges(writes[i], SuffixOf(i, writes.size()), commit);
    }
  }
  begins.push_back(commit.changes.size());
  std::ranges::move(extra_mutations, std::back_inserter(commit.changes));
  for (std::size_t i = 0; i < writes.size(); ++i) {
    if (begins[i] < begins[i + 1]) Remember(writes[i], begins[i], begins[i + 1] - 1);
  }
}

void BatchBuilder::AddChanges(DecidedWrite& write, Bytes suffix, storage::Commit& commit) {
  auto& effect = write.effect;
  LeaveToBackfill(write);
  if (state_.lag.takes()) {
    if (auto record = LagLog::Divert(*write.command.table, clock_.Now(), effect)) {
      ++batch_.lagged_records;
      batch_.lagged_bytes += record->value.size();
      record->suffix = suffix;
      commit.appends.push_back(std::move(*record));
    }
  }
  std::ranges::move(effect.changes, std::back_inserter(commit.changes));
  if (effect.record) {
    effect.record->suffix = std::move(suffix);
    commit.appends.push_back(std::move(*effect.record));
  }
  auto& deltas = batch_.statistics[write.command.table];
  for (const auto& [space, delta] : effect.statistics) {
    deltas[space].entries += delta.entries;
    deltas[space].bytes += delta.bytes;
  }
}

// Notes what the newest commit does to the write's row and collection: its first and its last
// change.
void BatchBuilder::Remember(const DecidedWrite& write, std::size_t first, std::size_t last) {
  const auto& changes = batch_.commits.back().changes;
  const auto& row = changes[first].address;
  // Later writes of the batch are decided on this change, so it must be the row's own.
  CHECK(row.space == write.command.table->settings().rows && row.key == write.command.row_key);
  rows_.insert_or_assign({row.space, row.key}, std::pair(batch_.commits.size() - 1, first));
  // A deleted row reads as absent, so kAbsent is the version that a later reader finds.
  state_.recent.Add(row, state_.last_number, changes[first].value.has_value());
  if (!write.collection || write.effect.collection_delta == 0 ||
      write.command.phase == Phase::kPrepare) {
    return;
  }
  const auto& [collection, value] = changes[last];
  CHECK(collection.space == write.collection->address.space &&
        collection.key == write.collection->address.key);
  collections_.insert_or_assign({collection.space, collection.key}, write.collection->bytes);
  state_.recent.Add(collection, state_.last_number, value.has_value());
}

// Adds a last commit with the counts and the highest number.
Batch BatchBuilder::Finish() {
  if (batch_.commits.empty()) return std::move(batch_);
  storage::Commit commit;
  commit.number = ++state_.last_number;
  for (const auto& [table, deltas] : batch_.statistics) {
    commit.changes.push_back(catalog_.PlanStatistics(*table, deltas));
  }
  commit.changes.push_back(catalog::Catalog::PlanLastCommit(commit.number, clock_.Now()));
  batch_.commits.push_back(std::move(commit));
  return std::move(batch_);
}

}  // namespace stator::table
