#pragma once

#include <cstdint>
#include <memory>

#include "storage/rocksdb/rocksdb_engine.h"

namespace stator::storage::testing {

// The machine's disk, with faults to order. Faults last until they are taken back. Safe for
// concurrent use; shared by everything that holds its hook.
class FaultyDisk {
 public:
  enum class Fault {
    kNone,
    kFullAtOnce,        // every append finds the disk full and writes nothing
    kFullHalfway,       // every append writes half of its bytes and then finds the disk full
    kBrokenLogAppends,  // the log's appends fail for an unnamed reason
    kFailingLogSync,    // the log's syncs fail although its bytes were written
    kNoNewFiles,        // no file can be created
    kNoNewTables,       // no table file can be created; logs can
    kNoCompactions,     // compactions find the disk full; all others do not
    kFillingUp,         // see FillUpAfter
  };

  FaultyDisk();

  void Set(Fault fault);
  // Sets kFillingUp: there is room for that many more bytes, in whichever files; the append that
  // takes the last of them writes what fits.
  void FillUpAfter(std::int64_t bytes);
  // The free space that the disk reports. -1: as much as the machine's disk
  // has.
  void SetFreeBytes(std::int64_t bytes);
  // How often kFullAtOnce has refused an append.
  std::uint64_t refusals() const;
  std::shared_ptr<FileSystemHook> hook() const { return hook_; }

 private:
  struct State;
  class File;
  class Disk;

  std::shared_ptr<State> state_;
  std::shared_ptr<FileSystemHook> hook_;
};

}  // namespace stator::storage::testing
