#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "base/turnable_clock.h"

namespace stator::catalog {

// The stored form of the clock's rule (docs/formats/catalog.md). Errors: kCorruption.
Bytes EncodeClockRule(const ClockRule& rule);
Result<ClockRule> DecodeClockRule(BytesView bytes);

}  // namespace stator::catalog
