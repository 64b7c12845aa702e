#include "storage/rocksdb/wal_guard.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace stator::storage {
namespace {

using rocksdb::FileOptions;
using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
using rocksdb::Slice;

constexpr std::size_t kReservedBytesMax = 4U * 1024 * 1024;

// A write-ahead log file. RocksDB lets one thread at a time write to it.
class GuardedLog final : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  GuardedLog(std::unique_ptr<rocksdb::FSWritableFile> file, std::shared_ptr<WalLedger> ledger)
      : FSWritableFileOwnerWrapper(std::move(file)), ledger_(std::move(ledger)) {}

  IOStatus Append(const Slice& data, const IOOptions& options, IODebugContext* context) override {
    return is_torn_ ? Torn() : Count(target()->Append(data, options, context));
  }

  IOStatus Append(const Slice& data, const IOOptions& options,
                  const rocksdb::DataVerificationInfo& verification,
                  IODebugContext* context) override {
    return is_torn_ ? Torn() : Count(target()->Append(data, options, verification, context));
  }

  void SetPreallocationBlockSize(std::size_t bytes) override {
    target()->SetPreallocationBlockSize(std::min(bytes, kReservedBytesMax));
  }

  IOStatus Sync(const IOOptions& options, IODebugContext* context) override {
    return Healable(target()->Sync(options, context));
  }

  IOStatus Fsync(const IOOptions& options, IODebugContext* context) override {
    return Healable(target()->Fsync(options, context));
  }

 private:
  IOStatus Count(IOStatus status) {
    is_torn_ = !status.ok();
    (is_torn_ ? ledger_->failed_appends : ledger_->appends).fetch_add(1);
    return Healable(std::move(status));
  }

  IOStatus Torn() {
    ledger_->failed_appends.fetch_add(1);
    return IOStatus::IOError("the log was given up after a failed append");
  }

  // RocksDB holds a log's I/O error to be final unless it is marked. Healing starts a fresh log
  // after writing everything acknowledged to a table file, so no fault of the old log need be
  // final.
  static IOStatus Healable(IOStatus status) {
    if (!status.ok()) status.SetRetryable(true);
    return status;
  }

  const std::shared_ptr<WalLedger> ledger_;
  std::atomic<bool> is_torn_{false};
};

class WalGuardFileSystem final : public rocksdb::FileSystemWrapper {
 public:
  WalGuardFileSystem(const std::shared_ptr<FileSystem>& base, std::shared_ptr<WalLedger> ledger)
      : FileSystemWrapper(base), ledger_(std::move(ledger)) {}

  const char* Name() const override { return "StatorWalGuard"; }

  IOStatus NewWritableFile(const std::string& path, const FileOptions& options,
                           std::unique_ptr<rocksdb::FSWritableFile>* file,
                           IODebugContext* context) override {
    IOStatus status = target()->NewWritableFile(path, options, file, context);
    if (status.ok()) Guard(path, *file);
    return status;
  }

  IOStatus ReuseWritableFile(const std::string& path, const std::string& old_path,
                             const FileOptions& options,
                             std::unique_ptr<rocksdb::FSWritableFile>* file,
                             IODebugContext* context) override {
    IOStatus status = target()->ReuseWritableFile(path, old_path, options, file, context);
    if (status.ok()) Guard(path, *file);
    return status;
  }

 private:
  void Guard(std::string_view path, std::unique_ptr<rocksdb::FSWritableFile>& file) const {
    if (path.ends_with(".log")) file = std::make_unique<GuardedLog>(std::move(file), ledger_);
  }

  const std::shared_ptr<WalLedger> ledger_;
};

}  // namespace

std::shared_ptr<rocksdb::FileSystem> GuardWal(const std::shared_ptr<rocksdb::FileSystem>& base,
                                              std::shared_ptr<WalLedger> ledger) {
  return std::make_shared<WalGuardFileSystem>(base, std::move(ledger));
}

}  // namespace stator::storage
