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

// Several writes of distinct items that are committed as one: each decided or failed. CommitQueue
// makes and commits it.
class WriteGroup {
 public:
  // The reason why write `i` could not be decided, if there is one.
  const Result<>& outcome(std::size_t i) const { return writes_[i].outcome; }
  std::size_t size() const { return writes_.size(); }
  // The size of the item of write `i` as billed, if the write was decided.
  std::size_t item_bytes(std::size_t i) const { return writes_[i].effect.written.item_bytes; }
  // The bytes of everything that the writes change.
  std::size_t bytes() const { return BytesOf(writes_); }

 private:
  friend class CommitQueue;
  explicit WriteGroup(std::vector<DecidedWrite> writes) : writes_(std::move(writes)) {}
  std::vector<DecidedWrite> writes_;
};

// Where the order of all writes is made. A writer decides on its own thread from the image it
// reads; the queue's one thread decides again only where that image is no longer the newest,
// numbers the commits, and applies what has gathered with one fsync.
//
// [INV-QUEUE-1] Numbers rise strictly, and nothing numbered n is visible before everything below n
// is settled. [INV-QUEUE-2] A write is decided on the image its commit replaces. [INV-QUEUE-3]
// `done` hears of success only when the write is durable. [INV-QUEUE-4] A write decided under a
// superseded descriptor is never applied.
//
// [INV-QUEUE-5] What throws in a decision, a plan or whoever is told fails that one piece of work;
// what throws while a batch is put together fails the batch, of which nothing was written. The
// thread goes on. Only from the call of the engine until the catalog knows of it an exception ends
// the process (the functions that are noexcept): what an engine has done that threw nobody can say,
// nor can it be asked for more, and the log tells the next start.
class CommitQueue {
 public:
  using Done = std::move_only_function<void(Result<Written>)>;
  // Plans a change of the catalog. Runs on the commit thread, between two batches.
  using Planner = std::move_only_function<Result<catalog::Change>(catalog::Catalog&)>;

  // No write lets an item collection grow past `collection_bytes_max`. REQUIRES: `engine` admits no
  // other writer and commits across routes; the references outlive the queue.
  CommitQueue(storage::Engine& engine, catalog::Catalog& catalog, const ServiceClock& clock,
              std::int64_t collection_bytes_max = limits::kCollectionBytesMax, LagLog lag = {});
  ~CommitQueue();
  CommitQueue(const CommitQueue&) = delete;
  CommitQueue& operator=(const CommitQueue&) = delete;

  // Reads, decides and queues; never waits, and throws nothing. `done` is called once: here, if the
  // decision fails or changes nothing or the queue is full, else on the commit thread. A decision
  // that is too much work for this thread is made, and perhaps answered, by a worker.
  // kStaleDescriptor: the table has changed; look it up and decide again. InternalServerError: the
  // decision threw.
  void Submit(Command command, Done done);

  // Reads the items as of one moment and decides each write.
  Result<WriteGroup> Decide(std::vector<Command> commands);
  // What each write came to, in their order. Nothing was written if one of them failed, or if there
  // are fewer outcomes than writes: there was no memory to say why.
  using GroupDone = std::move_only_function<void(std::vector<Result<Written>>)>;
  // Queues them as one commit; never waits. Whoever finds an image that is no longer the newest is
  // decided again, or meets a conflict if that is too much work for the commit thread. `done` is
  // called once, as for Submit, and the caller tells their admissions.
  // REQUIRES: none has failed yet.
  void Submit(WriteGroup writes, ExtraMutations extra_mutations, GroupDone done);

  std::int64_t collection_bytes_max() const { return collection_bytes_max_; }

  // The items that transactions hold: other writes of theirs meet a conflict.
  Marks& marks() { return marks_; }
  // Called, on any thread, when a write met the mark of a transaction in a stored row.
  // REQUIRES: set before the first write.
  void OnMark(MarkMet met) { met_mark_ = std::move(met); }

