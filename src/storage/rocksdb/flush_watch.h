#pragma once

#include <memory>

#include <rocksdb/env.h>
#include <rocksdb/listener.h>

namespace stator::storage {

// Keeps RocksDB from losing a flush.
//
// RocksDB 7.8 hands a flush to a thread of its pool. If RocksDB records a fault before that thread
// begins, the thread turns back. No thread serves the queued request after that, so DB::Resume,
// which waits for it, never returns. But RocksDB calls its listeners before it records a fault, and
// this listener returns only when every scheduled flush has begun.
//
// REQUIRES: this is the last listener, so that nothing happens between its return and the record.
// There is one flush at a time (rocksdb_options.cc) and one column family; with more, a flush might
// fail before RocksDB announces its beginning.
//
// Threads: safe for concurrent use.
class FlushWatch final : public rocksdb::EventListener {
 public:
  FlushWatch();

  // Returns the environment with its flushes watched.
  std::unique_ptr<rocksdb::Env> Watch(std::unique_ptr<rocksdb::Env> env) const;

  // Waits until every scheduled flush has ended.
  void AwaitEnds() const;

  // Whether a flush was lost nevertheless: another thread scheduled it after this listener returned
  // and before RocksDB recorded the fault. Resume must not be called after that. REQUIRES: called
  // after AwaitEnds.
  bool has_lost_one() const;

  void OnFlushBegin(rocksdb::DB* db, const rocksdb::FlushJobInfo& flush) override;
  void OnBackgroundError(rocksdb::BackgroundErrorReason reason, rocksdb::Status* error) override;

 private:
  // Shared with scheduled work, whose last step may run after the database is destroyed.
  class State;
  class Environment;

  std::shared_ptr<State> state_;
};

}  // namespace stator::storage
