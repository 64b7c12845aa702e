#pragma once

#include <cstdint>
#include <memory>

#include "storage/rocksdb/rocksdb_engine.h"

namespace stator::storage::testing {

// A disk that keeps only synced data when its power fails. The seed determines all chance.
//
// - A file keeps the bytes up to its last sync, and perhaps some later ones. The later ones may
//   have become zeros and, in a write-ahead log, anything.
// - Writes in place survive in their order. The first that does not survive may be torn.
// - A folder keeps the names of its last sync, and perhaps some later changes, in order. Syncing a
//   file does not sync its name.
//
// Threads: safe for concurrent use.
class PowerLossDisk {
 public:
  explicit PowerLossDisk(std::uint64_t seed);
  ~PowerLossDisk();
  PowerLossDisk(const PowerLossDisk&) = delete;
  PowerLossDisk& operator=(const PowerLossDisk&) = delete;

  // Fails the power at the `changes`-th change to the disk from now; 0: never. From then on every
  // change fails.
  void CutPowerAfter(std::uint64_t changes);
  bool is_out() const;

  // The number of changes that the disk has seen.
  std::uint64_t changes() const;

  // Cuts the power if it is still on, loses unsynced data, and switches the power on again.
  // REQUIRES: no file of the disk is open.
  void Restore();

  std::shared_ptr<FileSystemHook> hook() const { return hook_; }

 private:
  class State;
  class File;
  class PlacedFile;
  class Folder;
  class Disk;

  std::shared_ptr<State> state_;
  std::shared_ptr<FileSystemHook> hook_;
};

}  // namespace stator::storage::testing
