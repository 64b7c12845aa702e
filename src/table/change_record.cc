#include "table/change_record.h"

#include "base/endian.h"
#include "base/varint.h"

namespace stator::table {
namespace {

constexpr char kChangeRecordFormat = 1;
constexpr std::uint8_t kHasOldImage = 1;
constexpr std::uint8_t kHasNewImage = 2;
constexpr std::uint8_t kExpired = 4;
constexpr std::uint8_t kKnownFlags = kHasOldImage | kHasNewImage | kExpired;
constexpr std::size_t kHeaderBytes = 3 + 8;  // format, event, flags, time

Error CorruptChangeRecord() { return {ErrorCode::kCorruption, "a change record does not decode"}; }

Result<item::ItemView> TakeItem(BytesView& in) {
  const auto bytes = ReadSized(in);
  if (!bytes) return Fail(CorruptChangeRecord());
  TRY(item::Verify(*bytes));
  return item::ItemView(*bytes);
}

}  // namespace

Bytes EncodeChangeRecord(const ChangeRecord& record) {
  Bytes out;
  out.push_back(kChangeRecordFormat);
  out.push_back(static_cast<char>(record.event));
  out.push_back(static_cast<char>((record.old_image ? kHasOldImage : 0) |
                                  (record.new_image ? kHasNewImage : 0) |
                                  (record.expired ? kExpired : 0)));
  AppendBigEndian64(static_cast<std::uint64_t>(record.time), out);
  AppendSized(record.keys.bytes(), out);
  if (record.old_image) AppendSized(record.old_image->bytes(), out);
  if (record.new_image) AppendSized(record.new_image->bytes(), out);
  return out;
}

Result<ChangeRecord> DecodeChangeRecord(BytesView bytes) {
  if (bytes.size() < kHeaderBytes || bytes[0] != kChangeRecordFormat)
    return Fail(CorruptChangeRecord());
  const auto event = static_cast<std::uint8_t>(bytes[1]);
  const auto flags = static_cast<std::uint8_t>(bytes[2]);
  if (event < 1 || event > 3 || (flags & ~kKnownFlags) != 0) return Fail(CorruptChangeRecord());
  ChangeRecord record;
  record.event = static_cast<ChangeRecord::Event>(event);
  record.expired = (flags & kExpired) != 0;
  record.time = static_cast<TimeMicros>(ReadBigEndian64(bytes.substr(3)));
  bytes.remove_prefix(kHeaderBytes);
  record.keys = TRY(TakeItem(bytes));
  if ((flags & kHasOldImage) != 0) record.old_image = TRY(TakeItem(bytes));
  if ((flags & kHasNewImage) != 0) record.new_image = TRY(TakeItem(bytes));
  if (!bytes.empty()) return Fail(CorruptChangeRecord());
  return record;
}

}  // namespace stator::table
