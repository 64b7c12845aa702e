#include "storage/rocksdb/drop_compaction.h"

#include <rocksdb/convenience.h>
#include <rocksdb/experimental.h>

#include "storage/rocksdb/buffer_switch.h"
#include "storage/rocksdb/rocksdb_keys.h"

namespace stator::storage {
namespace {

// Deletes files that hold only entries of the space; they need no compaction. If the tombstone is
// deleted with such a file, entries of the space in other files become visible again. That is
// harmless, because no read touches a dropped space.
void DeleteFiles(rocksdb::DB& db, Space space) {
  const Bytes begin = SpacePrefix(space);
  const Bytes end = SpaceEnd(space);
  const rocksdb::Slice first(begin);
  const rocksdb::Slice last(end);
  rocksdb::DeleteFilesInRange(&db, db.DefaultColumnFamily(), &first, &last, /*include_end=*/false)
      .PermitUncheckedError();  // compaction removes any files left
}

}  // namespace

void DropCompaction::Begin(rocksdb::DB& db, const std::vector<Space>& dropped) {
  if (dropped.empty()) return;
  const rocksdb::SequenceNumber sequence = db.GetLatestSequenceNumber();
  {
    const MutexLock lock(mutex_);
    for (const Space space : dropped) pending_.push_back({sequence, space});
  }
  for (const Space space : dropped) DeleteFiles(db, space);
  BufferSwitch::Seal(db);
}

void DropCompaction::OnFlushCompleted(rocksdb::DB* db, const rocksdb::FlushJobInfo& flush) {
  std::vector<Space> flushed;
  {
    const MutexLock lock(mutex_);
    std::erase_if(pending_, [&](const Pending& pending) {
      const bool is_flushed = pending.sequence <= flush.largest_seqno;
      if (is_flushed) flushed.push_back(pending.space);
      return is_flushed;
    });
  }
  for (const Space space : flushed) {
    const Bytes begin = SpacePrefix(space);
    const Bytes end = SpaceEnd(space);
    const rocksdb::Slice first(begin);
    const rocksdb::Slice last(end);
    // Only a hint. Without it, RocksDB frees the disk space later.
    rocksdb::experimental::SuggestCompactRange(db, &first, &last).PermitUncheckedError();
  }
}

}  // namespace stator::storage
