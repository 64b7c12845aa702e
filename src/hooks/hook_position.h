#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "storage/engine.h"
#include "streams/sequence.h"

// Stores the positions of function hooks (docs/formats/hook-positions.md).
namespace stator::hooks {

// A space below those of tables.
inline constexpr storage::Space kHookSpace = 4;
static_assert(kHookSpace < catalog::kFirstTableSpace);

// The delivery position in one shard.
struct HookPosition {
  streams::Position next;  // the first record that is not delivered yet
  bool finished = false;   // the shard is closed and fully delivered
  bool operator==(const HookPosition&) const = default;
};

// Returns the key prefix of one hook's positions. A hook is identified by its table and its target.
Bytes HookPrefix(std::string_view table, std::string_view target);
Bytes HookKey(BytesView prefix, std::string_view stream_arn, std::uint32_t shard);

// The parts of a position's key.
struct HookPlace {
  Bytes prefix;
  std::string stream_arn;
  std::uint32_t shard = 0;
};
// Errors: kCorruption if the bytes are no such key.
Result<HookPlace> DecodeHookKey(BytesView key);

// The stored form of a position. Errors: kCorruption if the bytes are none.
Bytes EncodeHookPosition(const HookPosition& position);
Result<HookPosition> DecodeHookPosition(BytesView bytes);

}  // namespace stator::hooks
