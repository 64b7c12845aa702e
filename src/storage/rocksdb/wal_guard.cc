#include "storage/rocksdb/wal_guard.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "storage/rocksdb/log_scan.h"

namespace stator::storage {
namespace {

using rocksdb::FileOptions;
using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
using rocksdb::Slice;

namespace fs = std::filesystem;

constexpr std::size_t kReservedBytesMax = 4U * 1024 * 1024;

// Knows whether a file still has a name in some folder. A look costs less than a microsecond.
class FileName {
 public:
  // A file that does not exist yet counts as having a name.
  explicit FileName(const std::string& path)
      : descriptor_(::open(path.c_str(), O_PATH | O_CLOEXEC)) {}
  FileName(const FileName&) = delete;
  FileName& operator=(const FileName&) = delete;
  ~FileName() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  bool is_gone() const {
    struct stat found{};
    return descriptor_ >= 0 && ::fstat(descriptor_, &found) == 0 && found.st_nlink == 0;
  }

 private:
  const int descriptor_;
};

// A write-ahead log file. RocksDB lets one thread at a time write to it.
class GuardedLog final : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  GuardedLog(std::unique_ptr<rocksdb::FSWritableFile> file, const std::string& path,
             std::uint64_t number, std::shared_ptr<WalLedger> ledger)
      : FSWritableFileOwnerWrapper(std::move(file)),
        name_(path),
        number_(number),
        ledger_(std::move(ledger)) {}

  IOStatus Append(const Slice& data, const IOOptions& options, IODebugContext* context) override {
    if (IsClosed()) return Torn();
    return Count(data, target()->Append(data, options, context));
  }

  IOStatus Append(const Slice& data, const IOOptions& options,
                  const rocksdb::DataVerificationInfo& verification,
                  IODebugContext* context) override {
    if (IsClosed()) return Torn();
    return Count(data, target()->Append(data, options, verification, context));
  }

  void SetPreallocationBlockSize(std::size_t bytes) override {
    target()->SetPreallocationBlockSize(std::min(bytes, kReservedBytesMax));
  }

  IOStatus Sync(const IOOptions& options, IODebugContext* context) override {
    const std::uint64_t bytes = bytes_.load();
    return NoteSynced(bytes, target()->Sync(options, context));
  }

  IOStatus Fsync(const IOOptions& options, IODebugContext* context) override {
    const std::uint64_t bytes = bytes_.load();
    return NoteSynced(bytes, target()->Fsync(options, context));
  }

 private:
  // Bytes in a log without a name would be acknowledged, yet lost with the process.
  bool IsClosed() {
    if (name_.is_gone()) is_torn_ = true;
    return is_torn_;
  }

  IOStatus NoteSynced(std::uint64_t bytes, IOStatus status) {
    if (status.ok() && !is_torn_) ledger_->NoteSynced({number_, bytes});
    return Healable(std::move(status));
  }

  IOStatus Count(const Slice& data, IOStatus status) {
    is_torn_ = !status.ok();
    if (status.ok()) bytes_.fetch_add(data.size());
    (is_torn_ ? ledger_->failed_appends : ledger_->appends).fetch_add(1);
    return Healable(std::move(status));
  }

  IOStatus Torn() {
    ledger_->failed_appends.fetch_add(1);
    return Healable(IOStatus::IOError(name_.is_gone()
                                          ? "the log was deleted while the store was in use"
                                          : "the log was abandoned after a failed append"));
  }

  // RocksDB treats a log's I/O error as final unless it is marked retryable. Healing writes
  // everything acknowledged to a table file and then starts a new log, so no fault of the old log
  // need be final.
  static IOStatus Healable(IOStatus status) {
    if (!status.ok()) status.SetRetryable(true);
    return status;
  }

  const FileName name_;
  const std::uint64_t number_;
  const std::shared_ptr<WalLedger> ledger_;
  std::atomic<std::uint64_t> bytes_{0};
  std::atomic<bool> is_torn_{false};
};

// A log that could not be created when RocksDB asked for it. Its first append tries again.
//
// RocksDB 7.8 would otherwise meet the failure in the middle of sealing a buffer, and treat it as
// final. With a range deletion in the buffer, the next attempt to seal would trip an assertion.
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

  bool IsSyncThreadSafe() const override { return true; }  // like the machine's disk

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
  WalGuardFileSystem(const std::shared_ptr<FileSystem>& base, const std::string& store_path,
                     std::shared_ptr<WalLedger> ledger)
      : FileSystemWrapper(base),
        store_path_(fs::path(store_path).lexically_normal()),
        ledger_(std::move(ledger)) {}

  const char* Name() const override { return "StatorWalGuard"; }

  IOStatus NewWritableFile(const std::string& path, const FileOptions& options,
                           std::unique_ptr<rocksdb::FSWritableFile>* file,
                           IODebugContext* context) override {
    IOStatus created = target()->NewWritableFile(path, options, file, context);
    const auto number = LogNumberOf(path);
    if (!number || fs::path(path).lexically_normal().parent_path() != store_path_) return created;
    if (!created.ok()) {
      *file = std::make_unique<LateLog>([this, path, options](auto* late) {
        return target()->NewWritableFile(path, options, late, nullptr);
      });
    }
    ledger_->NoteLog(*number);
    *file = std::make_unique<GuardedLog>(std::move(*file), path, *number, ledger_);
    return IOStatus::OK();
  }

 private:
  const fs::path store_path_;
  const std::shared_ptr<WalLedger> ledger_;
};

}  // namespace

LogPosition WalLedger::synced() const {
  const MutexLock lock(mutex_);
  return synced_;
}

std::uint64_t WalLedger::previous_log() const {
  const MutexLock lock(mutex_);
  return previous_log_;
}

void WalLedger::NoteLog(std::uint64_t number) {
  const MutexLock lock(mutex_);
  previous_log_ = synced_.log;
  synced_ = {number, 0};
}

void WalLedger::NoteSynced(const LogPosition& position) {
  const MutexLock lock(mutex_);
  if (position.log == synced_.log) synced_ = position;
}

std::shared_ptr<rocksdb::FileSystem> GuardWal(const std::shared_ptr<rocksdb::FileSystem>& base,
                                              const std::string& store_path,
                                              std::shared_ptr<WalLedger> ledger) {
  return std::make_shared<WalGuardFileSystem>(base, store_path, std::move(ledger));
}

}  // namespace stator::storage
