#pragma once

#include <vector>

#include <rocksdb/db.h>
#include <rocksdb/listener.h>

#include "base/mutex.h"
#include "storage/engine.h"

namespace stator::storage {

// Frees the disk space of dropped spaces. A drop is one range tombstone. Entries below it are freed
// only when compaction carries the tombstone down to them. In a range without further writes that
// might never happen.
//
// To prevent that, this class deletes files that lie wholly inside the range, and flushes the
// tombstone. Once the tombstone is in a file, it suggests a compaction of the range to RocksDB.
//
// Threads: safe for concurrent use; RocksDB calls it on its own threads.
class DropCompaction final : public rocksdb::EventListener {
 public:
  // Begins to free the space of drops. It does not wait. REQUIRES: the drops are applied.
  void Begin(rocksdb::DB& db, const std::vector<Space>& dropped);

  void OnFlushCompleted(rocksdb::DB* db, const rocksdb::FlushJobInfo& flush) override;

 private:
  struct Pending {
    rocksdb::SequenceNumber sequence = 0;  // at or after the tombstone's number
    Space space = 0;
  };

  Mutex mutex_;
  std::vector<Pending> pending_ GUARDED_BY(mutex_);
};

}  // namespace stator::storage
