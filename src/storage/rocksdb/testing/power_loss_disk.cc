#include "storage/rocksdb/testing/power_loss_disk.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <rocksdb/file_system.h>

#include "base/mutex.h"
#include "storage/rocksdb/file_system_hook.h"
#include "storage/rocksdb/testing/impatient_env.h"
#include "storage/rocksdb/testing/temporary_folder.h"

namespace stator::storage::testing {
namespace {

namespace fs = std::filesystem;

using rocksdb::FileOptions;
using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
using rocksdb::Slice;

// The extent of an open file on the disk.
struct Extent {
  std::uint64_t written = 0;
  std::uint64_t synced = 0;
};

// Bytes written in place, and the bytes they replaced.
struct PlacedWrite {
  std::string path;
  std::uint64_t offset = 0;
  std::string before;
  std::string after;
};

// A change of names. The folder's next sync makes it durable.
struct NameChange {
  std::string folder;
  std::string created;  // a new name, or empty
  std::string removed;  // a removed name, or empty
  std::string
      kept_at;  // where the file that had the name `removed` or was replaced is kept, or empty
};

constexpr std::uint64_t kSpoiledBytesMax = 64U * 1024;

IOStatus PowerIsOut() { return IOStatus::IOError("the power is out"); }

std::string FolderOf(const std::string& path) { return fs::path(path).parent_path().string(); }

// RocksDB writes some paths with a doubled slash.
std::string Normal(const std::string& path) { return fs::path(path).lexically_normal().string(); }

void MoveFile(const std::string& from, const std::string& to) {
  std::error_code error;  // a name may be gone already; only the engine's later view counts
  fs::rename(from, to, error);
}

}  // namespace

class PowerLossDisk::State {
 public:
  explicit State(std::uint64_t seed) : random_(seed) {}

  void CutPowerAfter(std::uint64_t changes) {
    const MutexLock lock(mutex_);
    out_after_ = changes == 0 ? std::nullopt : std::optional(changes_ + changes);
  }

  bool is_out() const {
    const MutexLock lock(mutex_);
    return is_out_;
  }

  std::uint64_t changes() const {
    const MutexLock lock(mutex_);
    return changes_;
  }

  // Counts a change about to be made. False if it fails because the power is off.
  bool Change() {
    const MutexLock lock(mutex_);
    ++changes_;
    if (out_after_ && changes_ >= *out_after_) is_out_ = true;
    return !is_out_;
  }

  std::uint64_t Below(std::uint64_t bound) {
    const MutexLock lock(mutex_);
    return Draw(bound);
  }

  void NoteWritten(const std::shared_ptr<Extent>& extent, std::uint64_t bytes) {
    const MutexLock lock(mutex_);
    extent->written += bytes;
  }

  std::uint64_t Written(const std::shared_ptr<Extent>& extent) const {
    const MutexLock lock(mutex_);
    return extent->written;
  }

  void NoteSynced(const std::shared_ptr<Extent>& extent, std::uint64_t bytes) {
    const MutexLock lock(mutex_);
    extent->synced = std::max(extent->synced, bytes);
  }

  // Moves the file with this name, if any, to a place where it survives until the folder is synced.
  std::string Keep(const std::string& path) {
    if (!fs::exists(path)) return {};
    const MutexLock lock(mutex_);
    std::string kept_at = kept_.path() + "/" + std::to_string(kept_count_++);
    MoveFile(path, kept_at);
    MoveExtent(path, kept_at);
    return kept_at;
  }

  std::shared_ptr<Extent> NoteCreated(const std::string& path, std::string kept_at) {
    const MutexLock lock(mutex_);
    names_.push_back({FolderOf(path), path, {}, std::move(kept_at)});
    return extents_[path] = std::make_shared<Extent>();
  }

  void NoteRemoved(const std::string& path, std::string kept_at) {
    const MutexLock lock(mutex_);
    names_.push_back({FolderOf(path), {}, path, std::move(kept_at)});
  }

  void NoteRenamed(const std::string& from, const std::string& to, std::string kept_at) {
    const MutexLock lock(mutex_);
    names_.push_back({FolderOf(to), to, from, std::move(kept_at)});
    MoveExtent(from, to);
  }

  void NotePlaced(PlacedWrite write) {
    const MutexLock lock(mutex_);
    placed_.push_back(std::move(write));
  }

  void NotePlacedSynced(const std::string& path) {
    const MutexLock lock(mutex_);
    std::erase_if(placed_, [&](const PlacedWrite& write) { return write.path == path; });
  }

