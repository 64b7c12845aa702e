#pragma once

#include <memory>
#include <vector>

#include <rocksdb/env.h>
#include <rocksdb/options.h>

#include "storage/rocksdb/rocksdb_engine.h"

// Stator's RocksDB options. rocksdb_options.cc sets each with its reason;
// docs/design/0001-storage-seam.md has the measurements.
namespace stator::storage {

// Returns the options of the database. REQUIRES: `env` outlives the database.
rocksdb::Options TuneRocksDb(const RocksDbOptions& options, rocksdb::Env* env,
                             std::vector<std::shared_ptr<rocksdb::EventListener>> listeners);

// The size at which BufferSwitch seals a write buffer.
std::size_t WriteBufferBytes(const RocksDbOptions& options);

// Returns the options of each write.
rocksdb::WriteOptions TuneWrites(Durability durability);

}  // namespace stator::storage
