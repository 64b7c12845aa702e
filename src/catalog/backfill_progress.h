#pragma once

#include <cstdint>

#include "base/bytes.h"
#include "base/result.h"

namespace stator::catalog {

// How far the walk has come that fills a new index (docs/design/0007-index-backfill.md): rows whose
// keys stand before `next` are reached, and the index has their entries; the others it has not.
struct BackfillProgress {
  Bytes next;             // empty: nothing is reached
  std::int64_t rows = 0;  // looked at so far

  bool Reached(BytesView row_key) const { return row_key < BytesView(next); }
  bool operator==(const BackfillProgress&) const = default;
};

Bytes EncodeBackfillProgress(const BackfillProgress& progress);
Result<BackfillProgress> DecodeBackfillProgress(BytesView bytes);

}  // namespace stator::catalog
