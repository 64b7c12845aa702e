#include "storage/rocksdb/data_folder.h"

#include <array>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_descriptor.h"
#include "base/text.h"

namespace stator::storage {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMarkerName = "STATOR";
constexpr std::string_view kMarkerDraftName = "STATOR.new";
constexpr std::string_view kLockName = "LOCK";
constexpr std::string_view kFormatLine = "stator data format ";
constexpr unsigned kFormat = 2;
constexpr std::size_t kMarkerBytesMax = 256;
// Items may be secret, so only the server's user may read them.
constexpr mode_t kFileMode = 0600;

std::unexpected<Error> CannotStart(std::string sentence) {
  return Fail(ErrorCode::kStartup, std::move(sentence));
}

std::string ErrnoText(int error) { return std::generic_category().message(error); }

Result<> SyncFolder(const std::string& path) {
  const FileDescriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.ok() || ::fsync(folder.get()) != 0) {
    return CannotStart(
        fmt::format("The folder {} cannot be written to disk: {}.", path, ErrnoText(errno)));
  }
  return {};
}

// Creates a folder and its missing parents, each durably. Otherwise a power loss could remove the
// folder's name, and with it the data.
Result<> CreateFolder(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return {};
  const fs::path parent = path.parent_path();
  if (!parent.empty() && parent != path) TRY(CreateFolder(parent));
  if (::mkdir(path.c_str(), kFolderMode) != 0 && errno != EEXIST) {
    return CannotStart(
        fmt::format("The data folder {} cannot be created: {}.", path.string(), ErrnoText(errno)));
  }
  if (!fs::is_directory(path, error)) {
    return CannotStart(fmt::format("The data folder {} is not a folder.", path.string()));
  }
  return SyncFolder(parent.empty() ? "." : parent.string());
}

// Whether the entry may be there without a store: left by a crash during set-up, or made by the
// file system at its root.
bool IsHarmless(const std::string& name) {
  return name == kLockName || name == kMarkerDraftName || name == "lost+found";
}

// Whether the folder holds files that are not Stator's. REQUIRES: it has no marker.
Result<bool> IsForeign(const std::string& path) {
  std::error_code error;
  // A marker's draft means that set-up had begun; the store may exist already.
  if (fs::exists(fmt::format("{}/{}", path, kMarkerDraftName), error)) return false;
  for (fs::directory_iterator entry(path, error), end; !error && entry != end;
       entry.increment(error)) {
    if (!IsHarmless(entry->path().filename().string())) return true;
  }
  if (error) {
    return CannotStart(
        fmt::format("The data folder {} cannot be read: {}.", path, error.message()));
  }
  return false;
}

// Returns the folder's marker, or nullopt if it has none.
Result<std::optional<std::string>> ReadMarker(const std::string& path) {
  const std::string file_path = fmt::format("{}/{}", path, kMarkerName);
  const FileDescriptor file(::open(file_path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.ok() && errno == ENOENT) return std::nullopt;
  std::array<char, kMarkerBytesMax> bytes{};
  const ssize_t count = file.ok() ? ::read(file.get(), bytes.data(), bytes.size()) : -1;
  if (count < 0) {
    return CannotStart(fmt::format("The file {} cannot be read: {}.", file_path, ErrnoText(errno)));
  }
  return std::string(bytes.data(), static_cast<std::size_t>(count));
}

// Returns the format in a marker. Fails if this version does not read it.
Result<unsigned> FormatOf(const std::string& path, std::string_view marker) {
  const auto foreign = [&] {
    return CannotStart(
        fmt::format("The file {}/{} is not one that Stator wrote.", path, kMarkerName));
  };
  if (!marker.starts_with(kFormatLine) || !marker.ends_with('\n')) return foreign();
  marker.remove_prefix(kFormatLine.size());
  marker.remove_suffix(1);
  const auto format = ParseNumber<unsigned>(marker);
  if (!format) return foreign();
  if (*format <= kFormat && *format > 0) return *format;
  return CannotStart(fmt::format(
      "The data folder {} has data format {}, and this version of Stator reads up to {}.", path,
      *format, kFormat));
}

std::unexpected<Error> CannotWrite(const std::string& path) {
  return CannotStart(
      fmt::format("The data folder {} cannot be written: {}.", path, ErrnoText(errno)));
}

// The draft stands for "being set up". A rename turns it into the marker.
Result<> WriteMarkerDraft(const std::string& path) {
  const std::string draft = fmt::format("{}/{}", path, kMarkerDraftName);
  const std::string line = fmt::format("{}{}\n", kFormatLine, kFormat);
  const FileDescriptor file(
      ::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kFileMode));
  const bool is_written = file.ok() &&
                          ::write(file.get(), line.data(), line.size()) == std::ssize(line) &&
                          ::fsync(file.get()) == 0;
  if (!is_written) return CannotWrite(path);
  return SyncFolder(path);
}

