#pragma once

#include <string>

#include <rocksdb/db.h>
#include <rocksdb/file_system.h>

#include "base/result.h"

// The steps of Checkpoint::CopyTo. A copy first grows in a staging folder within the data folder,
// where its files are hard links and the writer waits for moments only. Then it moves to its
// target, which may be on another file system.
namespace stator::storage {

// ValidationException with one sentence unless a folder can be made there.
Result<> CheckBackupTarget(const std::string& target);

// Has table files hold everything, and links them. REQUIRES: nobody writes meanwhile, as this seals
// the write buffer (BufferSwitch).
Result<> StageBackup(rocksdb::DB& db, const std::string& staging);

// Makes the staged copy a data folder, moves it to `target`, and syncs it. Where `target` is on
// another file system it grows under `<target>.partial`.
Result<> PublishBackup(rocksdb::FileSystem& disk, const std::string& staging,
                       const std::string& target);

}  // namespace stator::storage
