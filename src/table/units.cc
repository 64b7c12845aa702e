#include "table/units.h"

#include <algorithm>

#include "base/limits.h"

namespace stator::table {
namespace {

HalfUnits Blocks(std::size_t bytes, std::size_t block) {
  return static_cast<HalfUnits>(std::max<std::size_t>(1, (bytes + block - 1) / block));
}

}  // namespace

HalfUnits WriteUnitsFor(std::size_t bytes) { return 2 * Blocks(bytes, limits::kWriteUnitBytes); }

HalfUnits ReadUnitsFor(std::size_t bytes, bool consistent) {
  return (consistent ? 2 : 1) * Blocks(bytes, limits::kReadUnitBytes);
}

}  // namespace stator::table
