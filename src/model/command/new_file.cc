#include "model/command/new_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <ostream>

#include <fmt/format.h>

namespace stator::model {

Result<> WriteNewFile(const std::string& file, std::string_view text) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> opened(std::fopen(file.c_str(), "wx"),
                                                               std::fclose);
  if (!opened) {
    return FailInvalid(errno == EEXIST
                           ? fmt::format("{} exists already; nothing was written.", file)
                           : fmt::format("{} cannot be written: {}.", file, std::strerror(errno)));
  }
  const bool written = std::fwrite(text.data(), 1, text.size(), opened.get()) == text.size() &&
                       std::fflush(opened.get()) == 0;
  if (written) return {};
  return FailInvalid(fmt::format("{} cannot be written: {}.", file, std::strerror(errno)));
}

Result<> WriteResult(const std::string& file, std::string_view text, std::ostream& out) {
  if (!file.empty()) return WriteNewFile(file, text);
  out << text;
  return {};
}

std::string StemOf(std::string_view file) { return std::filesystem::path(file).stem().string(); }

}  // namespace stator::model