  void NoteFolderSynced(const std::string& folder) {
    const MutexLock lock(mutex_);
    for (const NameChange& change : names_) {
      if (change.folder == folder) Forget(change.kept_at);
    }
    std::erase_if(names_, [&](const NameChange& change) { return change.folder == folder; });
  }

  void Restore() {
    const MutexLock lock(mutex_);
    LosePlaced();
    LoseNames();
    for (const auto& [path, extent] : extents_) LoseBytes(path, *extent);
    extents_.clear();
    out_after_.reset();
    is_out_ = false;
  }

 private:
  std::uint64_t Draw(std::uint64_t bound) REQUIRES(mutex_) {
    return bound == 0 ? 0 : random_() % bound;
  }

  void MoveExtent(const std::string& from, const std::string& to) REQUIRES(mutex_) {
    auto node = extents_.extract(from);
    extents_.erase(to);
    if (node.empty()) return;
    node.key() = to;
    extents_.insert(std::move(node));
  }

  void Forget(const std::string& kept_at) REQUIRES(mutex_) {
    if (kept_at.empty()) return;
    std::error_code error;
    fs::remove(kept_at, error);
    extents_.erase(kept_at);
  }

  // Keeps the first of the writes in place, and perhaps a part of the next.
  void LosePlaced() REQUIRES(mutex_) {
    const std::size_t lasting = Draw(placed_.size() + 1);
    while (placed_.size() > lasting) {
      const PlacedWrite& write = placed_.back();
      Overwrite(write.path, write.offset, write.before);
      if (placed_.size() == lasting + 1) {
        Overwrite(write.path, write.offset, write.after.substr(0, Draw(write.after.size())));
      }
      placed_.pop_back();
    }
    placed_.clear();
  }

  void LoseNames() REQUIRES(mutex_) {
    const std::size_t lasting = Draw(names_.size() + 1);
    while (names_.size() > lasting) {
      Undo(names_.back());
      names_.pop_back();
    }
    for (const NameChange& change : names_) Forget(change.kept_at);
    names_.clear();
  }

  void Undo(const NameChange& change) REQUIRES(mutex_) {
    if (!change.created.empty() && !change.removed.empty()) {
      MoveFile(change.created, change.removed);
      MoveExtent(change.created, change.removed);
    } else if (!change.created.empty()) {
      std::error_code error;
      fs::remove(change.created, error);
      extents_.erase(change.created);
    }
    if (change.kept_at.empty()) return;
    const std::string& name = change.created.empty() ? change.removed : change.created;
    MoveFile(change.kept_at, name);
    MoveExtent(change.kept_at, name);
  }

  // Keeps a part of the unsynced bytes, intact or not.
  void LoseBytes(const std::string& path, const Extent& extent) REQUIRES(mutex_) {
    if (extent.synced >= extent.written || !fs::exists(path)) return;
    const std::uint64_t lasting = extent.synced + Draw(extent.written - extent.synced + 1);
    fs::resize_file(path, lasting);
    if (lasting == extent.synced) return;
    // A size can reach the disk before the bytes do. Single sectors can, too. RocksDB survives that
    // only in its logs, and it takes a journal commit at the wrong moment.
    const std::uint64_t spoiled =
        std::min(1 + Draw(lasting - extent.synced), std::uint64_t{kSpoiledBytesMax});
    switch (Draw(3)) {
      case 0:
        return Overwrite(path, extent.synced, Bytes(lasting - extent.synced, '\0'));
      case 1:
        return path.ends_with(".log") ? Overwrite(path, lasting - spoiled, Garbage(spoiled))
                                      : void();
      default:
        return;
    }
  }

  Bytes Garbage(std::uint64_t size) REQUIRES(mutex_) {
    Bytes bytes(size, '\0');
    for (char& byte : bytes) byte = static_cast<char>(Draw(256));
    return bytes;
  }

  static void Overwrite(const std::string& path, std::uint64_t offset, const Bytes& bytes) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(offset));
    file.write(bytes.data(), std::ssize(bytes));
  }

  TemporaryFolder kept_;
  mutable Mutex mutex_;
  std::mt19937_64 random_ GUARDED_BY(mutex_);
  std::uint64_t changes_ GUARDED_BY(mutex_) = 0;
  std::optional<std::uint64_t> out_after_ GUARDED_BY(mutex_);
  bool is_out_ GUARDED_BY(mutex_) = false;
  std::uint64_t kept_count_ GUARDED_BY(mutex_) = 0;
  std::vector<PlacedWrite> placed_ GUARDED_BY(mutex_);  // in the order they were made
  std::vector<NameChange> names_ GUARDED_BY(mutex_);    // in the order they were made
  std::map<std::string, std::shared_ptr<Extent>> extents_ GUARDED_BY(mutex_);
};

