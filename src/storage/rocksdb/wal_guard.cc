#include "storage/rocksdb/wal_guard.h"

#include <algorithm>
#include <functional>
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
    return Healable(IOStatus::IOError("the log was given up after a failed append"));
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

// A log that could not be created when RocksDB asked for it; its first append tries again. RocksDB
// 7.8 would hear of the failure in the midst of sealing a buffer. It holds that to be final, and
// with a range deletion in the buffer the next attempt to seal it trips an assertion.
class LateLog final : public rocksdb::FSWritableFile {
 public:
  using Create = std::function<IOStatus(std::unique_ptr<FSWritableFile>*)>;

  explicit LateLog(Create create) : create_(std::move(create)) {}

  IOStatus Append(const Slice& data, const IOOptions& options, IODebugContext* context) override {
    IOStatus created = MaybeCreate();
    return created.ok() ? file_->Append(data, options, context) : created;
  }

  IOStatus Append(const Slice& data, const IOOptions& options,
                  const rocksdb::DataVerificationInfo& verification,
                  IODebugContext* context) override {
    IOStatus created = MaybeCreate();
    return created.ok() ? file_->Append(data, options, verification, context) : created;
  }

  IOStatus Flush(const IOOptions& options, IODebugContext* context) override {
    return file_ != nullptr ? file_->Flush(options, context) : IOStatus::OK();
  }

  IOStatus Sync(const IOOptions& options, IODebugContext* context) override {
    return file_ != nullptr ? file_->Sync(options, context) : IOStatus::OK();
  }

  bool IsSyncThreadSafe() const override { return true; }  // as that of the machine's disk

  IOStatus Close(const IOOptions& options, IODebugContext* context) override {
    return file_ != nullptr ? file_->Close(options, context) : IOStatus::OK();
  }

  std::uint64_t GetFileSize(const IOOptions& options, IODebugContext* context) override {
    return file_ != nullptr ? file_->GetFileSize(options, context) : 0;
  }

 private:
  IOStatus MaybeCreate() { return file_ != nullptr ? IOStatus::OK() : create_(&file_); }

  const Create create_;
  std::unique_ptr<FSWritableFile> file_;
};

class WalGuardFileSystem final : public rocksdb::FileSystemWrapper {
 public:
  WalGuardFileSystem(const std::shared_ptr<FileSystem>& base, std::shared_ptr<WalLedger> ledger)
      : FileSystemWrapper(base), ledger_(std::move(ledger)) {}

  const char* Name() const override { return "StatorWalGuard"; }

  IOStatus NewWritableFile(const std::string& path, const FileOptions& options,
                           std::unique_ptr<rocksdb::FSWritableFile>* file,
                           IODebugContext* context) override {
    IOStatus created = target()->NewWritableFile(path, options, file, context);
    if (!path.ends_with(".log")) return created;
    if (!created.ok()) {
      *file = std::make_unique<LateLog>([this, path, options](auto* late) {
        return target()->NewWritableFile(path, options, late, nullptr);
      });
    }
    *file = std::make_unique<GuardedLog>(std::move(*file), ledger_);
    return IOStatus::OK();
  }

 private:
  const std::shared_ptr<WalLedger> ledger_;
};

}  // namespace

std::shared_ptr<rocksdb::FileSystem> GuardWal(const std::shared_ptr<rocksdb::FileSystem>& base,
                                              std::shared_ptr<WalLedger> ledger) {
  return std::make_shared<WalGuardFileSystem>(base, std::move(ledger));
}

}  // namespace stator::storage
