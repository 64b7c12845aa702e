#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "catalog/catalog.h"
#include "scaling/target.h"
#include "storage/engine.h"

// Encoding of auto scaling's rows (docs/formats/scaling.md).
namespace stator::scaling {

// The space of these rows, numbered below all spaces of tables.
inline constexpr storage::Space kScalingSpace = 8;
static_assert(kScalingSpace < catalog::kFirstTableSpace);

// Return the keys of rows.
Bytes TargetKey(const TargetId& id);
Bytes ActivityKey(std::uint64_t number);
bool IsTargetKey(BytesView key);

// Encode and decode a target. Errors: kCorruption.
Bytes EncodeTarget(const Target& target);
Result<Target> DecodeTarget(BytesView bytes);

// Encodes an activity without its number, which is in the key.
Bytes EncodeActivity(const Activity& activity);
Result<Activity> DecodeActivity(BytesView key, BytesView bytes);

}  // namespace stator::scaling
