#pragma once

#include <string>

#include "base/bytes.h"
#include "base/result.h"
#include "expr/condition.h"
#include "query/source.h"

namespace stator::query {

// The one contiguous part of a source that a Query reads.
struct KeyRange {
  Bytes partition;  // what all keys of the item collection begin with
  Bytes begin;      // included
  Bytes end;        // excluded
};

// The range a KeyConditionExpression (or what KeyConditions become) describes: equality on every
// HASH attribute; RANGE attributes from left to right without a gap, by equality up to the last one
// used, which may be compared otherwise (facts 3.7, 5.5). Anything else is refused as AWS does.
Result<KeyRange> RangeOf(const Source& source, const expr::Condition& condition);

// The condition with its values, for people: PK = "a" AND SK begins_with "b". Long values are cut.
// REQUIRES: RangeOf accepted the condition.
std::string RangeText(const expr::Condition& condition);

}  // namespace stator::query
