#pragma once

#include <cstdint>
#include <memory>

#include "storage/rocksdb/rocksdb_engine.h"

namespace stator::storage::testing {

// A disk that keeps only what was synced when its power goes. Of a file, the bytes up to its last
// sync and perhaps some after it; these may have become zeros and, in a write-ahead log, anything.
// Writes in place last in their order, and the first that does not may be torn.
// Of a folder, the names as of its last sync and perhaps some changes after it, in order; syncing a
// file does not keep its name. Chance follows from the seed. Safe for concurrent use.
class PowerLossDisk {
 public:
  explicit PowerLossDisk(std::uint64_t seed);
  ~PowerLossDisk();
  PowerLossDisk(const PowerLossDisk&) = delete;
  PowerLossDisk& operator=(const PowerLossDisk&) = delete;

  // The power goes with the `changes`-th change to the disk from now; 0 means never. From then on
  // every change fails.
  void CutPowerAfter(std::uint64_t changes);
  bool is_out() const;

  // How many changes the disk has seen.
  std::uint64_t changes() const;

  // Cuts the power if it is still on, loses what was not synced, and switches the power on again.
  // REQUIRES: nobody has files of the disk open.
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
