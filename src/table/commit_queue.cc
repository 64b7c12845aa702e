#include "table/commit_queue.h"

#include <future>
#include <mutex>
#include <span>
#include <utility>

#include "base/check.h"
#include "base/contain.h"
#include "base/limits.h"
#include "base/texts.h"
#include "base/work_limits.h"
#include "storage/space_guard.h"
#include "table/blind.h"
#include "table/collections.h"

namespace stator::table {
namespace {

// Returns the version as a reader finds it: a deleted row counts as absent.
storage::Version VersionOf(const std::optional<storage::Entry>& entry) {
  return entry ? entry->version : storage::kAbsent;
}

std::optional<BytesView> ValueOf(const std::optional<storage::Entry>& entry) {
  if (!entry) return std::nullopt;
  return BytesView(entry->value);
}

// A collection without an entry has no items.
Result<std::int64_t> SizeIn(const std::optional<storage::Entry>& entry) {
  if (!entry) return 0;
  return DecodeCollection(entry->value);
}

// Asks the command's admission. A failed condition consumes what its write would have.
Result<> Admit(const Command& command, const Result<Effect>& effect) {
  if (!command.admission) return {};
  if (effect) return command.admission->Admit(command, effect->written);
  const ErrorCode code = effect.error().code;
  if (code != ErrorCode::kConditionalCheckFailedException &&
      code != ErrorCode::kDuplicateItemException) {
    return {};
  }
  Written failed;
  failed.table = command.table;
  failed.units.table = WriteUnitsFor(effect.error().item_bytes);
  return command.admission->Admit(command, failed);
}

// Small changes of the catalog, counters included, go on when disk space is low. A step of a
// backfill is larger and waits.
constexpr std::size_t kSmallChangeBytesMax = 64U * 1024;

std::unexpected<Error> DiskIsNearlyFull() {
  return Fail(ErrorCode::kUnavailable, "The store cannot write for now: the disk is nearly full.");
}

// Whether a delete's stream record is larger than the item and its index entries. Such deletes
// would use up the reserve, because the record stays for a day.
bool RecordOutweighs(const Effect& effect) {
  std::int64_t bytes = effect.record ? std::ssize(effect.record->value) : 0;
  for (const auto& [space, counts] : effect.statistics) bytes += counts.bytes;
  return bytes > 0;
}

// Whether a write adds data. Deletes free space. The later phases of a transaction finish what was
// admitted before.
bool AddsData(const Command& command, const Effect& effect) {
  const bool finishes = command.phase == Phase::kApply || command.phase == Phase::kRelease;
  if (finishes || effect.changes.empty()) return false;
  return effect.changes.front().value.has_value() || RecordOutweighs(effect);
}

bool AddsData(const catalog::Change& change) {
  if (!change.drops.empty()) return false;
  std::size_t bytes = 0;
  for (const auto& mutation : change.mutations)
    bytes += mutation.value ? mutation.value->size() : 0;
  return bytes > kSmallChangeBytesMax;
}

}  // namespace

CommitQueue::CommitQueue(storage::Engine& engine, catalog::Catalog& catalog,
                         const ServiceClock& clock, std::int64_t collection_bytes_max, LagLog lag)
    : engine_(engine),
      catalog_(catalog),
      clock_(clock),
      collection_bytes_max_(collection_bytes_max),
      settled_(catalog.last_commit()),
      state_{.last_number = catalog.last_commit(),
             .recent = RecentWrites(catalog.last_commit(), limits::kRecentEntriesMax),
             .lag = std::move(lag)} {
  // An engine with other writers would need guards on the batch and a retry. No engine needs them
  // yet.
  CHECK(engine.traits().sole_writer);
  lagged_ = state_.lag.records();
  state_.lag.Follow(state_.last_number);
  thread_ = std::thread([this] { Run(); });
}

CommitQueue::~CommitQueue() { Stop(); }

void CommitQueue::Stop() {
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_one();
  room_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void CommitQueue::Submit(Command command, Done done) {
  Task task = PendingWrite{{.command = std::move(command)}, std::move(done)};
  Start(task, Decider::kCaller);
}

void CommitQueue::Start(Task& task, Decider decider) {
  const auto begun = Contain([&] { return Begin(task, decider); });
  if (begun && *begun == Begun::kQueued) return;
  if (begun && *begun == Begun::kTooMuch) return HandToWorker(std::move(task));
  auto& [write, answer] = std::get<PendingWrite>(task);
  if (!begun) return Finish(write.command, answer, Fail(begun.error()));
  Finish(write.command, answer, std::move(write.effect.written));
}

// The task is shared, because `run_heavy_` destroys work that it does not accept, and the task must
// still be answered.
void CommitQueue::HandToWorker(Task task) {
  std::shared_ptr<Task> shared;
  const auto taken = Contain([&]() -> Result<> {
    shared = std::make_shared<Task>();
    *shared = std::move(task);
    const bool accepted = run_heavy_([this, shared] {
      AwaitRoom();
      Start(*shared, Decider::kWorker);
    });
    if (accepted) return {};
    return Fail(ErrorCode::kThrottlingException, texts::kTooManyWrites);
  });
  if (taken) return;
  auto& [write, answer] = std::get<PendingWrite>(shared ? *shared : task);
  Finish(write.command, answer, Fail(taken.error()));
}

// Heavy decisions make large effects. A worker makes none while many effects wait to be written.
// That bounds their memory, and slows their writers to the speed of the disk instead of refusing
// them.
void CommitQueue::AwaitRoom() {
  const MutexLock lock(mutex_);
  while (pending_bytes_ > limits::kHeavyPendingBytesMax && !stopping_) room_.wait(mutex_);
}

// Decides a write and queues it. `task` stays with the caller unless it is queued.
Result<CommitQueue::Begun> CommitQueue::Begin(Task& task, Decider decider) {
  auto& write = std::get<PendingWrite>(task).write;
  const auto& command = write.command;
  if (command.phase == Phase::kNone &&
      marks_.Has(command.table->settings().rows, command.row_key)) {
    return Fail(ErrorCode::kTransactionConflictException, texts::kTransactionConflict);
  }
  write.read_after = settled();
  auto stored = Read(command);
  const bool is_unread =
      !stored && stored.error().code == ErrorCode::kCorruption && ReplacesUnread(command);
  if (is_unread) {  // decide as if the row did not exist
    std::vector<storage::Address> reads;
    AddReads(command, reads);
    std::vector<std::optional<storage::Entry>> found(reads.size());
    if (reads.size() > 1) found[1] = TRY(engine_.Get(reads[1].space, reads[1].key));
    stored = TakeReads(command, reads, found);
  }
  const auto row_bytes = stored && stored->row ? stored->row->value.size() : 0;
  const bool heavy = WorkOf(command, row_bytes) > limits::kLoopWorkMax;
  if (heavy && decider == Decider::kCaller && run_heavy_ && MayMoveToWorker(command))
    return Begun::kTooMuch;
  TRY(DecideFirst(write, std::move(stored)));
  // A light decision is cheap to make again. Only a heavy one is worth its memory in the queue.
  if (!heavy) write.effect.decision.reset();
  // The delete was decided as if there were no row, but it must remove the damaged one.
  if (is_unread && write.effect.changes.empty()) {
    write.effect.changes.push_back({{command.table->settings().rows, command.row_key}, {}});
  }
  // The row as read is durable, so a write that changes nothing is done.
  if (write.effect.changes.empty()) {
    if (write.collection) write.effect.written.collection_bytes = write.collection->bytes;
    return Begun::kUnchanged;
  }
  // The later phases of a transaction have room beyond the limit, because the transaction was
  // admitted before.
  const bool finishing = command.phase == Phase::kApply || command.phase == Phase::kRelease;
  const auto beyond = finishing ? limits::kPendingChangesMax : 0;
  if (Enqueue(task, limits::kPendingCommitsMax + beyond)) return Begun::kQueued;
  return Fail(ErrorCode::kThrottlingException, texts::kTooManyWrites);
}

// Tells the command's admission and calls `done`. It does not tell the admission if the caller must
// decide again, or if the write is part of a transaction.
void CommitQueue::Finish(const Command& command, Done& done, Result<Written> outcome) {
  const bool stale = !outcome && outcome.error().code == ErrorCode::kStaleDescriptor;
  if (command.phase == Phase::kNone && !stale) WriteAdmission::Tell(command, outcome);
  ContainQuietly([&] { done(std::move(outcome)); });
}

Result<WriteGroup> CommitQueue::Decide(std::vector<Command> commands) {
  const auto read_after = settled();
  std::vector<storage::Address> reads;
  for (const auto& command : commands) AddReads(command, reads);
  auto found = TRY(engine_.MultiGet(reads));
  std::vector<DecidedWrite> writes;
  writes.reserve(commands.size());
  std::size_t at = 0;
  for (auto& command : commands) {
    const std::size_t count = command.table->settings().collections == 0 ? 1 : 2;
    auto stored = TakeReads(command, std::span(reads).subspan(at, count),
                            std::span(found).subspan(at, count));
    at += count;
    auto& write = writes.emplace_back(std::move(command));
    write.read_after = read_after;
    write.outcome = DecideFirst(write, std::move(stored));
  }
  return WriteGroup(std::move(writes));
}

void CommitQueue::Submit(WriteGroup writes, ExtraMutations extra_mutations, GroupDone done) {
  CHECK(engine_.traits().atomic_across_routes);
  const auto count = writes.size();
  Task task = PendingGroup{std::move(writes.writes_), std::move(extra_mutations), std::move(done)};
  const auto queued = Contain([&]() -> Result<> {
    std::get<PendingGroup>(task).outcomes.reserve(count);
    if (Enqueue(task, limits::kPendingCommitsMax)) return {};
    return Fail(ErrorCode::kThrottlingException, texts::kTooManyWrites);
  });
  if (queued) return;
  std::vector<Result<Written>> refused(count, Fail(queued.error()));
  std::get<PendingGroup>(task).done(std::move(refused));
}

void CommitQueue::AddReads(const Command& command, std::vector<storage::Address>& reads) {
  const auto& table = command.table->settings();
  reads.push_back({table.rows, command.row_key});
  if (table.collections == 0) return;
  reads.push_back({table.collections, Bytes(CollectionKeyOf(*command.table, command.row_key))});
}

Result<CommitQueue::Stored> CommitQueue::TakeReads(const Command& command,
                                                   std::span<storage::Address> reads,
                                                   std::span<std::optional<storage::Entry>> found) {
  Stored stored{std::move(found[0]), {}};
  if (command.table->settings().collections == 0) return stored;
  const auto bytes = TRY(SizeIn(found[1]));
  stored.collection = CollectionRead{std::move(reads[1]), VersionOf(found[1]), bytes};
  return stored;
}

Result<CommitQueue::Stored> CommitQueue::Read(const Command& command) {
  const auto& table = command.table->settings();
  if (table.collections == 0) return Stored{TRY(engine_.Get(table.rows, command.row_key)), {}};
  std::vector<storage::Address> reads;
  AddReads(command, reads);
  auto found = TRY(engine_.MultiGet(reads));
  return TakeReads(command, reads, found);
}

// Decides for the first time. Threads: the submitter's, or a worker.
Result<> CommitQueue::DecideFirst(DecidedWrite& write, Result<Stored> stored) {
  write.decided_at = clock_.Now();
  if (!stored) return Fail(std::move(stored.error()));
  if (!write.command.table->current()) {
    return Fail(ErrorCode::kStaleDescriptor, "the table has changed");
  }
  auto effect = DecideOn(write.command, ValueOf(stored->row), clock_.Now(), met_mark_);
  if (storage::IsLowOnSpace(engine_) && effect && AddsData(write.command, *effect)) {
    return DiskIsNearlyFull();
  }
  if (write.rounds == 0) TRY(Admit(write.command, effect));
  write.effect = TRY(std::move(effect));
  write.seen = VersionOf(stored->row);
  write.collection = std::move(stored->collection);
  return {};
}

Result<catalog::TablePtr> CommitQueue::Change(Planner plan) {
  std::promise<Result<catalog::TablePtr>> promise;
  auto outcome = promise.get_future();
  Task task = PendingChange{std::move(plan), [&promise](Result<catalog::TablePtr> result) {
                              promise.set_value(std::move(result));
                            }};
  // Changes come from threads of a bounded pool, which wait here. So changes need no bound of their
  // own.
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

// Returns false and leaves `task` unchanged if the queue is full or stopped.
bool CommitQueue::Enqueue(Task& task, std::size_t depth_max) {
  bool was_empty = false;
  {
    const MutexLock lock(mutex_);
    if (stopping_ || depth_.load(std::memory_order_relaxed) >= depth_max) return false;
    if (pending_bytes_ > limits::kPendingBytesMax) return false;
    const auto bytes = BytesOf(task);
    was_empty = tasks_.empty();
    tasks_.push_back(std::move(task));  // if it throws, nothing has changed
    depth_.fetch_add(1, std::memory_order_relaxed);
    pending_bytes_ += bytes;
  }
  if (was_empty) wake_.notify_one();
  return true;
}

void CommitQueue::Run() {
  std::vector<Task> tasks;
  tasks.reserve(limits::kCommitsPerBatchMax);  // reserved once, so that taking tasks never throws
  const auto drain = [this] { return DrainLag(); };
  while (TakeTasks(tasks)) {
    if (auto* change = std::get_if<PendingChange>(&tasks.front())) {
      auto outcome = Contain([&] { return CarryOut(*change); });
      ContainQuietly([&] { change->done(std::move(outcome)); });
    } else if (auto* step = std::get_if<PendingLag>(&tasks.front())) {
      auto outcome = Contain(drain);
      ContainQuietly([&] { step->done(std::move(outcome)); });
    } else {
      // Drains as much of the log as the batch may add to it. If that fails, the batch fails as
      // well.
      if (state_.lag.pressed())
        Ignore(Contain(drain), "the following writes meet the same failure");
      for (std::span<Task> left(tasks); !left.empty();) left = left.subspan(CommitWrites(left));
    }
    depth_.fetch_sub(tasks.size(), std::memory_order_relaxed);
    tasks.clear();
  }
}

// Takes writes up to the batch's limits, or one task of another kind. False if the queue is stopped
// and empty. REQUIRES: `taken` is empty and has room for a batch.
bool CommitQueue::TakeTasks(std::vector<Task>& taken) {
  std::size_t bytes = 0;
  const MutexLock lock(mutex_);
  while (tasks_.empty() && !stopping_) wake_.wait(mutex_);
  while (!tasks_.empty() && taken.size() < limits::kCommitsPerBatchMax &&
         bytes < limits::kBytesPerBatchMax) {
    const bool write = IsWrite(tasks_.front());
    if (!write && !taken.empty()) break;
    bytes += BytesOf(tasks_.front());
    taken.push_back(std::move(tasks_.front()));
    tasks_.pop_front();
    if (!write) break;
  }
  pending_bytes_ -= bytes;
  if (bytes > 0) room_.notify_all();
  return !taken.empty();
}

Result<catalog::TablePtr> CommitQueue::CarryOut(PendingChange& pending) {
  catalog_.SetNextCommit(state_.last_number + 1);
  auto change = TRY(pending.plan(catalog_));
  if (storage::IsLowOnSpace(engine_) && AddsData(change)) return DiskIsNearlyFull();
  TRY(Apply(change));
  return change.publish;
}

Result<> CommitQueue::Apply(catalog::Change& change) {
  std::vector<storage::Commit> commits(1);
  commits[0].number = ++state_.last_number;
  commits[0].changes = std::move(change.mutations);
  commits[0].changes.push_back(catalog::Catalog::PlanLastCommit(state_.last_number, clock_.Now()));
  commits[0].drops = std::move(change.drops);
  return Apply(commits, change);
}

Result<> CommitQueue::Apply(std::vector<storage::Commit>& commits,
                            const catalog::Change& change) noexcept {
  // A writer that finds a row missing because its table was dropped must see a superseded
  // descriptor. So the drop supersedes the descriptor before it removes rows.
  for (const auto& table : change.withdraw) table->Supersede();
  if (auto applied = Apply(commits); !applied) {
    for (const auto& table : change.withdraw) table->Reinstate();
    return applied;
  }
  catalog_.Publish(change);
  return {};
}

Result<StepOutcome> CommitQueue::DrainLag() {
  auto step = TRY(state_.lag.Plan(engine_, catalog_, clock_.Now()));
  if (step.records > 0) TRY(Apply(step.change));
  state_.lag.Applied(step);
  lagged_.store(state_.lag.records(), std::memory_order_relaxed);
  return StepOutcome{.worked = step.records > 0, .wait = step.wait};
}

Result<> CommitQueue::Apply(std::vector<storage::Commit>& commits) noexcept {
  auto applied = engine_.Apply(commits);
  if (!applied) {
    Forget();
    return std::unexpected(std::move(applied.error()));
  }
  settled_.store(state_.last_number, std::memory_order_release);
  return {};
}

// Some of the commits so far may or may not be on disk. No image read before now can be trusted, so
// every write reads again.
void CommitQueue::Forget() noexcept {
  state_.recent.Reset(state_.last_number);
  settled_.store(state_.last_number, std::memory_order_release);
}

}  // namespace stator::table
