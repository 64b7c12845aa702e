#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
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
#include "table/effect.h"
#include "table/lag_log.h"
#include "table/recent_writes.h"
#include "table/step.h"
#include "table/write.h"

namespace stator::table {

// Where the order of all writes is made. A writer decides on its own thread from the image it
// reads; the queue's one thread decides again only where that image is no longer the newest,
// numbers the commits, and applies what has gathered with one fsync.
//
// [INV-QUEUE-1] Numbers rise strictly, and nothing numbered n is visible before everything below n
// is settled. [INV-QUEUE-2] A write is decided on the image its commit replaces. [INV-QUEUE-3]
// `done` hears of success only when the write is durable. [INV-QUEUE-4] A write decided under a
// superseded descriptor is never applied.
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

  // Reads, decides and queues; never waits. `done` is called once: here, if the decision fails or
  // changes nothing or the queue is full, else on the commit thread. kStaleDescriptor: the table
  // has changed; look it up and decide again.
  void Submit(Command command, Done done);

  // Carries out a change of the catalog and waits until it is durable and visible. Returns what it
  // published; nullptr if that is nothing.
  Result<catalog::TablePtr> Change(Planner plan);

  // Lets lagging indexes take in a batch of what is due, and waits until that is durable.
  Result<StepOutcome> ApplyLagged();
  // Records held back for lagging indexes.
  std::size_t lagged() const { return lagged_.load(std::memory_order_relaxed); }

  // Finishes what was submitted, then ends the thread. Later submissions are refused.
  void Stop();

  // Submitted and not yet answered.
  std::size_t depth() const { return depth_.load(std::memory_order_relaxed); }

 private:
  // The size of an item's collection as the write found it.
  struct Collection {
    storage::Address address;
    storage::Version seen;
    std::int64_t bytes;
  };
  // What a write reads before it is decided.
  struct Stored {
    std::optional<storage::Entry> row;
    std::optional<Collection> collection;  // of tables that keep sizes
  };
  struct PendingWrite {
    Command command;
    Done done;
    Effect effect;
    storage::Version seen;                 // of the row the effect was decided on
    std::optional<Collection> collection;  // see Stored
    storage::CommitNumber read_after;      // every commit up to this one was visible to the reads
  };
  struct PendingChange {
    Planner plan;
    std::move_only_function<void(Result<catalog::TablePtr>)> done;
  };
  struct PendingLag {
    std::move_only_function<void(Result<StepOutcome>)> done;
  };
  using Task = std::variant<PendingWrite, PendingChange, PendingLag>;
  struct Batch;

  static std::size_t BytesOf(const Task& task);
  Result<Stored> Read(const Command& command);
  bool Enqueue(Task& task, std::size_t depth_max);
  void Run();
  std::vector<Task> TakeTasks();
  std::size_t CommitWrites(std::span<Task> tasks);
  Result<> Prepare(PendingWrite& write, const Batch& batch);
  bool IsNewest(storage::Space space, BytesView key, storage::Version seen,
                storage::CommitNumber read_after) const;
  Result<> DecideAgain(PendingWrite& write, const Batch& batch);
  Result<> SizeCollection(PendingWrite& write, const Batch& batch);
  Result<std::int64_t> CollectionBytes(const PendingWrite& write, const Batch& batch);
  void AddCommit(PendingWrite& write, Batch& batch);
  void LeaveToBackfill(PendingWrite& write);
  void AddBookkeeping(Batch& batch);
  void CarryOut(PendingChange& change);
  Result<> Apply(catalog::Change& change);
  Result<StepOutcome> DrainLag();
  Result<> Apply(std::vector<storage::Commit>& commits);

  storage::Engine& engine_;
  catalog::Catalog& catalog_;
  const ServiceClock& clock_;
  const std::int64_t collection_bytes_max_;

  Mutex mutex_;
  std::condition_variable_any wake_;
  std::deque<Task> tasks_ GUARDED_BY(mutex_);
  std::size_t pending_bytes_ GUARDED_BY(mutex_) = 0;  // what `tasks_` will write
  bool stopping_ GUARDED_BY(mutex_) = false;
  std::atomic<std::size_t> depth_ = 0;
  std::atomic<std::size_t> lagged_ = 0;

  // Everything up to this number is settled: applied and visible, or never will be.
  std::atomic<storage::CommitNumber> settled_;

  // --- the commit thread's own ---
  storage::CommitNumber last_number_;
  RecentWrites recent_;
  LagLog lag_;

  std::thread thread_;  // last: it uses all of the above
};

}  // namespace stator::table
