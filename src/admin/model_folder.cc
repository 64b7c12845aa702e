#include "admin/model_folder.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_descriptor.h"
#include "base/request_limits.h"
#include "base/text.h"

namespace stator::admin {
namespace {

constexpr std::string_view kSuffix = ".std";
constexpr int kBadRequest = 400;
constexpr int kForbidden = 403;
constexpr int kNotFound = 404;
constexpr int kConflict = 409;
constexpr int kPreconditionFailed = 412;
constexpr int kTooLarge = 413;
constexpr int kPreconditionRequired = 428;
constexpr int kUnavailable = 503;
constexpr mode_t kMode = 0644;
constexpr std::int64_t kMicros = 1'000'000;
constexpr std::int64_t kNanosOfMicro = 1'000;

std::unexpected<FileRefusal> Refuse(int status, std::string message) {
  return std::unexpected(FileRefusal{.status = status, .message = std::move(message)});
}

std::unexpected<FileRefusal> RefuseErrno(std::string_view what) {
  return Refuse(kUnavailable, fmt::format("{}: {}.", what, std::strerror(errno)));
}

std::unexpected<FileRefusal> RefuseName() {
  return Refuse(kBadRequest,
                "Names of model files consist of letters, digits, '.', '-' and '_', begin with no "
                "dot, and end in .std.");
}

FileResult<FileDescriptor> OpenFolder(const std::string& folder) {
  FileDescriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened.ok()) return RefuseErrno("The folder of models cannot be opened");
  return opened;
}

// A new file has another inode, and a changed one another time or size.
std::string EtagOf(const struct stat& facts) {
  return fmt::format("\"{:x}-{:x}-{:x}-{:x}\"", facts.st_ino, facts.st_mtim.tv_sec,
                     facts.st_mtim.tv_nsec, facts.st_size);
}

ModelFile FileOf(std::string name, const struct stat& facts) {
  return {.name = std::move(name),
          .bytes = static_cast<std::uint64_t>(facts.st_size),
          .time = facts.st_mtim.tv_sec * kMicros + facts.st_mtim.tv_nsec / kNanosOfMicro,
          .etag = EtagOf(facts)};
}

// Returns the facts of a file without following a link. nullopt: there is none.
FileResult<std::optional<struct stat>> FactsOf(const FileDescriptor& folder,
                                               const std::string& name) {
  struct stat facts{};
  if (::fstatat(folder.get(), name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0) {
    if (errno == ENOENT) return std::nullopt;
    return RefuseErrno("The file cannot be read");
  }
  if (!S_ISREG(facts.st_mode)) {
    return Refuse(kForbidden, "The file is a link or a folder; the server follows neither.");
  }
  return facts;
}

FileResult<std::string> ReadAll(const FileDescriptor& file) {
  // One byte more than the bound tells whether the file is longer.
  std::string text(limits::kAdminTextBytesMax + 1, '\0');
  std::size_t filled = 0;
  while (filled < text.size()) {
    const ssize_t bytes = ::read(file.get(), text.data() + filled, text.size() - filled);
    if (bytes < 0) return RefuseErrno("The file cannot be read");
    if (bytes == 0) break;
    filled += static_cast<std::size_t>(bytes);
  }
  if (filled > limits::kAdminTextBytesMax) return Refuse(kTooLarge, "The file is over 1 MB.");
  text.resize(filled);
  return text;
}

bool WriteAll(const FileDescriptor& file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t bytes = ::write(file.get(), text.data(), text.size());
    if (bytes < 0 && errno == EINTR) continue;
    if (bytes <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(bytes));
  }
  return ::fsync(file.get()) == 0;
}

// A list of ETags, as If-Match has them, contains the tag.
bool Lists(std::string_view header, std::string_view etag) {
  while (!header.empty()) {
    const auto comma = std::min(header.find(','), header.size());
    if (Trimmed(header.substr(0, comma)) == etag) return true;
    header.remove_prefix(std::min(comma + 1, header.size()));
  }
  return false;
}

FileResult<void> CheckCondition(const WriteCondition& condition,
                                const std::optional<struct stat>& facts) {
  if (condition.if_match.empty() && condition.if_none_match.empty()) {
    return Refuse(kPreconditionRequired,
                  "Send If-Match with the file's ETag, or If-None-Match: * for a new file.");
  }
  const auto etag = facts ? EtagOf(*facts) : std::string();
  const auto fail = [&](std::string message) {
    return std::unexpected(
        FileRefusal{.status = kPreconditionFailed, .message = std::move(message), .etag = etag});
  };
  if (!condition.if_none_match.empty()) {
    if (condition.if_none_match != "*") {
      return Refuse(kBadRequest, "If-None-Match takes * only.");
    }
    if (facts) return fail("A file of that name exists already.");
  }
  if (condition.if_match.empty()) return {};
  if (!facts) return fail("The file has been deleted since you read it.");
  if (condition.if_match != "*" && !Lists(condition.if_match, etag)) {
    return fail("The file has changed since you read it.");
  }
  return {};
}

using Folder = std::unique_ptr<DIR, int (*)(DIR*)>;

FileResult<ModelFolder::Listing> ListFolder(FileDescriptor place) {
  ModelFolder::Listing listing;
  const int descriptor = place.get();
  const Folder folder(::fdopendir(place.Release()), ::closedir);
  if (!folder) return RefuseErrno("The folder of models cannot be read");
  while (const dirent* entry = ::readdir(folder.get())) {
    if (!IsModelFileName(entry->d_name)) continue;
    struct stat facts{};
    const bool is_seen = ::fstatat(descriptor, entry->d_name, &facts, AT_SYMLINK_NOFOLLOW) == 0;
    if (!is_seen || !S_ISREG(facts.st_mode)) continue;
    if (listing.files.size() == limits::kModelFilesMax) {
      listing.more = true;
      break;
    }
    listing.files.push_back(FileOf(entry->d_name, facts));
  }
  std::ranges::sort(listing.files, {}, &ModelFile::name);
  return listing;
}

// Makes the file `temporary` with the text. The name may be left over from a crash.
FileResult<FileDescriptor> MakeFile(const FileDescriptor& folder, const std::string& temporary,
                                    std::string_view text) {
  ::unlinkat(folder.get(), temporary.c_str(), 0);
  FileDescriptor file(::openat(folder.get(), temporary.c_str(),
                               O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kMode));
  if (!file.ok() || !WriteAll(file, text)) {
    auto refusal = RefuseErrno("The file cannot be written");
    ::unlinkat(folder.get(), temporary.c_str(), 0);
    return refusal;
  }
  return file;
}

// Gives the file its name. A new file replaces none: another program may have made one since.
FileResult<void> Rename(const FileDescriptor& folder, const std::string& temporary,
                        const std::string& name, bool is_new) {
  const unsigned flags = is_new ? RENAME_NOREPLACE : 0;
  if (::renameat2(folder.get(), temporary.c_str(), folder.get(), name.c_str(), flags) == 0) {
    return {};
  }
  auto refusal = errno == EEXIST
                     ? Refuse(kPreconditionFailed, "A file of that name exists already.")
                     : RefuseErrno("The file cannot be written");
  ::unlinkat(folder.get(), temporary.c_str(), 0);
  return refusal;
}

}  // namespace

