#pragma once

#include <memory>

namespace rocksdb {
class Env;
class FileSystem;
}  // namespace rocksdb

namespace stator::storage {

// What RocksDbOptions::file_system_hook stands for.
struct FileSystemHook {
  std::shared_ptr<rocksdb::FileSystem> file_system;
  std::unique_ptr<rocksdb::Env> (*wrap_env)(std::unique_ptr<rocksdb::Env>) = nullptr;
};

}  // namespace stator::storage
