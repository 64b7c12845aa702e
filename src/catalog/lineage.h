#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"
#include "catalog/table.h"

namespace stator::catalog {

// A split in the history of a table, with what the history does not store.
struct PastSplit {
  TimeMicros time = 0;
  std::uint32_t partition = 0;  // the parent
  Bytes begin;                  // of the parent
  std::optional<Bytes> end;     // of the parent; nullopt: to the last key
  Bytes at;                     // where the second child begins
  std::array<std::uint32_t, 2> children{};
  SplitReason reason = SplitReason::kRequest;
  bool operator==(const PastSplit&) const = default;
};

// Returns the splits of a table, or of its global index, the oldest first. It undoes them,
// beginning with the last. Splits of an earlier index of the same name do not fit and are left out.
std::vector<PastSplit> PastSplitsOf(const TableSettings& settings, std::string_view index);

}  // namespace stator::catalog
