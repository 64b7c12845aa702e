#pragma once

#include <cstddef>
#include <optional>

#include "base/bytes.h"
#include "storage/engine.h"

// The bytes of docs/formats/storage.md: how a space, a key and a version look on disk.
namespace stator::storage {

inline constexpr std::size_t kSpaceBytes = 4;
inline constexpr std::size_t kVersionBytes = 8;
// Row and index keys begin with a route of 8 bytes. Files filter by space and route, so that a
// short range within one route skips files that hold nothing of it.
inline constexpr std::size_t kFilterPrefixBytes = kSpaceBytes + 8;

// The space's number, big-endian.
Bytes SpacePrefix(Space space);

// The key on disk: the space's number and then the key.
Bytes DiskKey(Space space, BytesView key);

// The first key on disk after all keys of the space. REQUIRES: space is not kEngineSpace.
Bytes SpaceEnd(Space space);

// Whether every key from `begin` to `end` starts with the same filter prefix. Only such a range may
// be read through the prefix filters; any other would miss entries.
bool SharesFilterPrefix(BytesView begin, BytesView end);

// A value as it stands on disk, taken apart; it borrows the bytes.
struct DiskValue {
  Version version = kAbsent;
  BytesView value;
};

// Nothing if the bytes are too short to hold a version.
std::optional<DiskValue> ParseDiskValue(BytesView bytes);

}  // namespace stator::storage
