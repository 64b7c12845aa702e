#pragma once

#include <cstddef>
#include <cstdint>

// Capacity unit arithmetic (facts 6.1), in half units so that eventually consistent reads stay
// whole.
namespace stator::table {

using HalfUnits = std::int64_t;

// For an item of `bytes`, 0 for a missing one: never less than one unit.
HalfUnits WriteUnitsFor(std::size_t bytes);
HalfUnits ReadUnitsFor(std::size_t bytes, bool consistent);

}  // namespace stator::table
