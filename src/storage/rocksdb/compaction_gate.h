#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include <rocksdb/env.h>
#include <rocksdb/file_system.h>

namespace stator::storage {

// Lets compactions write table files only while they may. Flushes, which the log and healing wait
// for, pass. RocksDB does not tell a file system who writes a table file, so the environment marks
// the threads that run compactions. To a compaction a closed gate is a full disk: it ends at once,
// gives back what it wrote, and RocksDB tries again in a second. Safe for concurrent use.
class CompactionGate {
 public:
  // Asked before each append of a compaction, with its bytes; 0 for a new file.
  using MayWrite = std::function<bool(std::size_t bytes)>;
  // Called when a compaction has ended, with the bytes that it was allowed to write.
  using OnEnd = std::function<void(std::size_t bytes)>;

  CompactionGate(MayWrite may_write, OnEnd on_end);

  std::shared_ptr<rocksdb::FileSystem> Guard(
      const std::shared_ptr<rocksdb::FileSystem>& base) const;
  std::unique_ptr<rocksdb::Env> Watch(std::unique_ptr<rocksdb::Env> env) const;

 private:
  const std::shared_ptr<const MayWrite> may_write_;
  const std::shared_ptr<const OnEnd> on_end_;
};

}  // namespace stator::storage
