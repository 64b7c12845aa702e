#include "storage/rocksdb/space_watch.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace stator::storage {
namespace {

constexpr std::uint64_t kMiB = 1024U * 1024;
// The most that the log, flushes and the manifest keep for themselves; a small disk keeps less.
constexpr std::uint64_t kLogRoomBytesMax = 32 * kMiB;
constexpr std::uint64_t kLogRoomPart = 16;
// The store takes writes again once free space exceeds the reserve by this part of it. The margin
// keeps the state from flapping.
constexpr std::uint64_t kCalmPart = 16;

std::uint64_t Property(rocksdb::DB& db, const std::string& name) {
  std::uint64_t value = 0;
  return db.GetIntProperty(name, &value) ? value : 0;
}

// RocksDB's estimate of live bytes counts the overlapping files of level 0 only once.
std::uint64_t Level0Bytes(rocksdb::DB& db) {
  rocksdb::ColumnFamilyMetaData files;
  db.GetColumnFamilyMetaData(&files);
  return files.levels.empty() ? 0 : files.levels.front().size;
}

// Returns an upper bound of the bytes that a compaction of everything would write. Old versions and
// deleted entries below level 0 do not count.
std::uint64_t LiveBytes(rocksdb::DB& db, std::uint64_t bytes_max) {
  const auto stored = Property(db, rocksdb::DB::Properties::kLiveSstFilesSize);
  if (stored >= bytes_max) return stored;  // skips the estimate, which looks at every file
  return std::min(stored,
                  Property(db, rocksdb::DB::Properties::kEstimateLiveDataSize) + Level0Bytes(db));
}

std::uint64_t BufferedBytes(rocksdb::DB& db) {
  return Property(db, rocksdb::DB::Properties::kCurSizeAllMemTables);
}

}  // namespace

void SpaceWatch::Look(rocksdb::DB& db) {
  if (options_.reserve_bytes_max == 0) return;
  const std::uint64_t free = FreeBytes();
  const std::uint64_t live = LiveBytes(db, options_.reserve_bytes_max);
  const std::uint64_t room =
      std::min(kLogRoomBytesMax, (free / kLogRoomPart) + (live / kLogRoomPart));
  const std::uint64_t reserve =
      std::min(options_.reserve_bytes_max, live + BufferedBytes(db) + room);
  log_room_.store(std::min(room, reserve));
  compactable_.store(0);  // the next compaction asks the disk again
  // A running compaction spends the reserve on its purpose. From now on it needs that much less.
  const std::uint64_t reserved = reserve - std::min(reserve, being_compacted_.load());
  const bool was_low = options_.health->is_low_on_space();
  const bool is_low = free < reserved + (was_low ? reserve / kCalmPart : 0);
  if (is_low == was_low) return;
  options_.health->SetLowOnSpace(
      is_low, fmt::format("The disk has {} MB free, and compaction needs a reserve of {} MB",
                          free / kMiB, reserve / kMiB));
}

bool SpaceWatch::HasRoomToFlush(rocksdb::DB& db) const { return FreeBytes() >= BufferedBytes(db); }

bool SpaceWatch::TakeForCompaction(std::size_t bytes) {
  if (options_.reserve_bytes_max > 0 && !FindRoom(bytes)) return false;
  being_compacted_.fetch_add(bytes);
  return true;
}

void SpaceWatch::EndCompaction(std::size_t bytes) { being_compacted_.fetch_sub(bytes); }

bool SpaceWatch::FindRoom(std::size_t bytes) {
  const auto wanted = static_cast<std::int64_t>(bytes);
  if (compactable_.fetch_sub(wanted) >= wanted) return true;
  // Only half of the room is granted ahead, because the log and flushes write at the same time.
  const std::uint64_t free = std::min(FreeBytes(), std::uint64_t{1} << 40U);
  const auto beyond = static_cast<std::int64_t>(free) - static_cast<std::int64_t>(log_room_.load());
  if (beyond < wanted) return false;
  compactable_.store((beyond - wanted) / 2);
  return true;
}

std::uint64_t SpaceWatch::FreeBytes() const {
  std::uint64_t free = 0;
  const auto status =
      options_.disk->GetFreeSpace(options_.path, rocksdb::IOOptions(), &free, nullptr);
  return status.ok() ? free : std::numeric_limits<std::uint64_t>::max();
}

}  // namespace stator::storage