bool IsModelFileName(std::string_view name) {
  return name.size() > kSuffix.size() && name.size() <= limits::kModelNameBytesMax &&
         name.front() != '.' && name.ends_with(kSuffix) && std::ranges::all_of(name, [](char each) {
           return IsLetterOrDigit(each) || each == '.' || each == '-' || each == '_';
         });
}

FileResult<ModelFolder::Listing> ModelFolder::List() const {
  auto folder = OpenFolder(folder_);
  if (!folder) return std::unexpected(std::move(folder).error());
  return ListFolder(*std::move(folder));
}

FileResult<ModelText> ModelFolder::Read(const std::string& name) const {
  if (!IsModelFileName(name)) return RefuseName();
  const auto folder = OpenFolder(folder_);
  if (!folder) return std::unexpected(folder.error());
  const auto facts = FactsOf(*folder, name);
  if (!facts) return std::unexpected(facts.error());
  if (!*facts) return Refuse(kNotFound, "There is no such model file.");
  // O_NONBLOCK: opening a pipe would wait for a writer.
  const FileDescriptor file(
      ::openat(folder->get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat opened{};
  if (!file.ok() || ::fstat(file.get(), &opened) != 0)
    return RefuseErrno("The file cannot be read");
  if (!S_ISREG(opened.st_mode)) return Refuse(kForbidden, "The file is no plain file.");
  auto text = ReadAll(file);
  if (!text) return std::unexpected(std::move(text).error());
  return ModelText{.text = *std::move(text), .etag = EtagOf(opened)};
}

FileResult<std::string> ModelFolder::Write(const std::string& name, std::string_view text,
                                           const WriteCondition& condition) {
  if (!IsModelFileName(name)) return RefuseName();
  if (text.size() > limits::kAdminTextBytesMax) return Refuse(kTooLarge, "The text is over 1 MB.");
  const MutexLock lock(writing_);
  const auto folder = OpenFolder(folder_);
  if (!folder) return std::unexpected(folder.error());
  auto facts = FactsOf(*folder, name);
  if (!facts) return std::unexpected(std::move(facts).error());
  if (auto met = CheckCondition(condition, *facts); !met) return std::unexpected(met.error());
  if (!*facts) {
    const auto listing = List();
    if (listing && listing->files.size() >= limits::kModelFilesMax) {
      return Refuse(kConflict, "The folder of models is full.");
    }
  }
  // The dot hides a file that a crash leaves behind from List.
  const auto temporary = fmt::format(".{}.new", name);
  const auto file = MakeFile(*folder, temporary, text);
  if (!file) return std::unexpected(file.error());
  struct stat written{};
  if (::fstat(file->get(), &written) != 0) return RefuseErrno("The file cannot be written");
  if (auto renamed = Rename(*folder, temporary, name, !*facts); !renamed) {
    return std::unexpected(std::move(renamed).error());
  }
  ::fsync(folder->get());
  return EtagOf(written);
}

FileResult<void> ModelFolder::Delete(const std::string& name, const WriteCondition& condition) {
  if (!IsModelFileName(name)) return RefuseName();
  const MutexLock lock(writing_);
  const auto folder = OpenFolder(folder_);
  if (!folder) return std::unexpected(folder.error());
  const auto facts = FactsOf(*folder, name);
  if (!facts) return std::unexpected(facts.error());
  if (!*facts) return Refuse(kNotFound, "There is no such model file.");
  if (auto met = CheckCondition(condition, *facts); !met) return met;
  if (::unlinkat(folder->get(), name.c_str(), 0) != 0) {
    return RefuseErrno("The file cannot be deleted");
  }
  ::fsync(folder->get());
  return {};
}

}  // namespace stator::admin
