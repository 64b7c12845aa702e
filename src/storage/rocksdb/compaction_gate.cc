#include "storage/rocksdb/compaction_gate.h"

#include <algorithm>
#include <string>
#include <utility>

namespace stator::storage {
namespace {

using rocksdb::FileOptions;
using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
using rocksdb::Slice;

using MayWrite = std::shared_ptr<const CompactionGate::MayWrite>;
using OnEnd = std::shared_ptr<const CompactionGate::OnEnd>;

// The compaction that this thread runs. RocksDB calls the file system on the same thread.
struct Compaction {
  bool is_running = false;
  std::size_t written = 0;  // bytes that the gate has admitted
};

Compaction& ThisThreads() {
  thread_local Compaction compaction;
  return compaction;
}

// By default a compaction reserves a whole output file, which takes the disk space at once.
constexpr std::size_t kReservedBytesMax = 1024U * 1024;

IOStatus Closed() { return IOStatus::NoSpace("compaction leaves the last free space alone"); }

class GatedFile final : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  GatedFile(std::unique_ptr<rocksdb::FSWritableFile> file, MayWrite may_write)
      : FSWritableFileOwnerWrapper(std::move(file)), may_write_(std::move(may_write)) {}

  IOStatus Append(const Slice& data, const IOOptions& options, IODebugContext* context) override {
    return Take(data.size()) ? target()->Append(data, options, context) : Closed();
  }

  IOStatus Append(const Slice& data, const IOOptions& options,
                  const rocksdb::DataVerificationInfo& verification,
                  IODebugContext* context) override {
    return Take(data.size()) ? target()->Append(data, options, verification, context) : Closed();
  }

  void SetPreallocationBlockSize(std::size_t bytes) override {
    target()->SetPreallocationBlockSize(std::min(bytes, kReservedBytesMax));
  }

 private:
  bool Take(std::size_t bytes) {
    if (!(*may_write_)(bytes)) return false;
    ThisThreads().written += bytes;
    return true;
  }

  const MayWrite may_write_;
};

class GatedFileSystem final : public rocksdb::FileSystemWrapper {
 public:
  GatedFileSystem(const std::shared_ptr<FileSystem>& base, MayWrite may_write)
      : FileSystemWrapper(base), may_write_(std::move(may_write)) {}

  const char* Name() const override { return "StatorCompactionGate"; }

  IOStatus NewWritableFile(const std::string& path, const FileOptions& options,
                           std::unique_ptr<rocksdb::FSWritableFile>* file,
                           IODebugContext* context) override {
    const bool is_gated = ThisThreads().is_running && path.ends_with(".sst");
    if (is_gated && !(*may_write_)(0)) return Closed();
    IOStatus created = target()->NewWritableFile(path, options, file, context);
    if (is_gated && created.ok()) {
      *file = std::make_unique<GatedFile>(std::move(*file), may_write_);
    }
    return created;
  }

 private:
  const MayWrite may_write_;
};

class MarkingEnvironment final : public rocksdb::EnvWrapper {
 public:
  MarkingEnvironment(std::unique_ptr<Env> env, OnEnd on_end)
      : EnvWrapper(std::move(env)), on_end_(std::move(on_end)) {
    // EnvWrapper's own members would translate every call into those of an older interface.
    file_system_ = target()->GetFileSystem();
    system_clock_ = target()->GetSystemClock();
  }

  const char* Name() const override { return "StatorCompactionGate"; }

  // RocksDB gives compactions low or bottom priority. Flushes have their own threads.
  void Schedule(void (*run)(void*), void* argument, Priority priority, void* tag,
                void (*cancel)(void*)) override {
    if (priority == Priority::HIGH || priority == Priority::USER) {
      target()->Schedule(run, argument, priority, tag, cancel);
      return;
    }
    auto work = std::make_unique<Work>(run, cancel, argument, on_end_);
    target()->Schedule(&Work::Run, work.release(), priority, tag, &Work::Cancel);
  }

 private:
  struct Work {
    static void Run(void* self) {
      const std::unique_ptr<Work> work(static_cast<Work*>(self));
      ThisThreads() = {.is_running = true};
      work->run(work->argument);
      (*work->on_end)(ThisThreads().written);
      ThisThreads() = {};
    }

    static void Cancel(void* self) {
      const std::unique_ptr<Work> work(static_cast<Work*>(self));
      if (work->cancel != nullptr) work->cancel(work->argument);
    }

    void (*run)(void*) = nullptr;
    void (*cancel)(void*) = nullptr;
    void* argument = nullptr;
    OnEnd on_end;  // shared: a closing store may destroy the environment as soon as `run` returns
  };

  const OnEnd on_end_;
};

}  // namespace

CompactionGate::CompactionGate(MayWrite may_write, OnEnd on_end)
    : may_write_(std::make_shared<const MayWrite>(std::move(may_write))),
      on_end_(std::make_shared<const OnEnd>(std::move(on_end))) {}

std::shared_ptr<rocksdb::FileSystem> CompactionGate::Guard(
    const std::shared_ptr<rocksdb::FileSystem>& base) const {
  return std::make_shared<GatedFileSystem>(base, may_write_);
}

std::unique_ptr<rocksdb::Env> CompactionGate::Watch(std::unique_ptr<rocksdb::Env> env) const {
  return std::make_unique<MarkingEnvironment>(std::move(env), on_end_);
}

}  // namespace stator::storage
