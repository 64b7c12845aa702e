#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "storage/engine.h"
#include "streams/sequence.h"

// How far function hooks have come, as the store keeps it (docs/formats/hook-positions.md).
namespace stator::hooks {

// One of those below the tables' own.
inline constexpr storage::Space kHookSpace = 4;
static_assert(kHookSpace < catalog::kFirstTableSpace);

struct HookPosition {
  streams::Position next;  // of the first record that is not dealt with
  bool finished = false;   // the shard is closed and has none left
  bool operator==(const HookPosition&) const = default;
};

// What begins the keys of one hook's positions. A hook is known by its table and its target.
Bytes HookPrefix(std::string_view table, std::string_view target);
Bytes HookKey(BytesView prefix, std::string_view stream_arn, std::uint32_t shard);

struct HookPlace {
  Bytes prefix;
  std::string stream_arn;
  std::uint32_t shard = 0;
};
// kCorruption: no such key.
Result<HookPlace> DecodeHookKey(BytesView key);

Bytes EncodeHookPosition(const HookPosition& position);
Result<HookPosition> DecodeHookPosition(BytesView bytes);

}  // namespace stator::hooks
