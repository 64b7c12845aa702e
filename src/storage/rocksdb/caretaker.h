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

// The store's one thread of its own. It has RocksDB resume after a fault, samples the disk's free
// space while there are writes, and seals a write buffer that holds many deletions, or any once the
// store is idle: until deletions are in a table file, they free nothing and every scan walks over
// them. With little disk space it has the store give back what is outdated. It pauses compactions
// that meet a damaged file. Healing may take as long as RocksDB likes: writers never wait for this
// thread. It sleeps for as long as nobody writes and all is well.
class Caretaker {
 public:
  struct Options {
    std::shared_ptr<RocksDbHealth> health;
    std::shared_ptr<const FlushWatch> flushes;
    std::shared_ptr<SpaceWatch> space;
    std::chrono::milliseconds heal_interval{0};
    std::chrono::milliseconds idle_seal_interval{0};
    // Returns when every write that was under way has ended. Those after it are refused, because
    // the health says so.
    std::function<void()> await_writers;
    // Seals the open write buffer, between two writes.
    std::function<void()> seal_buffer;
  };

  // `db` outlives the caretaker.
  Caretaker(rocksdb::DB& db, Options options);
  ~Caretaker();
  Caretaker(const Caretaker&) = delete;
  Caretaker& operator=(const Caretaker&) = delete;

  // Something has happened: a write, or a fault. Cheap; never waits for the thread's work.
  void Wake() {
    if (is_asleep_.load(std::memory_order_relaxed)) Rouse();
  }
  // The same when the thread may be about to fall asleep.
  void Rouse();

  // Ends the thread. Where it is healing, RocksDB is told to give up its background work, and can
  // do nothing but close after that.
  void Stop();

 private:
  void Run();
  // False: stop.
  bool Sleep();
  void Heal();
  // Deletions in the open write buffer.
  std::uint64_t CountDeletions();
  void MaybeSeal();
  // Waits for a write, a fault or the end; with deletions in the buffer no longer than is idle.
  void AwaitEvent() REQUIRES(mutex_);
  // Pauses automatic compactions after one met a damaged file, and tries again later.
  void PaceDamagedCompactions();
  // Marks the beginning of an attempt; false if none is wanted or the thread is to end.
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

  // --- the thread's own ---
  std::chrono::steady_clock::time_point next_attempt_;
  std::chrono::steady_clock::time_point next_seal_;
  bool wants_to_seal_ = false;
  bool has_deletions_ = false;             // as counted before the thread fell asleep
  bool is_idle_ = false;                   // nothing was written for idle_seal_interval
  std::uint64_t damaged_compactions_ = 0;  // as last seen in the health
  bool are_compactions_paused_ = false;
  std::chrono::steady_clock::time_point next_compaction_;

  std::thread thread_;  // last: it uses all of the above
};

}  // namespace stator::storage
