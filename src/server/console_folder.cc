#include "server/console_folder.h"

#include <algorithm>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

namespace stator::server {
namespace {

// An open file or folder; closed on every path.
class OpenFile {
 public:
  explicit OpenFile(int number) : number_(number) {}
  ~OpenFile() {
    if (is_open()) ::close(number_);
  }
  OpenFile(OpenFile&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  OpenFile& operator=(OpenFile&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  bool is_open() const { return number_ >= 0; }
  int number() const { return number_; }

 private:
  int number_;
};

// Whether the step has letters, digits and a few marks only, and begins with no dot. So "." and
// ".." are not plain, and neither are hidden files.
bool IsPlainName(std::string_view step) {
  return !step.empty() && step.front() != '.' && std::ranges::all_of(step, [](char each) {
    return IsLetterOrDigit(each) || each == '.' || each == '-' || each == '_';
  });
}

OpenFile OpenStep(const OpenFile& folder, std::string_view step, int flags) {
  if (!folder.is_open() || !IsPlainName(step)) return OpenFile(-1);
  // O_NONBLOCK: opening a pipe would wait for a writer.
  return OpenFile(::openat(folder.number(), std::string(step).c_str(),
                           O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | flags));
}

std::optional<std::string> ReadAll(const OpenFile& file, std::size_t bytes_max) {
  struct stat facts{};
  if (::fstat(file.number(), &facts) != 0 || !S_ISREG(facts.st_mode)) return std::nullopt;
  // One byte more than the size tells whether the file has grown meanwhile.
  const auto size = static_cast<std::size_t>(facts.st_size);
  if (size > bytes_max) return std::nullopt;
  std::string text(size + 1, '\0');
  std::size_t filled = 0;
  while (filled < text.size()) {
    const ssize_t bytes = ::read(file.number(), text.data() + filled, text.size() - filled);
    if (bytes < 0) return std::nullopt;
    if (bytes == 0) break;
    filled += static_cast<std::size_t>(bytes);
  }
  if (filled > size) return std::nullopt;
  text.resize(filled);
  return text;
}

}  // namespace

std::optional<std::string> ReadFileBelow(const std::string& folder, std::string_view name,
                                         std::size_t bytes_max) {
  OpenFile place(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (auto slash = name.find('/'); slash != name.npos; slash = name.find('/')) {
    place = OpenStep(place, name.substr(0, slash), O_DIRECTORY);
    name.remove_prefix(slash + 1);
  }
  const OpenFile file = OpenStep(place, name, 0);
  return file.is_open() ? ReadAll(file, bytes_max) : std::nullopt;
}

}  // namespace stator::server
