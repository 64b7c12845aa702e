#pragma once

#include <cstddef>
#include <cstdint>

// Arithmetic of capacity units (facts 6.1). It counts half units, so that eventually consistent
// reads are whole numbers.
namespace stator::table {

using HalfUnits = std::int64_t;

// The units of an item of `bytes` bytes; 0 bytes for a missing item. They are never less than one
// write unit, or one read unit at the given consistency.
HalfUnits WriteUnitsFor(std::size_t bytes);
HalfUnits ReadUnitsFor(std::size_t bytes, bool consistent);

}  // namespace stator::table
