#pragma once

#include <memory>

namespace rocksdb {
class Env;
}

namespace stator::storage::testing {

// RocksDB sleeps for a second after a failed flush. Tests do not.
std::unique_ptr<rocksdb::Env> MakeImpatient(std::unique_ptr<rocksdb::Env> env);

}  // namespace stator::storage::testing
