#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <rocksdb/file_system.h>

#include "base/bytes.h"
#include "base/mutex.h"
#include "base/result.h"

namespace stator::storage {

// The position up to which a write-ahead log is known to be on disk.
struct LogPosition {
  std::uint64_t log = 0;
  std::uint64_t bytes = 0;
  bool operator==(const LogPosition&) const = default;
};

// The part of a manifest, RocksDB's list of table files, that is on disk.
struct ManifestPosition {
  std::uint64_t number = 0;  // as in db/MANIFEST-000005; later manifests have greater ones
  std::uint64_t bytes = 0;
  auto operator<=>(const ManifestPosition&) const = default;
};

// The least that a start must find on disk.
struct WatermarkState {
  LogPosition synced;
  // The manifest of the last clean stop. A clean stop moves everything from the logs to table
  // files, so an older manifest does not know those files.
  ManifestPosition manifest;
  // From this log on, each record was synced before the next was appended. So a valid record after
  // a damaged one proves that synced bytes were damaged.
  std::uint64_t strict_from = UINT64_MAX;
  bool operator==(const WatermarkState&) const = default;
};

// A small file beside the store (docs/formats/storage.md) that follows the log and is never ahead
// of it. It holds two slots, written in turn, so that a torn write leaves the other valid. Advance
// does not sync it. So a crash of the process leaves the newest state, and a power loss an older
// one or none. All of these are true.
//
// Threads: safe for concurrent use.
class Watermark {
 public:
  // Returns the file's state, or nullopt if the file is missing or holds no valid slot. It also
  // reads slots of data format 1, which have no manifest.
  static std::optional<WatermarkState> Read(rocksdb::FileSystem& disk, const std::string& path);

  // Opens the file, or creates it durably. Errors: kStartup with one sentence.
  static Result<std::unique_ptr<Watermark>> Open(rocksdb::FileSystem& disk,
                                                 const std::string& path);

  // Follows the log. It ignores a failure, because a watermark that stays behind is also true.
  // REQUIRES: that part of the log, and the log's name, are on disk.
  void Advance(const LogPosition& synced);

  // Notes a clean stop, durably. It ignores a failure as Advance does. REQUIRES: the manifest is on
  // disk.
  void NoteStop(const ManifestPosition& manifest);

  // Replaces the whole state durably. Errors: kStartup.
  Result<> Restart(const WatermarkState& state);

 private:
  Watermark(std::unique_ptr<rocksdb::FSRandomRWFile> file, std::string path,
            std::optional<WatermarkState> state, std::uint64_t generation);
  rocksdb::IOStatus Write() REQUIRES(mutex_);

  const std::string path_;
  Mutex mutex_;
  const std::unique_ptr<rocksdb::FSRandomRWFile> file_;
  WatermarkState state_ GUARDED_BY(mutex_);
  std::uint64_t generation_ GUARDED_BY(mutex_);
};

}  // namespace stator::storage
