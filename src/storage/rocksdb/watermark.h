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

// How far a write-ahead log is known to be on disk.
struct LogPosition {
  std::uint64_t log = 0;
  std::uint64_t bytes = 0;
  bool operator==(const LogPosition&) const = default;
};

// How much of a manifest, RocksDB's list of table files, is on disk.
struct ManifestPosition {
  std::uint64_t number = 0;  // as in db/MANIFEST-000005; later manifests have greater ones
  std::uint64_t bytes = 0;
  auto operator<=>(const ManifestPosition&) const = default;
};

// The least that a start must find.
struct WatermarkState {
  LogPosition synced;
  // As the last clean stop left it. A clean stop moves everything from the logs to table files, so
  // an older manifest does not know of it.
  ManifestPosition manifest;
  // Each record of this log and of later ones was synced before the next was appended. So a record
  // behind a damaged one shows that synced bytes were damaged.
  std::uint64_t strict_from = UINT64_MAX;
  bool operator==(const WatermarkState&) const = default;
};

// A small file beside the store (docs/formats/storage.md) that follows the log and is never ahead
// of it. It holds two slots, written in turn, so that a torn write leaves the other. It is not
// synced with each write: a crash of the process leaves the newest state, a power loss an older one
// or none, and both are true.
//
// Threads: safe for concurrent use.
class Watermark {
 public:
  // The file's content; nothing if it is not there or holds nothing whole. Also reads slots of data
  // format 1, which know of no manifest.
  static std::optional<WatermarkState> Read(rocksdb::FileSystem& disk, const std::string& path);

  // Opens the file, or creates it durably. Errors: kStartup with one sentence.
  static Result<std::unique_ptr<Watermark>> Open(rocksdb::FileSystem& disk,
                                                 const std::string& path);

  // Follows the log. REQUIRES: that much of it, and its name, are on disk. A failure is ignored: a
  // watermark that stays behind is true as well.
  void Advance(const LogPosition& synced);

  // Notes a clean stop, durably. REQUIRES: the manifest is on disk. A failure is ignored as above.
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
