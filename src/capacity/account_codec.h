#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "base/bytes.h"
#include "base/result.h"
#include "capacity/account.h"
#include "capacity/pattern_tree.h"

// Parts of an Account as the store keeps it (docs/formats/bill.md).
namespace stator::capacity {

// kCorruption.
std::unexpected<Error> FailAccount();

// Each takes what it says off the front of `in`. kCorruption if that is not there.
Result<std::uint64_t> TakeNumber(BytesView& in,
                                 std::uint64_t max = std::numeric_limits<std::uint64_t>::max());
Result<table::HalfUnits> TakeUnits(BytesView& in);
Result<std::string> TakeText(BytesView& in);
Result<unsigned char> TakeByte(BytesView& in, unsigned char max);

void EncodeCounts(const PatternCounts& counts, Bytes& out);
Result<PatternCounts> DecodeCounts(BytesView& in);

}  // namespace stator::capacity
