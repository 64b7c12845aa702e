#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "capacity/governor.h"
#include "catalog/catalog.h"
#include "database/options.h"
#include "database/partition_work.h"
#include "observe/recorder.h"
#include "storage/engine.h"
#include "streams/stream_work.h"
#include "table/commit_queue.h"
#include "table/expiry_work.h"
#include "table/index_work.h"
#include "table/step.h"
#include "table/transactions.h"

namespace stator::database {

// One store: an engine, the catalog of its contents, the queue that orders its writes, and the
// background work on its tables. Stores share clocks, pools, metering and metrics, so callers pass
// those in.
//
// Threads: safe for concurrent use once StartWork has returned.
class Store {
 public:
  // Opens the folder, or memory, and loads the catalog. Starts no thread. Errors: kStartup with one
  // sentence.
  static Result<std::unique_ptr<Store>> Open(const DatabaseOptions& options);

  // Starts the commit queue. `workers` runs decisions that are too heavy for event loops. `wake`
  // wakes the background work when a lagging index has fallen behind.
  Result<> StartQueue(const DatabaseOptions& options, const ServiceClock& clock,
                      table::CommitQueue::RunWork workers, std::function<void()> wake);

  // The shared parts that a store's background work uses.
  struct Shared {
    const ServiceClock& clock;
    capacity::Governor& governor;        // decides which partitions are hot
    observe::Recorder& recorder;         // records the writes and removals of background work
    std::function<bool()> holds_expiry;  // true: nothing may expire for now
    std::function<void()> wake;          // wakes the background work
  };
  // Creates the background work and loads unfinished transactions. REQUIRES: StartQueue was called.
  Result<> StartWork(const DatabaseOptions& options, const Shared& shared);

  storage::Engine& engine() { return *engine_; }
  catalog::Catalog& catalog() { return *catalog_; }
  table::CommitQueue& queue() { return *queue_; }
  table::Transactions& transactions() { return *transactions_; }
  // Whether a transaction is one commit; see table::Transactions.
  bool commits_at_once() const { return commits_at_once_; }
  // Returns how many items time to live has removed since the start.
  std::uint64_t expired_items() const { return expiry_work_->deleted(); }

  // Returns the background work in the order of its steps.
  std::vector<table::SteppedWork*> Works();

  // Returns why the store refuses writes for now, such as a full disk; empty: it accepts writes.
  // The fault heals by itself, even without writes.
  std::string fault() const;
  // Returns the first damage that a read found on disk; empty: none. Damage does not heal.
  std::string damage() const;

  // Copies the data folder while it is in use; see storage::Checkpoint. Waits.
  Result<> CopyTo(const std::string& target);

  // Stops transactions that are decided or paused. Does nothing before StartWork.
  void StopTransactions();
  // Completes the accepted work and ends the queue's thread.
  void StopQueue();

 private:
  Store() = default;

  // Lifetime: each part uses those above it.
  std::unique_ptr<storage::Engine> engine_;
  std::unique_ptr<catalog::Catalog> catalog_;
  std::unique_ptr<table::CommitQueue> queue_;
  std::unique_ptr<table::Transactions> transactions_;
  bool commits_at_once_ = true;
  std::unique_ptr<table::IndexWork> index_work_;
  std::unique_ptr<table::ExpiryWork> expiry_work_;
  std::unique_ptr<streams::StreamWork> stream_work_;
  std::unique_ptr<PartitionWork> partition_work_;
};

}  // namespace stator::database
