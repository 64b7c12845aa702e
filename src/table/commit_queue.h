#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <thread>
#include <unordered_map>
#include <variant>
#include <vector>

#include "base/clock.h"
#include "base/limits.h"
#include "base/mutex.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "storage/engine.h"
#include "table/batch_builder.h"
#include "table/decided_write.h"
#include "table/effect.h"
#include "table/lag_log.h"
#include "table/marks.h"
#include "table/recent_writes.h"
#include "table/step.h"
#include "table/write.h"

namespace stator::table {

// Several writes of distinct items that become one commit. Each is decided or has failed.
// CommitQueue makes and commits groups.
class WriteGroup {
 public:
  // The reason why write `i` could not be decided, or success.
  const Result<>& outcome(std::size_t i) const { return writes_[i].outcome; }
  std::size_t size() const { return writes_.size(); }
  // The billed size of the item of write `i`. REQUIRES: the write was decided.
  std::size_t item_bytes(std::size_t i) const { return writes_[i].effect.written.item_bytes; }
  // The bytes of all changes of the group.
  std::size_t bytes() const { return BytesOf(writes_); }

 private:
  friend class CommitQueue;
  explicit WriteGroup(std::vector<DecidedWrite> writes) : writes_(std::move(writes)) {}
  std::vector<DecidedWrite> writes_;
};

// Orders all writes. A writer decides on its own thread from the image it reads. The commit thread
// decides again only where that image is no longer the newest. It numbers the commits and applies
// all waiting writes with one fsync.
//
// [INV-QUEUE-1] Numbers rise strictly, and no commit n is visible before every commit below n is
// settled. [INV-QUEUE-2] A write is decided on the image that its commit replaces. [INV-QUEUE-3]
// `done` reports success only when the write is durable. [INV-QUEUE-4] A write decided under a
// superseded descriptor is never applied.
//
// [INV-QUEUE-5] An exception in a decision, a plan or a callback fails only that task. An exception
// while a batch is built fails the batch, of which nothing is written yet. In both cases the thread
// goes on. An exception between the call of the engine and the publishing in the catalog ends the
// process; those functions are noexcept. The state of an engine that threw is unknown, so the queue
// cannot call it again. Recovery replays the log at the next start.
class CommitQueue {
 public:
  using Done = std::move_only_function<void(Result<Written>)>;
  // Plans a change of the catalog. Threads: the commit thread calls it, between two batches.
  using Planner = std::move_only_function<Result<catalog::Change>(catalog::Catalog&)>;

  // `collection_bytes_max` is the limit of an item collection. REQUIRES: `engine` has no other
  // writer and commits across routes; the references outlive the queue.
  CommitQueue(storage::Engine& engine, catalog::Catalog& catalog, const ServiceClock& clock,
              std::int64_t collection_bytes_max = limits::kCollectionBytesMax, LagLog lag = {});
  ~CommitQueue();
  CommitQueue(const CommitQueue&) = delete;
  CommitQueue& operator=(const CommitQueue&) = delete;

  // Reads the row, decides and queues the write. It never waits and never throws. If the decision
  // is too much work for this thread, a worker makes it, and may answer.
  // `done` is called exactly once. It is called here if the decision fails, changes nothing, or
  // finds the queue full; otherwise on the commit thread.
  // Errors: kStaleDescriptor if the table has changed; the caller looks it up and decides again.
  // InternalServerError if the decision threw.
  void Submit(Command command, Done done);

  // Reads all the items at one moment and decides each write.
  Result<WriteGroup> Decide(std::vector<Command> commands);
  // The outcome of each write, in their order. If one failed, none was written. Fewer outcomes than
  // writes also mean that nothing was written: memory for the errors ran out.
  using GroupDone = std::move_only_function<void(std::vector<Result<Written>>)>;
  // Queues the group as one commit. It never waits. A write whose image is no longer the newest is
  // decided again, or fails with a conflict if that is too much work for the commit thread. `done`
  // is called exactly once, as for Submit above; the caller tells the admissions.
  // REQUIRES: no write of the group has failed.
  void Submit(WriteGroup writes, ExtraMutations extra_mutations, GroupDone done);

  std::int64_t collection_bytes_max() const { return collection_bytes_max_; }

  // The items that transactions hold. Other writes of those items fail with a conflict.
  Marks& marks() { return marks_; }
  // Sets the function to call when a write meets a transaction's mark in a stored row. Threads:
  // `met` is called on any thread. REQUIRES: called before the first write.
  void OnMark(MarkMet met) { met_mark_ = std::move(met); }

  // Runs work on a worker, which may wait. False if there is no room; the work is dropped.
  using RunWork = std::function<bool(std::move_only_function<void()>)>;
  // Lets workers make the decisions that are too much work for an event loop or the commit thread.
  // Without workers, those threads make every decision themselves. REQUIRES: called before the
  // first write; `run` accepts nothing once the queue is stopped.
  void UseWorkers(RunWork run) { run_heavy_ = std::move(run); }

