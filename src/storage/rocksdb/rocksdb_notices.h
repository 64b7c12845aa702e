#pragma once

#include <cstdarg>

#include <rocksdb/env.h>

#include "base/log.h"

namespace stator::storage {

// Where RocksDB's warnings and errors go: to Stator's own log, as details for who debugs.
//
// Why not to a file of RocksDB's: it writes that one through the same buffered writer as its data,
// and where its assertions are compiled in, as in Debian's library, the first line after one that
// found the disk full aborts the process. Safe for concurrent use.
class RocksDbNotices final : public rocksdb::Logger {
 public:
  // Without a log the lines are dropped. The log outlives the database.
  explicit RocksDbNotices(Log* log) : Logger(rocksdb::InfoLogLevel::WARN_LEVEL), log_(log) {}

  using Logger::Logv;
  void Logv(const char* format, std::va_list arguments) override;

 private:
  Log* const log_;
};

}  // namespace stator::storage
