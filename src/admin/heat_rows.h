#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"
#include "capacity/report.h"
#include "catalog/table.h"

namespace stator::admin {

// A partition during its life: a row of the heat map.
struct HeatRow {
  std::uint32_t partition = 0;
  std::optional<std::uint32_t> parent;
  capacity::KeyRange range;
  std::optional<TimeMicros> begins;            // nullopt: with the table or before its known splits
  std::optional<TimeMicros> ends;              // when it was split; nullopt: it still exists
  std::optional<catalog::SplitReason> reason;  // of its split; nullopt: no longer known
  std::optional<Bytes> at;                     // of its split
  capacity::PerAccess<std::vector<capacity::HeatSlot>> slots{};  // by Place
};

// Returns the partitions that the table or global index has and has had, by the begin of their keys
// and then by age. Splits of the same moment count as one. `heat` is what the governor kept.
std::vector<HeatRow> HeatRowsOf(const catalog::TableSettings& settings, std::string_view index,
                                std::vector<capacity::PartitionHeat> heat);

}  // namespace stator::admin
