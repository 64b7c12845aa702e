#pragma once

#include <memory>

namespace rocksdb {
class Env;
class FileSystem;
}  // namespace rocksdb

namespace stator::storage {

// The content of RocksDbOptions::file_system_hook: a test's file system and environment.
struct FileSystemHook {
  std::shared_ptr<rocksdb::FileSystem> file_system;
  std::unique_ptr<rocksdb::Env> (*wrap_env)(std::unique_ptr<rocksdb::Env>) = nullptr;
};

}  // namespace stator::storage
