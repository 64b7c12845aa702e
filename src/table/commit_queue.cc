#include "table/commit_queue.h"

#include <future>
#include <mutex>
#include <span>
#include <utility>

#include "base/check.h"
#include "base/limits.h"
#include "base/texts.h"
#include "table/collections.h"

namespace stator::table {
namespace {

// Rows as a reader finds them: a deleted row's version counts as absent.
storage::Version VersionOf(const std::optional<storage::Entry>& entry) {
  return entry ? entry->version : storage::kAbsent;
}

std::optional<BytesView> ValueOf(const std::optional<storage::Entry>& entry) {
  if (!entry) return std::nullopt;
  return BytesView(entry->value);
}

std::size_t BytesOf(const Effect& effect) {
  std::size_t bytes = 0;
  for (const auto& change : effect.changes) {
    bytes += change.address.key.size() + (change.value ? change.value->size() : 0);
  }
  return bytes + (effect.record ? effect.record->value.size() : 0);
}

// A collection without an entry has no items.
Result<std::int64_t> SizeIn(const std::optional<storage::Entry>& entry) {
  if (!entry) return 0;
  return DecodeCollection(entry->value);
}

}  // namespace

// The writes that share one call to the engine.
struct CommitQueue::Batch {
  using Place = std::pair<storage::Space, BytesView>;  // the key leans on `commits`

  std::vector<storage::Commit> commits;
  // The rows this batch writes, by address: where their newest value stands among `commits`.
  std::map<Place, std::size_t> rows;
  std::map<Place, std::int64_t> collections;  // their newest sizes
  std::map<catalog::TablePtr, catalog::Catalog::Deltas> statistics;
  std::size_t lagged_records = 0;
  std::size_t lagged_bytes = 0;

