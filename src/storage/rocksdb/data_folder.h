#pragma once

#include <string>

#include "base/result.h"

namespace stator::storage {

// A folder that is Stator's and, while this object lives, this process's alone. Movable.
//
//   <path>/STATOR   one line: `stator data format 1`
//   <path>/LOCK     locked (flock) by the process that uses the folder
//   <path>/db/      the store
class DataFolder {
 public:
  // Creates the folder if it is not there and takes the lock. Fails with kStartup and a sentence
  // for the operator. A folder that holds anything else is left as it was found.
  static Result<DataFolder> Open(std::string path);

  DataFolder(DataFolder&& other) noexcept;
  DataFolder& operator=(DataFolder&& other) = delete;
  ~DataFolder();

  std::string store_path() const { return path_ + "/db"; }

 private:
  DataFolder(std::string path, int lock_descriptor)
      : path_(std::move(path)), lock_descriptor_(lock_descriptor) {}

  std::string path_;
  int lock_descriptor_;
};

}  // namespace stator::storage
