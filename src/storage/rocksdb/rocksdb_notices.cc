#include "storage/rocksdb/rocksdb_notices.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <string_view>

namespace stator::storage {
namespace {

constexpr std::size_t kNoticeBytesMax = 1024;  // longer lines are cut off

}  // namespace

void RocksDbNotices::Logv(const char* format, std::va_list arguments) {
  if (log_ == nullptr || !log_->Wants(LogLevel::kDebug)) return;
  std::array<char, kNoticeBytesMax> line{};
  const int length = std::vsnprintf(line.data(), line.size(), format, arguments);
  if (length <= 0) return;
  const std::size_t kept = std::min(static_cast<std::size_t>(length), line.size() - 1);
  log_->Debug("store-notice", {{"text", std::string_view(line.data(), kept)}});
}

}  // namespace stator::storage
