#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "base/bytes.h"
#include "base/result.h"
#include "capacity/account.h"
#include "capacity/pattern_tree.h"

// Encoding of an Account's parts as they are stored (docs/formats/bill.md).
namespace stator::capacity {

// Returns kCorruption.
std::unexpected<Error> FailAccount();

// Each of these removes one value from the front of `in`. Errors: kCorruption if it is malformed.
Result<std::uint64_t> TakeNumber(BytesView& in,
                                 std::uint64_t max = std::numeric_limits<std::uint64_t>::max());
Result<table::HalfUnits> TakeUnits(BytesView& in);
Result<std::string> TakeText(BytesView& in);
Result<unsigned char> TakeByte(BytesView& in, unsigned char max);

// Encode and decode the counts of one pattern. Errors: kCorruption if they are malformed.
void EncodeCounts(const PatternCounts& counts, Bytes& out);
Result<PatternCounts> DecodeCounts(BytesView& in);

}  // namespace stator::capacity
