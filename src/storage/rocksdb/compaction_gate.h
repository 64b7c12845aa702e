#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include <rocksdb/env.h>
#include <rocksdb/file_system.h>

namespace stator::storage {

// Lets compactions write table files only while `may_write` allows it. Flushes always pass, because
// the log and healing wait for them.
//
// RocksDB does not tell a file system which job writes a table file, so the environment marks the
// threads that run compactions. To a compaction, a closed gate is a full disk. The compaction ends
// at once and deletes its outputs, and RocksDB retries after a second.
//
// Threads: safe for concurrent use.
class CompactionGate {
 public:
  // Called before each append of a compaction with its bytes, and with 0 before a new file.
  using MayWrite = std::function<bool(std::size_t bytes)>;
  // Called after a compaction with the bytes that the gate admitted.
  using OnEnd = std::function<void(std::size_t bytes)>;

  CompactionGate(MayWrite may_write, OnEnd on_end);

  // Returns a file system that gates compactions.
  std::shared_ptr<rocksdb::FileSystem> Guard(
      const std::shared_ptr<rocksdb::FileSystem>& base) const;
  // Returns an environment that marks the threads of compactions.
  std::unique_ptr<rocksdb::Env> Watch(std::unique_ptr<rocksdb::Env> env) const;

 private:
  const std::shared_ptr<const MayWrite> may_write_;
  const std::shared_ptr<const OnEnd> on_end_;
};

}  // namespace stator::storage
