#pragma once

#include <cstdarg>

#include <rocksdb/env.h>

#include "base/log.h"

namespace stator::storage {

// Passes RocksDB's warnings and errors to Stator's own log, as details for debugging.
//
// RocksDB must not log to a file of its own. It writes that file through the same buffered writer
// as its data. If its assertions are compiled in, as in Debian's library, the first line after an
// append that found the disk full aborts the process.
//
// Threads: safe for concurrent use.
class RocksDbNotices final : public rocksdb::Logger {
 public:
  // Without a log the lines are dropped. REQUIRES: the log outlives the database.
  explicit RocksDbNotices(Log* log) : Logger(rocksdb::InfoLogLevel::WARN_LEVEL), log_(log) {}

  using Logger::Logv;
  void Logv(const char* format, std::va_list arguments) override;

 private:
  Log* const log_;
};

}  // namespace stator::storage
