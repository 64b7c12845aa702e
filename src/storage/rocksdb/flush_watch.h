#pragma once

#include <memory>

#include <rocksdb/env.h>
#include <rocksdb/listener.h>

namespace stator::storage {

// Keeps RocksDB from losing a flush.
//
// RocksDB 7.8 hands a flush to a thread of its pool. If it takes note of a fault before that thread
// begins, the thread turns back; the request stays queued with nobody to serve it, and DB::Resume,
// which waits for it, never returns. But RocksDB tells its listeners of a fault before it takes
// note itself, and this one does not answer until a flush that is on its way has begun. It must be
// the last of the listeners: nothing may happen between its answer and the note.
//
// Counts on one flush at a time (rocksdb_options.cc) and one column family: with more, a flush may
// fail before it is said to begin. Safe for concurrent use.
class FlushWatch final : public rocksdb::EventListener {
 public:
  FlushWatch();

  // The environment, with its flushes watched.
  std::unique_ptr<rocksdb::Env> Watch(std::unique_ptr<rocksdb::Env> env) const;

  // Waits until every flush that was handed over has ended.
  void AwaitEnds() const;

  // A flush was lost all the same: it was handed over after the answer and before the note, by a
  // thread that came between. Resume must not be called any more. To be asked after AwaitEnds.
  bool has_lost_one() const;

  void OnFlushBegin(rocksdb::DB* db, const rocksdb::FlushJobInfo& flush) override;
  void OnBackgroundError(rocksdb::BackgroundErrorReason reason, rocksdb::Status* error) override;

 private:
  // Shared with the scheduled work, whose last step comes after the database may be gone.
  class State;
  class Environment;

  std::shared_ptr<State> state_;
};

}  // namespace stator::storage
