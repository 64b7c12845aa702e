#pragma once

#include <memory>
#include <vector>

#include <rocksdb/env.h>
#include <rocksdb/options.h>

#include "storage/rocksdb/rocksdb_engine.h"

// Every RocksDB option Stator sets, with its reason, is in rocksdb_options.cc; the measurements
// behind them are in docs/design/0001-storage-seam.md.
namespace stator::storage {

// `env` must outlive the database.
rocksdb::Options TuneRocksDb(const RocksDbOptions& options, rocksdb::Env* env,
                             std::vector<std::shared_ptr<rocksdb::EventListener>> listeners);

// How large a write buffer may grow before BufferSwitch seals it.
std::size_t WriteBufferBytes(const RocksDbOptions& options);

rocksdb::WriteOptions TuneWrites(Durability durability);

}  // namespace stator::storage