class PowerLossDisk::File final : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  File(std::unique_ptr<rocksdb::FSWritableFile> file, std::shared_ptr<State> state,
       std::shared_ptr<Extent> extent)
      : FSWritableFileOwnerWrapper(std::move(file)),
        state_(std::move(state)),
        extent_(std::move(extent)) {}

  IOStatus Append(const Slice& data, const IOOptions& options, IODebugContext* context) override {
    if (state_->is_out()) return PowerIsOut();
    // The append at which the power fails may have written any part of its bytes.
    const bool has_power = state_->Change();
    const Slice part(data.data(), has_power ? data.size() : state_->Below(data.size() + 1));
    const IOStatus status = target()->Append(part, options, context);
    if (status.ok()) state_->NoteWritten(extent_, part.size());
    return has_power ? status : PowerIsOut();
  }

  IOStatus Append(const Slice& data, const IOOptions& options,
                  const rocksdb::DataVerificationInfo& /*verification*/,
                  IODebugContext* context) override {
    return Append(data, options, context);
  }

  // The bytes are in the machine's cache, where the next open finds them. So no real sync is
  // needed.
  IOStatus Sync(const IOOptions& /*options*/, IODebugContext* /*context*/) override {
    const std::uint64_t written = state_->Written(extent_);
    if (!state_->Change()) return PowerIsOut();
    state_->NoteSynced(extent_, written);
    return IOStatus::OK();
  }

  IOStatus Fsync(const IOOptions& options, IODebugContext* context) override {
    return Sync(options, context);
  }

  // RangeSync only starts writing bytes out, and promises nothing.
  IOStatus RangeSync(std::uint64_t /*offset*/, std::uint64_t /*bytes*/,
                     const IOOptions& /*options*/, IODebugContext* /*context*/) override {
    return IOStatus::OK();
  }

 private:
  const std::shared_ptr<State> state_;
  const std::shared_ptr<Extent> extent_;
};

// A file written in place, which keeps its size.
class PowerLossDisk::PlacedFile final : public rocksdb::FSRandomRWFileOwnerWrapper {
 public:
  PlacedFile(std::unique_ptr<rocksdb::FSRandomRWFile> file, std::shared_ptr<State> state,
             std::string path)
      : FSRandomRWFileOwnerWrapper(std::move(file)),
        state_(std::move(state)),
        path_(std::move(path)) {}

  IOStatus Write(std::uint64_t offset, const Slice& data, const IOOptions& options,
                 IODebugContext* context) override {
    if (state_->is_out()) return PowerIsOut();
    std::string before(data.size(), '\0');
    Slice read;
    IOStatus status = target()->Read(offset, data.size(), options, &read, before.data(), context);
    if (!status.ok()) return status;
    before.assign(read.data(), read.size());
    // The write at which the power fails is made; Restore undoes or tears it.
    const bool has_power = state_->Change();
    status = target()->Write(offset, data, options, context);
    if (status.ok()) state_->NotePlaced({path_, offset, before, data.ToString()});
    return has_power ? status : PowerIsOut();
  }

  IOStatus Sync(const IOOptions& /*options*/, IODebugContext* /*context*/) override {
    if (!state_->Change()) return PowerIsOut();
    state_->NotePlacedSynced(path_);
    return IOStatus::OK();
  }

  IOStatus Fsync(const IOOptions& options, IODebugContext* context) override {
    return Sync(options, context);
  }

 private:
  const std::shared_ptr<State> state_;
  const std::string path_;
};

class PowerLossDisk::Folder final : public rocksdb::FSDirectoryWrapper {
 public:
  Folder(std::unique_ptr<rocksdb::FSDirectory> folder, std::shared_ptr<State> state,
         std::string path)
      : FSDirectoryWrapper(std::move(folder)), state_(std::move(state)), path_(std::move(path)) {}

  IOStatus Fsync(const IOOptions& /*options*/, IODebugContext* /*context*/) override {
    if (!state_->Change()) return PowerIsOut();
    state_->NoteFolderSynced(path_);
    return IOStatus::OK();
  }

  IOStatus FsyncWithDirOptions(const IOOptions& options, IODebugContext* context,
                               const rocksdb::DirFsyncOptions& /*reason*/) override {
    return Fsync(options, context);
  }

 private:
  const std::shared_ptr<State> state_;
  const std::string path_;
};

