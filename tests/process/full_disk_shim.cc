// A library to preload into a server. It simulates the state of one folder's disk. full_disk.py
// writes that state to a file. No mount and no privilege is needed.
//
//   full         every write fails for lack of space
//   low          little space is left, and writes succeed
//   compactions  writes of compactions fail for lack of space
//   hangs        no write returns
#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace {

constexpr int kLookMilliseconds = 20;

std::string State() {
  const char* const path = std::getenv("STATOR_DISK_STATE");
  const int file = path == nullptr ? -1 : ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  std::array<char, 16> text{};
  const ssize_t count = ::read(file, text.data(), text.size());
  ::close(file);
  return {text.data(), count < 0 ? 0 : static_cast<std::size_t>(count)};
}

// Signal handlers write too, so this function allocates nothing.
bool IsInFolder(int descriptor) {
  constexpr std::string_view kDescriptors = "/proc/self/fd/";
  const char* const folder = std::getenv("STATOR_DISK_FOLDER");
  std::array<char, 32> link{};
  char* const digits = std::ranges::copy(kDescriptors, link.begin()).out;
  std::to_chars(digits, link.data() + link.size() - 1, descriptor);
  std::array<char, 4096> path{};
  const ssize_t length = ::readlink(link.data(), path.data(), path.size());
  if (folder == nullptr || length < 0) return false;
  return std::string_view(path.data(), static_cast<std::size_t>(length)).starts_with(folder);
}

bool IsFull(int descriptor) {
  if (!IsInFolder(descriptor)) return false;
  const std::string state = State();
  if (state != "compactions") return state == "full";
  std::array<char, 16> name{};
  ::prctl(PR_GET_NAME, name.data());
  return std::string_view(name.data()).starts_with("rocksdb:low");
}

}  // namespace

extern "C" {

ssize_t write(int descriptor, const void* bytes, std::size_t count) {
  using Write = ssize_t (*)(int, const void*, std::size_t);
  static const auto next = reinterpret_cast<Write>(::dlsym(RTLD_NEXT, "write"));
  while (IsInFolder(descriptor) && State() == "hangs") ::poll(nullptr, 0, kLookMilliseconds);
  if (!IsFull(descriptor)) return next(descriptor, bytes, count);
  errno = ENOSPC;
  return -1;
}

int statvfs(const char* path, struct statvfs* found) {
  using Statvfs = int (*)(const char*, struct statvfs*);
  static const auto next = reinterpret_cast<Statvfs>(::dlsym(RTLD_NEXT, "statvfs"));
  const int status = next(path, found);
  const std::string state = State();
  if (status == 0 && state == "full") found->f_bavail = found->f_bfree = 0;
  if (status == 0 && state == "low") found->f_bavail = found->f_bfree = 1;
  return status;
}

}  // extern "C"
