#include "table/collections.h"

#include "base/check.h"
#include "base/endian.h"
#include "item/key.h"

namespace stator::table {
namespace {

constexpr char kCollectionFormat = 1;
constexpr std::size_t kValueBytes = 1 + 8;

}  // namespace

BytesView CollectionKeyOf(const catalog::Table& table, BytesView row_key) {
  CHECK(row_key.size() >= sizeof(item::Route));
  BytesView rest = row_key.substr(sizeof(item::Route));
  Bytes partition;
  CHECK(item::DecodeKeyComponent(table->partition_key.type, rest, partition).has_value());
  return row_key.substr(0, row_key.size() - rest.size());
}

Bytes EncodeCollection(std::int64_t bytes) {
  Bytes value(1, kCollectionFormat);
  AppendBigEndian64(static_cast<std::uint64_t>(bytes), value);
  return value;
}

Result<std::int64_t> DecodeCollection(BytesView value) {
  if (value.size() == kValueBytes && value.front() == kCollectionFormat) {
    const auto bytes = static_cast<std::int64_t>(ReadBigEndian64(value.substr(1)));
    if (bytes > 0) return bytes;
  }
  return Fail(ErrorCode::kCorruption, "the size of an item collection does not decode");
}

}  // namespace stator::table
