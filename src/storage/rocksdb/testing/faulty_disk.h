#pragma once

#include <cstdint>
#include <memory>

#include "storage/rocksdb/rocksdb_engine.h"

namespace stator::storage::testing {

// The machine's disk with injected faults. A fault lasts until the test ends it. All users of the
// hook share the disk.
// Threads: safe for concurrent use.
class FaultyDisk {
 public:
  enum class Fault {
    kNone,
    kFullAtOnce,        // every append finds the disk full and writes nothing
    kFullHalfway,       // every append writes half of its bytes, then finds the disk full
    kBrokenLogAppends,  // the log's appends fail with an I/O error
    kFailingLogSync,    // the log's syncs fail although its bytes are written
    kNoNewFiles,        // no file can be created
    kNoNewTables,       // no table file can be created; logs can
    kNoCompactions,     // compactions find the disk full; other writes do not
    kFillingUp,         // see FillUpAfter
  };

  FaultyDisk();

  void Set(Fault fault);
  // Sets kFillingUp: there is room for `bytes` more bytes, in any files. The append that takes the
  // last of them writes the part that fits.
  void FillUpAfter(std::int64_t bytes);
  // Sets the free space that the disk reports. -1: that of the machine's disk.
  void SetFreeBytes(std::int64_t bytes);
  // The number of appends that kFullAtOnce has refused.
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
