#include "storage/rocksdb/testing/faulty_disk.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <string>
#include <string_view>
#include <utility>

#include <pthread.h>
#include <rocksdb/file_system.h>

#include "storage/rocksdb/file_system_hook.h"
#include "storage/rocksdb/testing/impatient_env.h"

namespace stator::storage::testing {

using rocksdb::FileOptions;
using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
using rocksdb::Slice;

namespace {

// Whether this is a compaction thread: RocksDB names the threads of its pools.
bool IsCompactionThread() {
  std::array<char, 16> name{};
  pthread_getname_np(pthread_self(), name.data(), name.size());
  return std::string_view(name.data()).starts_with("rocksdb:low");
}

}  // namespace

struct FaultyDisk::State {
  std::atomic<Fault> fault{Fault::kNone};
  std::atomic<std::int64_t> free_bytes{-1};
  std::atomic<std::uint64_t> refusals{0};
  std::atomic<std::int64_t> room{0};  // for kFillingUp

  // Returns how many of `bytes` still fit.
  std::size_t TakeRoom(std::size_t bytes) {
    const auto wanted = static_cast<std::int64_t>(bytes);
    const std::int64_t before = room.fetch_sub(wanted);
    return static_cast<std::size_t>(std::clamp<std::int64_t>(before, 0, wanted));
  }
};

class FaultyDisk::File final : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  File(std::unique_ptr<rocksdb::FSWritableFile> file, std::shared_ptr<State> state, bool is_log)
      : FSWritableFileOwnerWrapper(std::move(file)), state_(std::move(state)), is_log_(is_log) {}

  IOStatus Append(const Slice& data, const IOOptions& options, IODebugContext* context) override {
    switch (state_->fault.load()) {
      case Fault::kFullAtOnce:
        state_->refusals.fetch_add(1);
        return IOStatus::NoSpace("injected");
      case Fault::kFullHalfway:
        return AppendPart(data, data.size() / 2, options, context);
      case Fault::kFillingUp:
        return AppendPart(data, state_->TakeRoom(data.size()), options, context);
      case Fault::kBrokenLogAppends:
        return is_log_ ? IOStatus::IOError("injected") : target()->Append(data, options, context);
      case Fault::kNoCompactions:
        return IsCompactionThread() ? IOStatus::NoSpace("injected")
                                    : target()->Append(data, options, context);
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
  IOStatus AppendPart(const Slice& data, std::size_t bytes, const IOOptions& options,
                      IODebugContext* context) {
    const IOStatus status = target()->Append(Slice(data.data(), bytes), options, context);
    return status.ok() && bytes < data.size() ? IOStatus::NoSpace("injected") : status;
  }

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

  IOStatus GetFreeSpace(const std::string& path, const IOOptions& options, std::uint64_t* bytes,
                        IODebugContext* context) override {
    const std::int64_t said = state_->free_bytes;
    if (said < 0) return target()->GetFreeSpace(path, options, bytes, context);
    *bytes = static_cast<std::uint64_t>(said);
    return IOStatus::OK();
  }

  // The wrapper's own logger would write to the disk below, which is never full.
  IOStatus NewLogger(const std::string& path, const IOOptions& options,
                     std::shared_ptr<rocksdb::Logger>* logger, IODebugContext* context) override {
    // NOLINTNEXTLINE(bugprone-parent-virtual-call): past the wrapper, on purpose
    return FileSystem::NewLogger(path, options, logger, context);
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

void FaultyDisk::SetFreeBytes(std::int64_t bytes) { state_->free_bytes.store(bytes); }

std::uint64_t FaultyDisk::refusals() const { return state_->refusals.load(); }

void FaultyDisk::FillUpAfter(std::int64_t bytes) {
  state_->room.store(bytes);
  Set(Fault::kFillingUp);
}

}  // namespace stator::storage::testing
