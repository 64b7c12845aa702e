#pragma once

#include <span>
#include <string>

#include "base/bytes.h"
#include "base/result.h"
#include "query/key_terms.h"
#include "query/source.h"

namespace stator::query {

// The one contiguous part of a source that a Query reads.
struct KeyRange {
  Bytes partition;  // the bytes that every key of the item collection begins with
  Bytes begin;      // included
  Bytes end;        // excluded
};

// Returns the range that the terms of a key condition (key_terms.h) describe (facts 3.7, 5.5).
// Every HASH attribute needs an equality. RANGE attributes are used from left to right without a
// gap; only the last one used may have another comparison than equality.
// Errors: AWS's ValidationException for every other condition.
Result<KeyRange> RangeOf(const Source& source, std::span<const KeyTerm> terms);

// Whether a key meets the range's conditions on RANGE attributes: whether it would lie in the range
// if its partition were the range's. `position` (source.h) is the position that `key` encodes.
bool MeetsSortCondition(const Source& source, const KeyRange& range, item::ItemView position,
                        BytesView key);

// The terms with their values as text for people: PK = "a" AND SK begins_with "b". Long values are
// cut. REQUIRES: RangeOf accepted the terms.
std::string RangeText(std::span<const KeyTerm> terms);

}  // namespace stator::query