class PowerLossDisk::Disk final : public rocksdb::FileSystemWrapper {
 public:
  explicit Disk(std::shared_ptr<State> state)
      : FileSystemWrapper(FileSystem::Default()), state_(std::move(state)) {}

  const char* Name() const override { return "PowerLossDisk"; }

  IOStatus NewWritableFile(const std::string& name, const FileOptions& options,
                           std::unique_ptr<rocksdb::FSWritableFile>* file,
                           IODebugContext* context) override {
    if (!state_->Change()) return PowerIsOut();
    const std::string path = Normal(name);
    std::string kept_at = state_->Keep(path);
    const IOStatus status = target()->NewWritableFile(path, options, file, context);
    if (!status.ok()) return status;
    auto extent = state_->NoteCreated(path, std::move(kept_at));
    *file = std::make_unique<File>(std::move(*file), state_, std::move(extent));
    return status;
  }

  // Recycled logs are not modelled, because Stator does not use them.
  IOStatus ReuseWritableFile(const std::string& /*name*/, const std::string& /*old_name*/,
                             const FileOptions& /*options*/,
                             std::unique_ptr<rocksdb::FSWritableFile>* /*file*/,
                             IODebugContext* /*context*/) override {
    return IOStatus::NotSupported("reused files");
  }
  IOStatus ReopenWritableFile(const std::string& /*name*/, const FileOptions& /*options*/,
                              std::unique_ptr<rocksdb::FSWritableFile>* /*file*/,
                              IODebugContext* /*context*/) override {
    return IOStatus::NotSupported("reopened files");
  }
  IOStatus NewRandomRWFile(const std::string& name, const FileOptions& options,
                           std::unique_ptr<rocksdb::FSRandomRWFile>* file,
                           IODebugContext* context) override {
    if (state_->is_out()) return PowerIsOut();
    const std::string path = Normal(name);
    const IOStatus status = target()->NewRandomRWFile(path, options, file, context);
    if (status.ok()) *file = std::make_unique<PlacedFile>(std::move(*file), state_, path);
    return status;
  }
  IOStatus LinkFile(const std::string& /*source*/, const std::string& /*target*/,
                    const IOOptions& /*options*/, IODebugContext* /*context*/) override {
    return IOStatus::NotSupported("links");
  }

  IOStatus NewDirectory(const std::string& name, const IOOptions& options,
                        std::unique_ptr<rocksdb::FSDirectory>* folder,
                        IODebugContext* context) override {
    const IOStatus status = target()->NewDirectory(name, options, folder, context);
    if (!status.ok()) return status;
    std::string path = Normal(name);
    while (path.ends_with('/')) path.pop_back();
    *folder = std::make_unique<Folder>(std::move(*folder), state_, std::move(path));
    return status;
  }

  IOStatus DeleteFile(const std::string& name, const IOOptions& /*options*/,
                      IODebugContext* /*context*/) override {
    if (!state_->Change()) return PowerIsOut();
    const std::string path = Normal(name);
    if (!fs::exists(path)) return IOStatus::PathNotFound(path);
    state_->NoteRemoved(path, state_->Keep(path));
    return IOStatus::OK();
  }

  IOStatus RenameFile(const std::string& from_name, const std::string& to_name,
                      const IOOptions& options, IODebugContext* context) override {
    if (!state_->Change()) return PowerIsOut();
    const std::string from = Normal(from_name);
    const std::string to = Normal(to_name);
    std::string kept_at = state_->Keep(to);
    const IOStatus status = target()->RenameFile(from, to, options, context);
    if (status.ok()) state_->NoteRenamed(from, to, std::move(kept_at));
    return status;
  }

  IOStatus Truncate(const std::string& name, std::size_t size, const IOOptions& options,
                    IODebugContext* context) override {
    if (!state_->Change()) return PowerIsOut();
    return target()->Truncate(name, size, options, context);
  }

 private:
  const std::shared_ptr<State> state_;
};

PowerLossDisk::PowerLossDisk(std::uint64_t seed)
    : state_(std::make_shared<State>(seed)), hook_(std::make_shared<FileSystemHook>()) {
  hook_->file_system = std::make_shared<Disk>(state_);
  hook_->wrap_env = MakeImpatient;
}

PowerLossDisk::~PowerLossDisk() = default;

void PowerLossDisk::CutPowerAfter(std::uint64_t changes) { state_->CutPowerAfter(changes); }

bool PowerLossDisk::is_out() const { return state_->is_out(); }

std::uint64_t PowerLossDisk::changes() const { return state_->changes(); }

void PowerLossDisk::Restore() { state_->Restore(); }

}  // namespace stator::storage::testing