  // Executes a change of the catalog and waits until it is durable and visible. Returns the
  // published descriptor, or nullptr if the change publishes none.
  Result<catalog::TablePtr> Change(Planner plan);

  // The newest settled commit. Every read from now on sees all commits up to it.
  storage::CommitNumber settled() const { return settled_.load(std::memory_order_acquire); }
  // See RecentWrites::WrittenSince. Threads: planners only, because they run between two batches.
  std::optional<RecentWrites::Keys> WrittenSince(storage::Space space,
                                                 const storage::KeyRange& range,
                                                 storage::CommitNumber number) const {
    return state_.recent.WrittenSince(space, range, number);
  }
  // See RecentWrites::Tell. Threads: planners only; only planners may read `written`.
  void Tell(const std::shared_ptr<WrittenWithin>& written) { state_.recent.Tell(written); }

  // Applies a batch of due records to lagging indexes, and waits until it is durable.
  Result<StepOutcome> ApplyLagged();
  // The number of records held back for lagging indexes.
  std::size_t lagged() const { return lagged_.load(std::memory_order_relaxed); }

  // Finishes all submitted tasks, then ends the thread. The queue refuses later submissions.
  void Stop();

  // The number of tasks submitted and not yet answered.
  std::size_t depth() const { return depth_.load(std::memory_order_relaxed); }

 private:
  // The entries that a write reads before it is decided.
  struct Stored {
    std::optional<storage::Entry> row;
    std::optional<CollectionRead> collection;  // only of tables that store sizes
  };
  struct PendingWrite {
    DecidedWrite write;
    Done done;
  };
  struct PendingGroup {
    std::vector<DecidedWrite> writes;
    ExtraMutations extra_mutations;
    GroupDone done;
    std::vector<Result<Written>> outcomes = {};  // with room reserved for all of them
  };
  struct PendingChange {
    Planner plan;
    std::move_only_function<void(Result<catalog::TablePtr>)> done;
  };
  struct PendingLag {
    std::move_only_function<void(Result<StepOutcome>)> done;
  };
  using Task = std::variant<PendingWrite, PendingGroup, PendingChange, PendingLag>;

  // Collects the addresses that a write reads before it is decided, and takes the entries found
  // there.
  static void AddReads(const Command& command, std::vector<storage::Address>& reads);
  static Result<Stored> TakeReads(const Command& command, std::span<storage::Address> reads,
                                  std::span<std::optional<storage::Entry>> found);

  static bool IsWrite(const Task& task);
  static std::size_t BytesOf(const Task& task);
  Result<Stored> Read(const Command& command);
  static void Finish(const Command& command, Done& done, Result<Written> outcome);
  enum class Begun : std::uint8_t { kQueued, kUnchanged, kTooMuch };
  // The thread that makes a decision. It determines how much work is too much.
  enum class Decider : bool { kCaller, kWorker };
  void Start(Task& task, Decider decider);
  Result<Begun> Begin(Task& task, Decider decider);
  void HandToWorker(Task task);
  void AwaitRoom();
  Result<> DecideFirst(DecidedWrite& write, Result<Stored> stored);
  bool Enqueue(Task& task, std::size_t depth_max);
  void Run();
  bool TakeTasks(std::vector<Task>& taken);
  std::size_t CommitWrites(std::span<Task> tasks);
  Batch BuildBatch(std::span<Task> tasks, std::size_t& added);
  Result<> ApplyBatch(Batch& batch) noexcept;
  void Settle(PendingWrite& pending, const Result<>& applied);
  static void Settle(PendingGroup& pending, const Result<>& applied);
  void HandBack(PendingWrite& pending);
  Result<catalog::TablePtr> CarryOut(PendingChange& change);
  Result<> Apply(catalog::Change& change);
  Result<> Apply(std::vector<storage::Commit>& commits, const catalog::Change& change) noexcept;
  Result<StepOutcome> DrainLag();
  Result<> Apply(std::vector<storage::Commit>& commits) noexcept;
  void Forget() noexcept;

  storage::Engine& engine_;
  catalog::Catalog& catalog_;
  const ServiceClock& clock_;
  const std::int64_t collection_bytes_max_;
  Marks marks_;
  MarkMet met_mark_;
  RunWork run_heavy_;

  Mutex mutex_;
  std::condition_variable_any wake_;
  std::condition_variable_any room_;  // signals that `pending_bytes_` has fallen
  std::deque<Task> tasks_ GUARDED_BY(mutex_);
  std::size_t pending_bytes_ GUARDED_BY(mutex_) = 0;  // the bytes that `tasks_` will write
  bool stopping_ GUARDED_BY(mutex_) = false;
  std::atomic<std::size_t> depth_ = 0;
  std::atomic<std::size_t> lagged_ = 0;

  // Every commit up to this number is settled: either applied and visible, or never applied.
  std::atomic<storage::CommitNumber> settled_;

  // Threads: the commit thread only.
  CommitState state_;

  std::thread thread_;  // last: the thread uses all other members
};

}  // namespace stator::table
