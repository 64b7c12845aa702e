#include "storage/rocksdb/buffer_switch.h"

#include "storage/rising_numbers.h"
#include "storage/rocksdb/rocksdb_keys.h"

namespace stator::storage {

rocksdb::Status BufferSwitch::Prime(rocksdb::DB& db, bool no_slowdown) {
  if (is_primed_.load()) return rocksdb::Status::OK();
  rocksdb::WriteOptions options;
  options.disableWAL = true;
  options.no_slowdown = no_slowdown;
  rocksdb::Status status = db.Put(options, SpacePrefix(kEngineSpace), rocksdb::Slice());
  is_primed_.store(status.ok());
  return status;
}

void BufferSwitch::MaybeSeal(rocksdb::DB& db) const {
  std::uint64_t bytes = 0;
  if (!db.GetIntProperty(rocksdb::DB::Properties::kCurSizeActiveMemTable, &bytes)) return;
  if (bytes >= buffer_bytes_max_) Seal(db);
}

void BufferSwitch::Seal(rocksdb::DB& db) {
  // Sealing starts a fresh log. The old one must be whole on disk first: if a power cut took its
  // end but left the fresh one, commits would be missing before others that are there. Under
  // Durability::kFsync nothing is left to sync. A failure is left to the next write.
  if (!db.SyncWAL().ok()) return;
  rocksdb::FlushOptions flush;
  flush.wait = false;
  flush.allow_write_stall = true;  // the alternative is to wait here
  // A failure is a background error, which the next write meets.
  db.Flush(flush).PermitUncheckedError();
}

void BufferSwitch::OnMemTableSealed(const rocksdb::MemTableInfo& /*buffer*/) {
  is_primed_.store(false);
}

}  // namespace stator::storage
