#include "storage/rocksdb/testing/faulty_disk.h"

#include <atomic>
#include <string>
#include <utility>

#include <rocksdb/file_system.h>

#include "storage/rocksdb/file_system_hook.h"
#include "storage/rocksdb/testing/impatient_env.h"

namespace stator::storage::testing {

using rocksdb::FileOptions;
using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
using rocksdb::Slice;

struct FaultyDisk::State {
  std::atomic<Fault> fault{Fault::kNone};
};

class FaultyDisk::File final : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  File(std::unique_ptr<rocksdb::FSWritableFile> file, std::shared_ptr<State> state, bool is_log)
      : FSWritableFileOwnerWrapper(std::move(file)), state_(std::move(state)), is_log_(is_log) {}

  IOStatus Append(const Slice& data, const IOOptions& options, IODebugContext* context) override {
    switch (state_->fault.load()) {
      case Fault::kFullAtOnce:
        return IOStatus::NoSpace("injected");
      case Fault::kFullHalfway: {
        const Slice half(data.data(), data.size() / 2);
        const IOStatus status = target()->Append(half, options, context);
        return status.ok() ? IOStatus::NoSpace("injected") : status;
      }
      case Fault::kBrokenLogAppends:
        return is_log_ ? IOStatus::IOError("injected") : target()->Append(data, options, context);
      case Fault::kNone:
      case Fault::kFailingLogSync:
      case Fault::kNoNewFiles:
      case Fault::kNoNewTables:
        return target()->Append(data, options, context);
    }
    std::unreachable();
  }

  IOStatus Append(const Slice& data, const IOOptions& options,
                  const rocksdb::DataVerificationInfo& /*verification*/,
                  IODebugContext* context) override {
    return Append(data, options, context);
  }

  IOStatus Sync(const IOOptions& options, IODebugContext* context) override {
    return IsSyncFailing() ? IOStatus::IOError("injected") : target()->Sync(options, context);
  }

  IOStatus Fsync(const IOOptions& options, IODebugContext* context) override {
    return IsSyncFailing() ? IOStatus::IOError("injected") : target()->Fsync(options, context);
  }

 private:
  bool IsSyncFailing() const { return is_log_ && state_->fault == Fault::kFailingLogSync; }

  const std::shared_ptr<State> state_;
  const bool is_log_;
};

class FaultyDisk::Disk final : public rocksdb::FileSystemWrapper {
 public:
  explicit Disk(std::shared_ptr<State> state)
      : FileSystemWrapper(FileSystem::Default()), state_(std::move(state)) {}

  const char* Name() const override { return "FaultyDisk"; }

  IOStatus NewWritableFile(const std::string& path, const FileOptions& options,
                           std::unique_ptr<rocksdb::FSWritableFile>* file,
                           IODebugContext* context) override {
    const Fault fault = state_->fault;
    const bool is_refused =
        fault == Fault::kNoNewFiles || (fault == Fault::kNoNewTables && path.ends_with(".sst"));
    if (is_refused) return IOStatus::NoSpace("injected");
    IOStatus status = target()->NewWritableFile(path, options, file, context);
    if (status.ok())
      *file = std::make_unique<File>(std::move(*file), state_, path.ends_with(".log"));
    return status;
  }

 private:
  const std::shared_ptr<State> state_;
};

FaultyDisk::FaultyDisk()
    : state_(std::make_shared<State>()), hook_(std::make_shared<FileSystemHook>()) {
  hook_->file_system = std::make_shared<Disk>(state_);
  hook_->wrap_env = MakeImpatient;
}

void FaultyDisk::Set(Fault fault) { state_->fault.store(fault); }

}  // namespace stator::storage::testing
