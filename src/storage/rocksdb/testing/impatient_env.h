#pragma once

#include <memory>

namespace rocksdb {
class Env;
}

namespace stator::storage::testing {

// Returns an environment that does not sleep. RocksDB otherwise sleeps for a second after a failed
// flush.
std::unique_ptr<rocksdb::Env> MakeImpatient(std::unique_ptr<rocksdb::Env> env);

}  // namespace stator::storage::testing
