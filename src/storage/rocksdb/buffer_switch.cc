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
  // Sealing starts a new log, and the old one must be whole on disk first. Otherwise a power cut
  // could take its end and keep the new log: later commits would be there, earlier ones missing.
  //
  // Under Durability::kFsync nothing is left to sync. If the sync fails, the buffer stays open, and
  // the next write meets the fault.
  if (!db.SyncWAL().ok()) return;
  rocksdb::FlushOptions flush;
  flush.wait = false;
  flush.allow_write_stall = true;  // otherwise Flush would wait here
  // A failure is a background error; the next write meets it.
  db.Flush(flush).PermitUncheckedError();
}

void BufferSwitch::OnMemTableSealed(const rocksdb::MemTableInfo& /*buffer*/) {
  is_primed_.store(false);
}

}  // namespace stator::storage
