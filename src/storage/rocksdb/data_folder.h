#pragma once

#include <string>

#include "base/log.h"
#include "base/result.h"

namespace stator::storage {

// A folder that is Stator's and, while this object lives, this process's alone. Movable.
//
//   <path>/STATOR     one line: `stator data format 2`
//   <path>/LOCK       locked (flock) by the process that uses the folder
//   <path>/WATERMARK  how far the store's log is on disk (watermark.h)
//   <path>/BACKUP/    a copy on its way to its target (backup.h)
//   <path>/db/        the store
//
// The marker STATOR is written last: a folder with a marker has held a whole store.
class DataFolder {
 public:
  // Writes a marker into a folder that holds a whole store. Errors: kStartup.
  static Result<> WriteMarker(const std::string& path);

  // Creates the folder if it is not there and takes the lock. Fails with kStartup and a sentence
  // for the operator. A folder that holds anything else is left as it was found.
  static Result<DataFolder> Open(std::string path);

  // Takes the lock of a folder with a marker, and changes nothing. Errors: kStartup.
  static Result<DataFolder> OpenForReading(std::string path);

  // Closes the folder to other users of the machine; it may have been made by an older version, or
  // by hand. Tells the log, which may be null, what it did or that it could not.
  void Tighten(Log* log) const;

  // Marks the folder as Stator's, with the current format, durably. To be called once the store
  // and its watermark are there. Errors: kStartup.
  Result<> Finish();

  DataFolder(DataFolder&& other) noexcept;
  DataFolder& operator=(DataFolder&& other) = delete;
  ~DataFolder();

  std::string store_path() const { return path_ + "/db"; }
  std::string watermark_path() const { return path_ + "/WATERMARK"; }
  // Where a backup grows; one that is found at a start was cut short.
  std::string staging_path() const { return path_ + "/BACKUP"; }
  // The folder has its marker, so it must have a store.
  bool is_finished() const { return format_ != 0; }
  // Folders of data format 1 may lack a watermark.
  bool must_have_watermark() const { return format_ >= 2; }

 private:
  DataFolder(std::string path, int lock_descriptor)
      : path_(std::move(path)), lock_descriptor_(lock_descriptor) {}

  std::string path_;
  int lock_descriptor_;
  unsigned format_ = 0;  // as the marker says; 0: there is none
};

// Refuses a folder without the marker, so that a command with a mistyped path creates nothing.
// Errors: kStartup.
Result<> CheckIsDataFolder(const std::string& path);

}  // namespace stator::storage
