#pragma once

#include <cstddef>
#include <optional>

#include "base/bytes.h"
#include "storage/engine.h"

// The form of spaces, keys and versions on disk (docs/formats/storage.md).
namespace stator::storage {

inline constexpr std::size_t kSpaceBytes = 4;
inline constexpr std::size_t kVersionBytes = 8;
// Row and index keys begin with a route of 8 bytes. Files have filters by space and route, so that
// a short range within one route skips files without its keys.
inline constexpr std::size_t kFilterPrefixBytes = kSpaceBytes + 8;

// Returns the space's number, big-endian.
Bytes SpacePrefix(Space space);

// Returns the key on disk: the space's number, then the key.
Bytes DiskKey(Space space, BytesView key);

// Returns the first key on disk after all keys of the space. REQUIRES: `space` is not kEngineSpace.
Bytes SpaceEnd(Space space);

// Whether every key from `begin` to `end` starts with the same filter prefix. Only such a range may
// be read through the prefix filters; any other would miss entries.
bool SharesFilterPrefix(BytesView begin, BytesView end);

// A decoded value. Lifetime: a view into the bytes.
struct DiskValue {
  Version version = kAbsent;
  BytesView value;
};

// Returns nullopt if the bytes are too short to hold a version.
std::optional<DiskValue> ParseDiskValue(BytesView bytes);

}  // namespace stator::storage
