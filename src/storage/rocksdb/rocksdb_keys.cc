#include "storage/rocksdb/rocksdb_keys.h"

#include "base/check.h"
#include "storage/rising_numbers.h"

namespace stator::storage {
namespace {

void AppendSpace(Space space, Bytes& to) {
  for (int shift = 24; shift >= 0; shift -= 8) {
    to.push_back(static_cast<char>((space >> static_cast<unsigned>(shift)) & 0xFFU));
  }
}

}  // namespace

Bytes SpacePrefix(Space space) { return DiskKey(space, {}); }

Bytes DiskKey(Space space, BytesView key) {
  Bytes disk_key;
  disk_key.reserve(kSpaceBytes + key.size());
  AppendSpace(space, disk_key);
  disk_key.append(key);
  return disk_key;
}

Bytes SpaceEnd(Space space) {
  CHECK(space != kEngineSpace);
  return SpacePrefix(space + 1);
}

bool SharesFilterPrefix(BytesView begin, BytesView end) {
  return begin.size() >= kFilterPrefixBytes && end.size() >= kFilterPrefixBytes &&
         begin.substr(0, kFilterPrefixBytes) == end.substr(0, kFilterPrefixBytes);
}

std::optional<DiskValue> ParseDiskValue(BytesView bytes) {
  if (bytes.size() < kVersionBytes) return std::nullopt;
  Version version = 0;
  for (const char byte : bytes.substr(0, kVersionBytes)) {
    version = (version << 8U) | static_cast<unsigned char>(byte);
  }
  return DiskValue{version, bytes.substr(kVersionBytes)};
}

}  // namespace stator::storage