Result<> PublishMarker(const std::string& path) {
  const std::string draft = fmt::format("{}/{}", path, kMarkerDraftName);
  const std::string marker = fmt::format("{}/{}", path, kMarkerName);
  if (::rename(draft.c_str(), marker.c_str()) != 0) return CannotWrite(path);
  return SyncFolder(path);
}

// Returns the descriptor that holds the lock. flock also excludes other descriptors of this
// process. `creation` is O_CREAT or 0; with 0, a folder without LOCK stays without one, and the
// result is -1.
Result<int> LockFolder(const std::string& path, int creation) {
  FileDescriptor file(::open(fmt::format("{}/{}", path, kLockName).c_str(),
                             (creation != 0 ? O_RDWR : O_RDONLY) | creation | O_CLOEXEC,
                             kFileMode));
  if (!file.ok() && errno == ENOENT && creation == 0) return -1;
  if (!file.ok()) {
    return CannotStart(
        fmt::format("The data folder {} cannot be written: {}.", path, ErrnoText(errno)));
  }
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    return CannotStart(fmt::format("The data folder {} is in use by another server.", path));
  }
  return file.Release();
}

// Returns the folder's format; 0 for a new folder.
Result<unsigned> ReadFormat(const std::string& path) {
  const auto marker = TRY(ReadMarker(path));
  if (marker) return FormatOf(path, *marker);
  if (!TRY(IsForeign(path))) return 0U;
  return CannotStart(fmt::format(
      "The data folder {} holds files that are not Stator's; name an empty or a new folder.",
      path));
}

Result<std::string> WithoutSlashes(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  if (path.empty()) return CannotStart("The data folder has no name.");
  return path;
}

}  // namespace

Result<DataFolder> DataFolder::OpenForReading(std::string path) {
  path = TRY(WithoutSlashes(std::move(path)));
  TRY(CheckIsDataFolder(path));
  DataFolder folder(path, TRY(LockFolder(path, 0)));
  folder.format_ = TRY(ReadFormat(path));
  return folder;
}

Result<DataFolder> DataFolder::Open(std::string path) {
  path = TRY(WithoutSlashes(std::move(path)));
  TRY(CreateFolder(path));
  // Checked before the lock, because locking would create a file in a foreign folder.
  static_cast<void>(TRY(ReadFormat(path)));
  DataFolder folder(path, TRY(LockFolder(path, O_CREAT)));
  // Checked again under the lock, because another server may have set the folder up meanwhile.
  std::error_code error;
  fs::remove_all(folder.staging_path(), error);  // its links occupy disk space
  folder.format_ = TRY(ReadFormat(path));
  if (!folder.is_finished()) TRY(WriteMarkerDraft(path));
  TRY(CreateFolder(folder.store_path()));
  return folder;
}

void DataFolder::Tighten(Log* log) const {
  constexpr mode_t kOthers = S_IRWXG | S_IRWXO;
  struct stat state{};
  if (::stat(path_.c_str(), &state) != 0 || (state.st_mode & kOthers) == 0) return;
  const bool is_done = ::chmod(path_.c_str(), kFolderMode) == 0;
  if (log == nullptr) return;
  if (is_done) {
    log->Info("data-folder-tightened", {{"folder", path_}, {"mode", "0700"}});
  } else {
    log->Warning("data-folder-open-to-others", {{"folder", path_}, {"error", ErrnoText(errno)}});
  }
}

Result<> DataFolder::WriteMarker(const std::string& path) {
  TRY(WriteMarkerDraft(path));
  return PublishMarker(path);
}

Result<> DataFolder::Finish() {
  if (format_ == kFormat) return {};
  if (is_finished()) TRY(WriteMarkerDraft(path_));  // the folder changes to the current format
  TRY(PublishMarker(path_));
  format_ = kFormat;
  return {};
}

DataFolder::DataFolder(DataFolder&& other) noexcept
    : path_(std::move(other.path_)),
      lock_descriptor_(std::exchange(other.lock_descriptor_, -1)),
      format_(other.format_) {}

DataFolder::~DataFolder() {
  if (lock_descriptor_ >= 0) ::close(lock_descriptor_);
}

Result<> CheckIsDataFolder(const std::string& path) {
  std::error_code error;
  if (fs::exists(fmt::format("{}/{}", path, kMarkerName), error)) return {};
  return CannotStart(fmt::format("The folder {} is not a data folder of Stator's.", path));
}

}  // namespace stator::storage
