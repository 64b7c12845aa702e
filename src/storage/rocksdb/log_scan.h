#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <rocksdb/file_system.h>

#include "base/bytes.h"
#include "base/result.h"

namespace stator::storage {

// One write-ahead log as it lies on disk.
struct ScannedLog {
  std::uint64_t number = 0;
  std::uint64_t size = 0;
  std::uint64_t valid_bytes = 0;  // up to the end of the last record that replay reaches
  bool has_data = false;          // one of these records holds an entry
  // Sequence numbers as RocksDB counts them: of the first record, and after the last one.
  std::optional<std::uint64_t> first_sequence;
  bool begins_empty = false;  // with the record by which RocksDB marks where a recovery ended
  std::uint64_t next_sequence = 0;
  // The log before this one, as its first record names it (LogPredecessor).
  std::optional<std::uint64_t> predecessor;
  // Behind `valid_bytes` begins another record that is whole and newer. A torn tail has none.
  bool has_record_behind = false;
};

// Reads a log of RocksDB's and checks every checksum, up to its end. Changes nothing.
Result<ScannedLog> ScanLog(rocksdb::FileSystem& disk, const std::string& path,
                           std::uint64_t number);

// All logs of a store, by number. A folder that is not there has none.
Result<std::vector<ScannedLog>> ScanLogs(rocksdb::FileSystem& disk, const std::string& store_path);

// The number of a log by its file's name ("000012.log"); nothing if the name is not a log's.
std::optional<std::uint64_t> LogNumberOf(const std::string& path);
std::string LogName(std::uint64_t number);

// The note that opens the first batch of each log: which log came before. ScanLog reads it.
Bytes LogPredecessor(std::uint64_t number);

}  // namespace stator::storage