  const storage::Mutation* Find(storage::Space space, BytesView key) const {
    const auto found = rows.find({space, key});
    return found == rows.end() ? nullptr : &commits[found->second].changes.front();
  }
};

std::size_t CommitQueue::BytesOf(const Task& task) {
  const auto* write = std::get_if<PendingWrite>(&task);
  return write == nullptr ? 0 : table::BytesOf(write->effect);
}

CommitQueue::CommitQueue(storage::Engine& engine, catalog::Catalog& catalog,
                         const ServiceClock& clock, std::int64_t collection_bytes_max, LagLog lag)
    : engine_(engine),
      catalog_(catalog),
      clock_(clock),
      collection_bytes_max_(collection_bytes_max),
      settled_(catalog.last_commit()),
      last_number_(catalog.last_commit()),
      recent_(catalog.last_commit(), limits::kRecentEntriesMax),
      lag_(std::move(lag)) {
  // Without these the batch would need guards and a second try, which no engine needs yet.
  CHECK(engine.traits().sole_writer);
  CHECK(engine.traits().atomic_across_routes);
  lagged_ = lag_.records();
  thread_ = std::thread([this] { Run(); });
}

CommitQueue::~CommitQueue() { Stop(); }

void CommitQueue::Stop() {
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void CommitQueue::Submit(Command command, Done done) {
  const auto read_after = settled_.load(std::memory_order_acquire);
  auto stored = Read(command);
  if (!stored) return done(std::unexpected(stored.error()));
  if (!command.table->current()) {
    return done(Fail(ErrorCode::kStaleDescriptor, "the table has changed"));
  }
  auto effect = Work(command, ValueOf(stored->row), clock_.Now());
  if (!effect) return done(std::unexpected(std::move(effect.error())));
  // What was read is durable, so a write that changes nothing is already done.
  if (effect->changes.empty()) {
    if (stored->collection) effect->written.collection_bytes = stored->collection->bytes;
    return done(std::move(effect->written));
  }
  Task task = PendingWrite{std::move(command),
                           std::move(done),
                           std::move(*effect),
                           VersionOf(stored->row),
                           std::move(stored->collection),
                           read_after};
  if (Enqueue(task, limits::kPendingCommitsMax)) return;
  std::get<PendingWrite>(task).done(Fail(ErrorCode::kThrottlingException, texts::kTooManyWrites));
}

Result<CommitQueue::Stored> CommitQueue::Read(const Command& command) {
  const auto& table = command.table->settings();
  if (table.collections == 0) return Stored{TRY(engine_.Get(table.rows, command.row_key)), {}};
  storage::Address collection{table.collections,
                              Bytes(CollectionKeyOf(*command.table, command.row_key))};
  const storage::Address wanted[] = {{table.rows, command.row_key}, collection};
  auto found = TRY(engine_.MultiGet(wanted));
  const auto bytes = TRY(SizeIn(found[1]));
  return Stored{std::move(found[0]), Collection{std::move(collection), VersionOf(found[1]), bytes}};
}

Result<catalog::TablePtr> CommitQueue::Change(Planner plan) {
  std::promise<Result<catalog::TablePtr>> promise;
  auto outcome = promise.get_future();
  Task task = PendingChange{std::move(plan), [&promise](Result<catalog::TablePtr> result) {
                              promise.set_value(std::move(result));
                            }};
  // Changes come from a bounded pool whose threads wait here, so they need no bound of their own.
  if (!Enqueue(task, limits::kPendingCommitsMax + limits::kPendingChangesMax)) {
    return Fail(ErrorCode::kThrottlingException, texts::kTooManyWrites);
  }
  return outcome.get();
}

Result<StepOutcome> CommitQueue::ApplyLagged() {
  if (lagged() == 0) return StepOutcome{};
  std::promise<Result<StepOutcome>> promise;
  auto outcome = promise.get_future();
  Task task =
      PendingLag{[&promise](Result<StepOutcome> result) { promise.set_value(std::move(result)); }};
  if (!Enqueue(task, limits::kPendingCommitsMax + limits::kPendingChangesMax)) {
    return Fail(ErrorCode::kThrottlingException, texts::kTooManyWrites);
  }
  return outcome.get();
}

// Leaves `task` as it was and returns false if the queue is full or stopped.
bool CommitQueue::Enqueue(Task& task, std::size_t depth_max) {
  bool was_empty = false;
  {
    const MutexLock lock(mutex_);
    if (stopping_ || depth_.load(std::memory_order_relaxed) >= depth_max) return false;
    if (pending_bytes_ > limits::kPendingBytesMax) return false;
    depth_.fetch_add(1, std::memory_order_relaxed);
    pending_bytes_ += BytesOf(task);
    was_empty = tasks_.empty();
    tasks_.push_back(std::move(task));
  }
  if (was_empty) wake_.notify_one();
  return true;
}

void CommitQueue::Run() {
  while (true) {
    auto tasks = TakeTasks();
    if (tasks.empty()) return;
    if (auto* change = std::get_if<PendingChange>(&tasks.front())) {
      CarryOut(*change);
    } else if (auto* step = std::get_if<PendingLag>(&tasks.front())) {
      step->done(DrainLag());
    } else {
      // As much as the batch may add makes room for it. If that fails, so will the batch.
      if (lag_.pressed()) Ignore(DrainLag(), "the writes that follow meet the same store");
      for (std::span<Task> left(tasks); !left.empty();) left = left.subspan(CommitWrites(left));
    }
    depth_.fetch_sub(tasks.size(), std::memory_order_relaxed);
  }
}

// Writes up to the batch's limits, or one task of another kind; empty when stopped and done.
std::vector<CommitQueue::Task> CommitQueue::TakeTasks() {
  std::vector<Task> taken;
  std::size_t bytes = 0;
  const MutexLock lock(mutex_);
  while (tasks_.empty() && !stopping_) wake_.wait(mutex_);
  while (!tasks_.empty() && taken.size() < limits::kCommitsPerBatchMax &&
         bytes < limits::kBytesPerBatchMax) {
    auto* write = std::get_if<PendingWrite>(&tasks_.front());
    if (write == nullptr && !taken.empty()) break;
    bytes += BytesOf(tasks_.front());
    taken.push_back(std::move(tasks_.front()));
    tasks_.pop_front();
    if (write == nullptr) break;
  }
  pending_bytes_ -= bytes;
  return taken;
}

// Commits writes from the first on and says how many: fewer than all if what they write, now that
// it is decided for good, is too much for one batch.
std::size_t CommitQueue::CommitWrites(std::span<Task> tasks) {
  Batch batch;
  batch.commits.reserve(tasks.size() + 1);  // rows point into it
  std::vector<Result<>> outcomes;
  outcomes.reserve(tasks.size());
  std::size_t bytes = 0;
  for (auto& task : tasks) {
    if (bytes >= limits::kBytesPerBatchMax) break;
    auto& write = std::get<PendingWrite>(task);
    outcomes.push_back(Prepare(write, batch));
    bytes += BytesOf(task);
    if (outcomes.back() && !write.effect.changes.empty()) AddCommit(write, batch);
  }
  const auto decided = tasks.first(outcomes.size());
  Result<> applied;
  if (!batch.commits.empty()) {
    AddBookkeeping(batch);
    applied = Apply(batch.commits);
    lag_.Appended(batch.lagged_records, batch.lagged_bytes);
    lagged_.store(lag_.records(), std::memory_order_relaxed);
    if (applied) {
      for (const auto& [table, deltas] : batch.statistics) {
        catalog_.PublishStatistics(*table, deltas);
      }
    }
  }
  for (std::size_t i = 0; i < decided.size(); ++i) {
    auto& write = std::get<PendingWrite>(decided[i]);
    // A decision may rest on a commit of this very batch, so it fails with the batch.
    if (!applied) {
      write.done(std::unexpected(applied.error()));
    } else if (!outcomes[i]) {
      write.done(std::unexpected(std::move(outcomes[i].error())));
    } else {
      write.done(std::move(write.effect.written));
    }
  }
  return decided.size();
}

// Makes sure the write is decided on the newest image and its collection has room.
Result<> CommitQueue::Prepare(PendingWrite& write, const Batch& batch) {
  if (!write.command.table->current()) {
    return Fail(ErrorCode::kStaleDescriptor, "the table has changed");
  }
  const auto rows = write.command.table->settings().rows;
  if (!IsNewest(rows, write.command.row_key, write.seen, write.read_after)) {
    TRY(DecideAgain(write, batch));
  }
  return SizeCollection(write, batch);
}

// Whether nothing was committed since that would have given the read another version.
bool CommitQueue::IsNewest(storage::Space space, BytesView key, storage::Version seen,
                           storage::CommitNumber read_after) const {
  const auto newest = recent_.Find(space, key);
  return newest ? *newest == seen : read_after >= recent_.floor();
}

Result<> CommitQueue::DecideAgain(PendingWrite& write, const Batch& batch) {
  const auto rows = write.command.table->settings().rows;
  std::optional<storage::Entry> stored;
  std::optional<BytesView> image;
  if (const auto* pending = batch.Find(rows, write.command.row_key)) {
    if (pending->value) image = *pending->value;
  } else {
    stored = TRY(engine_.Get(rows, write.command.row_key));
    image = ValueOf(stored);
  }
  write.effect = TRY(Work(write.command, image, clock_.Now()));
  return {};
}

// Adds the collection's new size to the effect, unless it would be too large: what shrinks it or
// leaves it is always allowed.
Result<> CommitQueue::SizeCollection(PendingWrite& write, const Batch& batch) {
  auto& effect = write.effect;
  const auto delta = effect.collection_delta;
  if (!write.collection || (delta == 0 && !write.command.wanted.collection_size)) return {};
  const std::int64_t bytes = TRY(CollectionBytes(write, batch)) + delta;
  if (delta > 0 && bytes > collection_bytes_max_) {
    return Fail(ErrorCode::kItemCollectionSizeLimitExceededException, texts::kCollectionTooLarge);
  }
  write.collection->bytes = bytes;
  effect.written.collection_bytes = bytes;
  if (delta == 0) return {};
  storage::Mutation change{write.collection->address, std::nullopt};
  if (bytes != 0) change.value = EncodeCollection(bytes);
  effect.changes.push_back(std::move(change));
  return {};
}

// The newest size before the write.
Result<std::int64_t> CommitQueue::CollectionBytes(const PendingWrite& write, const Batch& batch) {
  const auto& [address, seen, bytes] = *write.collection;
  const auto pending = batch.collections.find({address.space, address.key});
  if (pending != batch.collections.end()) return pending->second;
  if (IsNewest(address.space, address.key, seen, write.read_after)) return bytes;
  return SizeIn(TRY(engine_.Get(address.space, address.key)));
}

// A row that a backfill has not reached is not in its index yet, whatever the write made of it; the
// walk will find what stands there then. Only this thread moves the walk on, so only here it can be
// said.
void CommitQueue::LeaveToBackfill(PendingWrite& write) {
  const auto* index = write.command.table->UnsettledIndex();
  if (index == nullptr || index->state != catalog::IndexState::kBackfilling) return;
  if (catalog_.BackfillOf(*write.command.table).Reached(write.command.row_key)) return;
  LeaveOut(index->space, write.effect);
}

void CommitQueue::AddCommit(PendingWrite& write, Batch& batch) {
  auto& effect = write.effect;
  storage::Commit commit;
  commit.number = ++last_number_;
  LeaveToBackfill(write);
  if (lag_.takes()) {
    if (auto record = LagLog::Divert(*write.command.table, clock_.Now(), effect)) {
      ++batch.lagged_records;
      batch.lagged_bytes += record->value.size();
      commit.appends.push_back(std::move(*record));
    }
  }
  commit.changes = std::move(effect.changes);
  if (effect.record) commit.appends.push_back(std::move(*effect.record));
  auto& deltas = batch.statistics[write.command.table];
  for (const auto& [space, delta] : effect.statistics) {
    deltas[space].entries += delta.entries;
    deltas[space].bytes += delta.bytes;
  }
  batch.commits.push_back(std::move(commit));
  const auto& changes = batch.commits.back().changes;
  const auto& row = changes.front().address;
  batch.rows.insert_or_assign({row.space, row.key}, batch.commits.size() - 1);
  // A deleted row reads as absent later on, so that is the version a fresh reader will bring.
  recent_.Add(row, last_number_, changes.front().value.has_value());
  if (!write.collection || effect.collection_delta == 0) return;
  const auto& [collection, value] = changes.back();
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
  commit.changes.push_back(catalog::Catalog::PlanLastCommit(commit.number));
  batch.commits.push_back(std::move(commit));
}

void CommitQueue::CarryOut(PendingChange& pending) {
  auto change = pending.plan(catalog_);
  if (!change) return pending.done(std::unexpected(std::move(change.error())));
  if (const auto applied = Apply(*change); !applied) {
    return pending.done(std::unexpected(applied.error()));
  }
  pending.done(change->publish);
}

Result<> CommitQueue::Apply(catalog::Change& change) {
  std::vector<storage::Commit> commits(1);
  commits[0].number = ++last_number_;
  commits[0].changes = std::move(change.mutations);
  commits[0].changes.push_back(catalog::Catalog::PlanLastCommit(last_number_));
  commits[0].drops = std::move(change.drops);
  // Who finds a row gone with its table must be able to tell, so the table goes first.
  for (const auto& table : change.withdraw) table->Supersede();
  if (const auto applied = Apply(commits); !applied) {
    for (const auto& table : change.withdraw) table->Reinstate();
    return applied;
  }
  catalog_.Publish(change);
  return {};
}

Result<StepOutcome> CommitQueue::DrainLag() {
  auto step = TRY(lag_.Plan(engine_, catalog_, clock_.Now()));
  if (step.records > 0) TRY(Apply(step.change));
  lag_.Applied(step);
  lagged_.store(lag_.records(), std::memory_order_relaxed);
  return StepOutcome{.worked = step.records > 0, .wait = step.wait};
}

Result<> CommitQueue::Apply(std::vector<storage::Commit>& commits) {
  const auto applied = engine_.Apply(commits);
  if (!applied) {
    // Some of it may be on disk or not: nobody's image can be trusted, everybody reads again.
    recent_.Reset(last_number_);
    settled_.store(last_number_, std::memory_order_release);
    return std::unexpected(applied.error());
  }
  settled_.store(last_number_, std::memory_order_release);
  return {};
}

}  // namespace stator::table