  // Runs work on a worker that may wait. False: there is no room, and the work is dropped.
  using RunWork = std::function<bool(std::move_only_function<void()>)>;
  // Has workers make the decisions that are too much for an event loop or the commit thread.
  // Without them, every decision is made where it falls due. REQUIRES: set before the first write;
  // `run` accepts nothing once the queue is stopped.
  void UseWorkers(RunWork run) { run_heavy_ = std::move(run); }

  // Carries out a change of the catalog and waits until it is durable and visible. Returns what it
  // published; nullptr if that is nothing.
  Result<catalog::TablePtr> Change(Planner plan);

  // Every commit up to this one is visible to what is read from now on.
  storage::CommitNumber settled() const { return settled_.load(std::memory_order_acquire); }
  // See RecentWrites::WrittenSince. For planners only, which run between two batches.
  std::optional<RecentWrites::Keys> WrittenSince(storage::Space space,
                                                 const storage::KeyRange& range,
                                                 storage::CommitNumber number) const {
    return state_.recent.WrittenSince(space, range, number);
  }
  // See RecentWrites::Tell. For planners, and to be looked at by planners only.
  void Tell(const std::shared_ptr<WrittenWithin>& written) { state_.recent.Tell(written); }

  // Lets lagging indexes take in a batch of what is due, and waits until that is durable.
  Result<StepOutcome> ApplyLagged();
  // Records held back for lagging indexes.
  std::size_t lagged() const { return lagged_.load(std::memory_order_relaxed); }

  // Finishes what was submitted, then ends the thread. Later submissions are refused.
  void Stop();

  // Submitted and not yet answered.
  std::size_t depth() const { return depth_.load(std::memory_order_relaxed); }

 private:
  // What a write reads before it is decided.
  struct Stored {
    std::optional<storage::Entry> row;
    std::optional<CollectionRead> collection;  // of tables that keep sizes
  };
  struct PendingWrite {
    DecidedWrite write;
    Done done;
  };
  struct PendingGroup {
    std::vector<DecidedWrite> writes;
    ExtraMutations extra_mutations;
    GroupDone done;
    std::vector<Result<Written>> outcomes = {};  // with room for all of them
  };
  struct PendingChange {
    Planner plan;
    std::move_only_function<void(Result<catalog::TablePtr>)> done;
  };
  struct PendingLag {
    std::move_only_function<void(Result<StepOutcome>)> done;
  };
  using Task = std::variant<PendingWrite, PendingGroup, PendingChange, PendingLag>;

  // Addresses of what a write reads before it is decided, and what was found there.
  static void AddReads(const Command& command, std::vector<storage::Address>& reads);
  static Result<Stored> TakeReads(const Command& command, std::span<storage::Address> reads,
                                  std::span<std::optional<storage::Entry>> found);

  static bool IsWrite(const Task& task);
  static std::size_t BytesOf(const Task& task);
  Result<Stored> Read(const Command& command);
  static void Finish(const Command& command, Done& done, Result<Written> outcome);
  enum class Begun : std::uint8_t { kQueued, kUnchanged, kTooMuch };
  // The thread that makes a decision. It bounds how much work is too much.
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
  std::condition_variable_any room_;  // `pending_bytes_` has fallen
  std::deque<Task> tasks_ GUARDED_BY(mutex_);
  std::size_t pending_bytes_ GUARDED_BY(mutex_) = 0;  // what `tasks_` will write
  bool stopping_ GUARDED_BY(mutex_) = false;
  std::atomic<std::size_t> depth_ = 0;
  std::atomic<std::size_t> lagged_ = 0;

  // Everything up to this number is settled: applied and visible, or never will be.
  std::atomic<storage::CommitNumber> settled_;

  // --- the commit thread's own ---
  CommitState state_;

  std::thread thread_;  // last: it uses all of the above
};

}  // namespace stator::table
