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
  Bytes partition;  // what all keys of the item collection begin with
  Bytes begin;      // included
  Bytes end;        // excluded
};

// The range that the terms of a key condition describe (key_terms.h): equality on every HASH
// attribute; RANGE attributes from left to right without a gap, by equality up to the last one
// used, which may be compared otherwise (facts 3.7, 5.5). Anything else is refused as AWS does.
Result<KeyRange> RangeOf(const Source& source, std::span<const KeyTerm> terms);

// Whether the key of a position (source.h) would lie in the range if its partition were the
// range's: whether it meets the conditions on RANGE attributes.
bool MeetsSortCondition(const Source& source, const KeyRange& range, item::ItemView position,
                        BytesView key);

// The terms with their values, for people: PK = "a" AND SK begins_with "b". Long values are cut.
// REQUIRES: RangeOf accepted them.
std::string RangeText(std::span<const KeyTerm> terms);

}  // namespace stator::query
