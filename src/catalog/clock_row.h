#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "base/turnable_clock.h"

namespace stator::catalog {

// The clock's rule as the catalog keeps it (docs/formats/catalog.md).
Bytes EncodeClockRule(const ClockRule& rule);
Result<ClockRule> DecodeClockRule(BytesView bytes);

}  // namespace stator::catalog
