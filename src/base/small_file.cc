#include "base/small_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>

#include <fmt/format.h>

namespace stator {

Result<std::string> ReadSmallFile(const std::string& file, std::string_view what,
                                  std::size_t bytes_max) {
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  std::string text(bytes_max + 1, '\0');
  if (stream) stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  // Opening a folder succeeds; only reading it fails.
  if (!stream.eof() || stream.bad()) {
    const bool large = stream.good();
    return Fail(ErrorCode::kStartup, fmt::format("The {} file {} cannot be read: {}.", what, file,
                                                 large ? "it is too large" : std::strerror(errno)));
  }
  text.resize(static_cast<std::size_t>(stream.gcount()));
  return text;
}

}  // namespace stator
