#pragma once

#include <vector>

#include <rocksdb/db.h>
#include <rocksdb/listener.h>

#include "base/mutex.h"
#include "storage/engine.h"

namespace stator::storage {

// Gives the disk space of dropped spaces back. A drop is one range tombstone; the entries below it
// are freed only when compaction carries the tombstone down to them, which for a range that gets no
// more writes could take for ever. So files that lie wholly inside are deleted, the tombstone is
// flushed, and when it stands in a file, RocksDB is told to compact the range. Runs on RocksDB's
// threads. Safe for concurrent use.
class DropCompaction final : public rocksdb::EventListener {
 public:
  // To be called when the drops are applied. Does not wait.
  void Begin(rocksdb::DB& db, const std::vector<Space>& dropped);

  void OnFlushCompleted(rocksdb::DB* db, const rocksdb::FlushJobInfo& flush) override;

 private:
  struct Pending {
    rocksdb::SequenceNumber sequence = 0;  // at or after the tombstone's
    Space space = 0;
  };

  Mutex mutex_;
  std::vector<Pending> pending_ GUARDED_BY(mutex_);
};

}  // namespace stator::storage
