#include "storage/rocksdb/backup.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <rocksdb/utilities/checkpoint.h>
#include <sys/stat.h>
#include <unistd.h>

#include "storage/rocksdb/data_folder.h"
#include "storage/rocksdb/log_scan.h"
#include "storage/rocksdb/watermark.h"

namespace stator::storage {
namespace {

namespace fs = std::filesystem;

std::unexpected<Error> CannotBackUp(const std::string& target, std::string_view why) {
  return FailInvalid(fmt::format("The backup {} cannot be made: {}.", target, why));
}

std::string ErrnoText(int error) { return std::generic_category().message(error); }

// Removes an unfinished copy on every path out of a function.
class PartialFolder {
 public:
  explicit PartialFolder(std::string path) : path_(std::move(path)) {}
  PartialFolder(const PartialFolder&) = delete;
  PartialFolder& operator=(const PartialFolder&) = delete;
  ~PartialFolder() {
    std::error_code error;
    fs::remove_all(path_, error);
  }

 private:
  const std::string path_;
};

// Syncs a file or a folder. Returns 0 or the error.
int SyncPath(const std::string& path) {
  const int opened = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (opened < 0) return errno;
  const int error = ::fsync(opened) == 0 ? 0 : errno;
  ::close(opened);
  return error;
}

// Renames unless `to` exists. Returns 0, EEXIST if it does, or another error.
int RenameToFree(const std::string& from, const std::string& to) {
  const int renamed = ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE);
  return renamed == 0 ? 0 : errno;
}

// Copies a folder with its files and subfolders, and syncs each.
Result<> CopyFolder(const std::string& from, const std::string& to, const std::string& target) {
  if (::mkdir(to.c_str(), kFolderMode) != 0) return CannotBackUp(target, ErrnoText(errno));
  std::error_code error;
  for (fs::directory_iterator entry(from, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string copy = to + "/" + entry->path().filename().string();
    if (entry->is_directory(error)) {
      TRY(CopyFolder(entry->path().string(), copy, target));
      continue;
    }
    fs::copy_file(entry->path(), copy, error);
    if (error) break;
    if (const int failed = SyncPath(copy)) return CannotBackUp(target, ErrnoText(failed));
  }
  if (error) return CannotBackUp(target, error.message());
  if (const int failed = SyncPath(to)) return CannotBackUp(target, ErrnoText(failed));
  return {};
}

Result<> CopyToOtherDisk(const std::string& staging, const std::string& target) {
  const std::string partial = target + ".partial";
  std::error_code error;
  if (fs::exists(fs::symlink_status(partial, error))) {
    return CannotBackUp(target, partial + " exists");
  }
  const PartialFolder removed(partial);
  TRY(CopyFolder(staging, partial, target));
  if (const int failed = RenameToFree(partial, target)) {
    return CannotBackUp(target, ErrnoText(failed));
  }
  return {};
}

// Writes the watermark and the marker of a copy. The copy's logs hold no records that could be
// lost, and the watermark says so durably.
Result<> WriteSideFiles(rocksdb::FileSystem& disk, const std::string& staging) {
  WatermarkState state;
  for (const auto& log : TRY(ScanLogs(disk, staging + "/db"))) {
    state.synced = {log.number, log.valid_bytes};
  }
  TRY(TRY(Watermark::Open(disk, staging + "/WATERMARK"))->Restart(state));
  return DataFolder::WriteMarker(staging);
}

}  // namespace

Result<> CheckBackupTarget(const std::string& target) {
  if (!fs::path(target).is_absolute() || target.ends_with('/')) {
    return CannotBackUp(target, "it must be an absolute path of a folder that does not exist");
  }
  std::error_code error;
  if (fs::exists(fs::symlink_status(target, error))) {
    return CannotBackUp(target, "a file or folder of that name exists");
  }
  if (!fs::is_directory(fs::path(target).parent_path(), error)) {
    return CannotBackUp(target, "its parent folder does not exist");
  }
  return {};
}

// CreateCheckpoint flushes if the logs are at least this large.
constexpr std::uint64_t kNeverFlush = std::numeric_limits<std::uint64_t>::max();

Result<> StageBackup(rocksdb::DB& db, const std::string& staging) {
  std::error_code error;
  fs::remove_all(staging, error);  // of an interrupted copy
  if (::mkdir(staging.c_str(), kFolderMode) != 0) return CannotBackUp(staging, ErrnoText(errno));
  rocksdb::Checkpoint* made = nullptr;
  rocksdb::Status status = db.SyncWAL();  // as before every seal; see BufferSwitch::Seal
  // The checkpoint's own flush would wait for compactions, which may never end on a full disk.
  rocksdb::FlushOptions flush;
  flush.allow_write_stall = true;
  if (status.ok()) status = db.Flush(flush);
  if (status.ok()) status = rocksdb::Checkpoint::Create(&db, &made);
  const std::unique_ptr<rocksdb::Checkpoint> checkpoint(made);
  if (status.ok()) status = checkpoint->CreateCheckpoint(staging + "/db", kNeverFlush);
  if (!status.ok()) return CannotBackUp(staging, status.ToString());
  return {};
}

Result<> PublishBackup(rocksdb::FileSystem& disk, const std::string& staging,
                       const std::string& target) {
  const PartialFolder removed(staging);  // does nothing after a rename to the target
  TRY(WriteSideFiles(disk, staging));
  const int failed = RenameToFree(staging, target);
  if (failed == EXDEV) {
    TRY(CopyToOtherDisk(staging, target));
  } else if (failed != 0) {
    return CannotBackUp(target, ErrnoText(failed));
  }
  if (const int unsynced = SyncPath(fs::path(target).parent_path().string())) {
    return CannotBackUp(target, ErrnoText(unsynced));
  }
  return {};
}

}  // namespace stator::storage
