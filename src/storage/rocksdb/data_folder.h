#pragma once

#include <string>

#include <sys/types.h>

#include "base/log.h"
#include "base/result.h"

namespace stator::storage {

// Only the server's user may read a data folder or a backup.
inline constexpr mode_t kFolderMode = 0700;

// A folder that belongs to Stator and, while this object lives, to this process only. Movable.
//
//   <path>/STATOR     One line: `stator data format 2`.
//   <path>/LOCK       Locked (flock) by the process that uses the folder.
//   <path>/WATERMARK  How much of the store's log is on disk (watermark.h).
//   <path>/BACKUP/    A copy on its way to its target (backup.h).
//   <path>/db/        The store.
//
// The marker STATOR is written last, so a folder with a marker has held a whole store.
class DataFolder {
 public:
  // Writes a marker into a folder that holds a whole store. Errors: kStartup.
  static Result<> WriteMarker(const std::string& path);

  // Creates the folder if necessary and takes the lock. A folder with foreign files stays
  // unchanged. Errors: kStartup with a sentence for the operator.
  static Result<DataFolder> Open(std::string path);

  // Takes the lock of a folder with a marker, and changes nothing. Errors: kStartup.
  static Result<DataFolder> OpenForReading(std::string path);

  // Denies other users of the machine access to the folder, which an older version or a person may
  // have made. Logs the change or the failure; `log` may be null.
  void Tighten(Log* log) const;

  // Writes the marker with the current format, durably. REQUIRES: the store and its watermark
  // exist. Errors: kStartup.
  Result<> Finish();

  DataFolder(DataFolder&& other) noexcept;
  DataFolder& operator=(DataFolder&& other) = delete;
  ~DataFolder();

  std::string store_path() const { return path_ + "/db"; }
  std::string watermark_path() const { return path_ + "/WATERMARK"; }
  // The folder where a backup is staged. One found at a start was interrupted.
  std::string staging_path() const { return path_ + "/BACKUP"; }
  // Whether the folder has its marker, and therefore must have a store.
  bool is_finished() const { return format_ != 0; }
  // Folders of data format 1 may lack a watermark.
  bool must_have_watermark() const { return format_ >= 2; }

 private:
  DataFolder(std::string path, int lock_descriptor)
      : path_(std::move(path)), lock_descriptor_(lock_descriptor) {}

  std::string path_;
  int lock_descriptor_;
  unsigned format_ = 0;  // from the marker; 0: there is none
};

// Fails if the folder has no marker, so that a command with a mistyped path creates nothing.
// Errors: kStartup.
Result<> CheckIsDataFolder(const std::string& path);

}  // namespace stator::storage
