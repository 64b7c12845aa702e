#include "api/page_place.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "item/key.h"

namespace stator::api {
namespace {

using Partitions = std::vector<catalog::PartitionRange>;

const Partitions& PartitionsOf(const query::Source& source) {
  return source.global() ? source.index->partitions : (*source.table)->partitions;
}

// A descending page starts in the last partition that begins before the range's end.
Bytes StartOf(const storage::KeyRange& range, const Partitions& partitions) {
  if (!range.backward) return range.begin;
  const auto after = range.end.empty() ? partitions.end()
                                       : std::ranges::lower_bound(partitions, range.end, {},
                                                                  &catalog::PartitionRange::begin);
  return after == partitions.begin() ? range.begin : std::max(range.begin, std::prev(after)->begin);
}

// Whether only the end of the range comes from a condition. The beginning is then the prefix of all
// keys. The range of a Scan has no such prefix: it begins with nothing or with a route.
bool IsBoundedOnlyAbove(const storage::KeyRange& range) {
  return range.begin.size() > sizeof(item::Route) && range.end.size() > range.begin.size() &&
         range.end.starts_with(range.begin);
}

// Whether the end is a position of its own, not just the end of all keys with the first key's
// prefix.
bool IsBoundedAbove(const storage::KeyRange& range) {
  if (range.end.empty()) return false;
  return item::PrefixEnd(BytesView(range.begin).substr(0, range.end.size())) != range.end;
}

}  // namespace

Bytes PlaceOf(const query::PagePlan& plan) {
  const auto& range = plan.range;
  const auto& partitions = PartitionsOf(plan.source);
  auto start = StartOf(range, partitions);
  const bool points_at_end = range.backward ? IsBoundedAbove(range) : IsBoundedOnlyAbove(range);
  // The end itself is not read, because the next partition may begin with it.
  const bool reaches_end = points_at_end && catalog::PartitionOf(partitions, start) ==
                                                catalog::PartitionOf(partitions, range.end);
  return reaches_end ? range.end : start;
}

}  // namespace stator::api
