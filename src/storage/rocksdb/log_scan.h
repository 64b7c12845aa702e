#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <rocksdb/file_system.h>

#include "base/bytes.h"
#include "base/result.h"

namespace stator::storage {

// The state of one write-ahead log on disk.
struct ScannedLog {
  std::uint64_t number = 0;
  std::uint64_t size = 0;
  std::uint64_t valid_bytes = 0;  // end of the last record that replay reaches
  bool has_data = false;          // one of these records holds an entry
  // RocksDB's sequence numbers: of the first record, and after the last one.
  std::optional<std::uint64_t> first_sequence;
  bool begins_empty = false;  // starts with the record that RocksDB writes where a recovery ended
  std::uint64_t next_sequence = 0;
  // The number of the previous log, which the first record names (LogPredecessor).
  std::optional<std::uint64_t> predecessor;
  // Another whole and newer record begins after `valid_bytes`. A torn tail has none.
  bool has_record_behind = false;
};

// Reads a log of RocksDB's to its end and checks every checksum. It changes nothing. Errors:
// kStartup if the file cannot be read.
Result<ScannedLog> ScanLog(rocksdb::FileSystem& disk, const std::string& path,
                           std::uint64_t number);

// Returns all logs of a store, by number. A missing folder has none. Errors: kStartup.
Result<std::vector<ScannedLog>> ScanLogs(rocksdb::FileSystem& disk, const std::string& store_path);

// Returns the number in a log's file name ("000012.log"), or nullopt for any other name.
std::optional<std::uint64_t> LogNumberOf(const std::string& path);
// Returns the file name of a log.
std::string LogName(std::uint64_t number);

// Returns the note that opens the first batch of each log. It holds the number of the previous log,
// and ScanLog reads it.
Bytes LogPredecessor(std::uint64_t number);

}  // namespace stator::storage
