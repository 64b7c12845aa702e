#pragma once

#include <string>

#include <rocksdb/db.h>
#include <rocksdb/file_system.h>

#include "base/result.h"

// The steps of Checkpoint::CopyTo. A copy is first made in a staging folder within the data folder.
// Its files are hard links there, so the writer waits only briefly. Then the copy moves to its
// target, which may be on another file system.
namespace stator::storage {

// Errors: ValidationException with one sentence unless a folder can be made there.
Result<> CheckBackupTarget(const std::string& target);

// Flushes everything to table files and links them into `staging`. REQUIRES: no thread writes
// meanwhile, because this seals the write buffer (BufferSwitch).
Result<> StageBackup(rocksdb::DB& db, const std::string& staging);

// Makes the staged copy a data folder, moves it to `target`, and syncs it. On another file system
// the copy is made as `<target>.partial` first.
Result<> PublishBackup(rocksdb::FileSystem& disk, const std::string& staging,
                       const std::string& target);

}  // namespace stator::storage
