#include "item/row.h"

#include <cstring>
#include <optional>

#include <fmt/format.h>

#include "base/varint.h"
#include "item/format.h"

namespace stator::item {
namespace {

constexpr char kRowFormat = 1;
constexpr unsigned kTransactionFlag = 1U << 0U;
constexpr std::size_t kSizeAt = 2;
constexpr std::size_t kWrittenAt = kSizeAt + sizeof(std::uint32_t);
constexpr std::size_t kFixedBytes = kWrittenAt + sizeof(std::uint64_t);

std::unexpected<Error> FailCorruptRow(std::string_view what) {
  return Fail(ErrorCode::kCorruption, fmt::format("a stored row does not decode: {}", what));
}

Result<BytesView> TakeMark(BytesView& in) {
  const auto mark = ReadSized(in);
  if (!mark || mark->empty()) return FailCorruptRow("its transaction mark");
  return *mark;
}

}  // namespace

void AppendRow(const RowHeader& header, ItemView item, Bytes& out) {
  char fixed[kFixedBytes];
  fixed[0] = kRowFormat;
  fixed[1] = static_cast<char>(header.transaction.empty() ? 0 : kTransactionFlag);
  format::StoreLittleEndian(header.size, fixed + kSizeAt);
  format::StoreLittleEndian(static_cast<std::uint64_t>(header.written), fixed + kWrittenAt);
  out.append(fixed, kFixedBytes);
  if (!header.transaction.empty()) {
    AppendSized(header.transaction, out);
  }
  out.append(item.bytes());
}

Result<Row> DecodeRow(BytesView value) {
  if (value.size() <= kFixedBytes) return FailCorruptRow("it is cut short");
  if (value[0] != kRowFormat) return FailCorruptRow("its format is unknown");
  const unsigned flags = static_cast<unsigned char>(value[1]);
  if ((flags & ~kTransactionFlag) != 0) return FailCorruptRow("a flag is unknown");
  Row row;
  row.header.size = format::LoadLittleEndian<std::uint32_t>(value.data() + kSizeAt);
  row.header.written =
      static_cast<TimeMicros>(format::LoadLittleEndian<std::uint64_t>(value.data() + kWrittenAt));
  value.remove_prefix(kFixedBytes);
  if ((flags & kTransactionFlag) != 0) row.header.transaction = TRY(TakeMark(value));
  if (value.empty()) return FailCorruptRow("its item is missing");
  row.item = ItemView(value);
  return row;
}

}  // namespace stator::item
