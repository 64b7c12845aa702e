#pragma once

#include <cstdint>

#include "base/bytes.h"
#include "base/result.h"

namespace stator::catalog {

// The position of the walk that fills a new index (docs/design/0007-index-backfill.md). The index
// has the entries of the rows whose keys come before `next`, and of no others.
struct BackfillProgress {
  Bytes next;             // empty: the walk has reached no row
  std::int64_t rows = 0;  // rows read so far

  // Whether the walk has passed the row, so that the index has its entry.
  bool Reached(BytesView row_key) const { return row_key < BytesView(next); }
  bool operator==(const BackfillProgress&) const = default;
};

// The stored form of the position (docs/formats/catalog.md). Errors: kCorruption.
Bytes EncodeBackfillProgress(const BackfillProgress& progress);
Result<BackfillProgress> DecodeBackfillProgress(BytesView bytes);

}  // namespace stator::catalog
