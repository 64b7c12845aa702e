#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <thread>
#include <utility>

#include <rocksdb/db.h>

#include "base/mutex.h"
#include "storage/rocksdb/flush_watch.h"
#include "storage/rocksdb/rocksdb_health.h"
#include "storage/rocksdb/space_watch.h"

namespace stator::storage {

// The store's own thread. It resumes RocksDB after a fault, and samples the disk's free space while
// there are writes.
//
// It seals a write buffer that holds many deletions, or any deletions once the store is idle. Until
// deletions are in a table file they free no space, and every scan skips over them. While disk
// space is low it has RocksDB compact outdated entries. It pauses compactions that meet a damaged
// file.
//
// Healing may take any time, because writers never wait for this thread. The thread sleeps while
// there are no writes and no faults.
class Caretaker {
 public:
  struct Options {
    std::shared_ptr<RocksDbHealth> health;
    std::shared_ptr<const FlushWatch> flushes;
    std::shared_ptr<SpaceWatch> space;
    std::chrono::milliseconds heal_interval{0};
    std::chrono::milliseconds idle_seal_interval{0};
    // Returns when every write under way has ended. Later writes are refused, because the health
    // reports a fault.
    std::function<void()> await_writers;
    // Seals the open write buffer between two writes.
    std::function<void()> seal_buffer;
  };

  // REQUIRES: `db` outlives the caretaker.
  Caretaker(rocksdb::DB& db, Options options);
  ~Caretaker();
  Caretaker(const Caretaker&) = delete;
  Caretaker& operator=(const Caretaker&) = delete;

  // Reports a write or a fault to the thread. It is cheap, and never waits for the thread's work.
  void Wake() {
    if (is_asleep_.load(std::memory_order_relaxed)) Rouse();
  }
  // Like Wake, but works also when the thread is about to fall asleep.
  void Rouse();

  // Ends the thread. If the thread is healing, Stop cancels RocksDB's background work; RocksDB can
  // then only be closed.
  void Stop();

 private:
  void Run();
  // Waits for the next round. False if the thread must end.
  bool Sleep();
  void Heal();
  // The number of deletions in the open write buffer.
  std::uint64_t CountDeletions();
  void MaybeSeal();
  // Waits for a write, a fault or Stop. With deletions in the buffer it waits at most until the
  // store is idle.
  void AwaitEvent() REQUIRES(mutex_);
  // Pauses automatic compactions after one met a damaged file, and allows them again later.
  void PaceDamagedCompactions();
  // Marks the beginning of an attempt. False if no attempt is due or the thread must end.
  bool BeginHealing();
  void EndHealing();

  rocksdb::DB& db_;
  const Options options_;
  std::atomic<bool> is_asleep_{false};

  Mutex mutex_;
  std::condition_variable_any wake_;
  bool woken_ GUARDED_BY(mutex_) = false;
  bool stopping_ GUARDED_BY(mutex_) = false;
  bool is_healing_ GUARDED_BY(mutex_) = false;

  // Threads: the caretaker's own thread only.
  std::chrono::steady_clock::time_point next_attempt_;
  std::chrono::steady_clock::time_point next_seal_;
  bool wants_to_seal_ = false;
  bool has_deletions_ = false;             // as counted before the thread fell asleep
  bool is_idle_ = false;                   // no write for idle_seal_interval
  std::uint64_t damaged_compactions_ = 0;  // as last read from the health
  bool are_compactions_paused_ = false;
  std::chrono::steady_clock::time_point next_compaction_;

  std::thread thread_;  // last: the thread uses all other members
};

}  // namespace stator::storage
