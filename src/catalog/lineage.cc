#include "catalog/lineage.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include "catalog/partitions.h"

namespace stator::catalog {
namespace {

// Returns the place of the first child. A split gives its children the two numbers that follow the
// greatest, so the last split made the two greatest. nullopt: the split is not of these partitions.
std::optional<std::size_t> ChildrenOf(const Split& split,
                                      const std::vector<PartitionRange>& partitions) {
  const auto last = std::ranges::max(partitions, {}, &PartitionRange::number).number;
  const auto place = PlaceOf(partitions, last);
  if (!place || *place == 0) return std::nullopt;
  const bool fits = partitions[*place].begin == split.at &&
                    partitions[*place - 1].number + 1 == last && split.partition + 1 < last;
  return fits ? std::optional(*place - 1) : std::nullopt;
}

}  // namespace

std::vector<PastSplit> PastSplitsOf(const TableSettings& settings, std::string_view index) {
  std::vector<PastSplit> past;
  const auto* present = PartitionsOf(settings, index);
  if (present == nullptr || present->empty()) return past;
  auto partitions = *present;
  for (const Split& split : settings.splits | std::views::reverse) {
    if (split.index != index) continue;
    const auto place = ChildrenOf(split, partitions);
    if (!place) break;
    auto& lower = partitions[*place];
    const auto end = EndOf(partitions, *place + 1);
    past.push_back({.time = split.time,
                    .partition = split.partition,
                    .begin = lower.begin,
                    .end = end.empty() ? std::nullopt : std::optional(Bytes(end)),
                    .at = split.at,
                    .children = {lower.number, lower.number + 1},
                    .reason = split.reason});
    lower.number = split.partition;
    partitions.erase(partitions.begin() + static_cast<std::ptrdiff_t>(*place) + 1);
  }
  std::ranges::reverse(past);
  return past;
}

}  // namespace stator::catalog
