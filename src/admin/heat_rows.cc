#include "admin/heat_rows.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "catalog/lineage.h"
#include "catalog/partitions.h"

namespace stator::admin {
namespace {

using Rows = std::map<std::uint32_t, HeatRow>;  // by number

void AddPresent(const std::vector<catalog::PartitionRange>& partitions, Rows& rows) {
  for (std::size_t i = 0; i < partitions.size(); ++i) {
    auto& row = rows[partitions[i].number];
    row.range.begin = partitions[i].begin;
    if (i + 1 < partitions.size()) row.range.end = partitions[i + 1].begin;
  }
}

void AddSplit(const catalog::PastSplit& split, Rows& rows) {
  auto& parent = rows[split.partition];
  parent.range = {split.begin, split.end};
  parent.ends = split.time;
  parent.reason = split.reason;
  parent.at = split.at;
  for (const auto child : split.children) {
    rows[child].parent = split.partition;
    rows[child].begins = split.time;
  }
}

// Removes partitions that were split in the moment that made them. Their children become those of
// the partition that lived.
void RemoveMomentary(Rows& rows) {
  const auto is_momentary = [](const HeatRow& row) { return row.begins && row.begins == row.ends; };
  for (auto& [number, row] : rows) {
    while (row.parent) {
      const auto parent = rows.find(*row.parent);
      if (parent == rows.end() || !is_momentary(parent->second)) break;
      row.parent = parent->second.parent;
    }
  }
  std::erase_if(rows, [&](const auto& each) { return is_momentary(each.second); });
}

// A partition whose split is no longer known was kept by the governor alone.
void AddHeat(capacity::PartitionHeat heat, Rows& rows) {
  const auto [found, added] = rows.try_emplace(heat.number);
  auto& row = found->second;
  if (added) {
    row.range = std::move(heat.range);
    row.ends = heat.ended;
  }
  row.slots = std::move(heat.slots);
}

}  // namespace

std::vector<HeatRow> HeatRowsOf(const catalog::TableSettings& settings, std::string_view index,
                                std::vector<capacity::PartitionHeat> heat) {
  Rows rows;
  if (const auto* partitions = catalog::PartitionsOf(settings, index)) {
    AddPresent(*partitions, rows);
  }
  for (const auto& split : catalog::PastSplitsOf(settings, index)) AddSplit(split, rows);
  RemoveMomentary(rows);
  for (auto& each : heat) AddHeat(std::move(each), rows);
  std::vector<HeatRow> sorted;
  for (auto& [number, row] : rows) {
    row.partition = number;
    sorted.push_back(std::move(row));
  }
  std::ranges::sort(sorted, [](const HeatRow& left, const HeatRow& right) {
    return std::tie(left.range.begin, left.partition) <
           std::tie(right.range.begin, right.partition);
  });
  return sorted;
}

}  // namespace stator::admin
