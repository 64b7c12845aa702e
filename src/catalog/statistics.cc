#include "catalog/statistics.h"

#include "base/endian.h"

namespace stator::catalog {
namespace {

constexpr char kStatisticsFormat = 1;
constexpr std::size_t kRecordBytes = 4 + 8 + 8;

}  // namespace

Bytes EncodeStatistics(const TableStatistics& statistics) {
  Bytes out(1, kStatisticsFormat);
  for (const auto& [space, counts] : statistics) {
    AppendBigEndian32(space, out);
    AppendBigEndian64(static_cast<std::uint64_t>(counts.entries), out);
    AppendBigEndian64(static_cast<std::uint64_t>(counts.bytes), out);
  }
  return out;
}

Result<TableStatistics> DecodeStatistics(BytesView bytes) {
  if (bytes.empty() || bytes.front() != kStatisticsFormat ||
      (bytes.size() - 1) % kRecordBytes != 0) {
    return Fail(ErrorCode::kCorruption, "a table's statistics do not decode");
  }
  TableStatistics statistics;
  for (bytes.remove_prefix(1); !bytes.empty(); bytes.remove_prefix(kRecordBytes)) {
    auto& counts = statistics[ReadBigEndian32(bytes)];
    counts.entries = static_cast<std::int64_t>(ReadBigEndian64(bytes.substr(4)));
    counts.bytes = static_cast<std::int64_t>(ReadBigEndian64(bytes.substr(12)));
  }
  return statistics;
}

}  // namespace stator::catalog
