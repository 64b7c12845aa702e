#include "catalog/partitions.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/check.h"
#include "base/endian.h"
#include "base/limits.h"

namespace stator::catalog {
namespace {

struct Routes {
  std::uint64_t first = 0;
  std::uint64_t last = 0;

  std::uint64_t width() const { return last - first; }
};

Routes RoutesOf(std::span<const PartitionRange> partitions, std::size_t place) {
  const auto end = EndOf(partitions, place);
  return {RouteIn(partitions[place].begin), end.empty() ? ~std::uint64_t{0} : RouteIn(end)};
}

Bytes RouteKey(std::uint64_t route) {
  Bytes key;
  AppendBigEndian64(route, key);
  return key;
}

}  // namespace

std::uint64_t RouteIn(BytesView key) {
  Bytes route(key.substr(0, 8));
  route.resize(8, '\0');
  return ReadBigEndian64(route);
}

std::vector<PartitionRange> EvenPartitions(std::size_t count) {
  CHECK(count > 0);
  std::vector<PartitionRange> partitions{{1, Bytes()}};
  const std::uint64_t width = ~std::uint64_t{0} / count + (count == 1 ? 0 : 1);
  for (std::uint32_t i = 1; i < count; ++i) partitions.push_back({i + 1, RouteKey(i * width)});
  return partitions;
}

BytesView EndOf(std::span<const PartitionRange> partitions, std::size_t place) {
  return place + 1 == partitions.size() ? BytesView() : BytesView(partitions[place + 1].begin);
}

std::size_t WidestPartition(std::span<const PartitionRange> partitions) {
  std::size_t widest = 0;
  for (std::size_t i = 1; i < partitions.size(); ++i) {
    if (RoutesOf(partitions, i).width() > RoutesOf(partitions, widest).width()) widest = i;
  }
  return widest;
}

std::optional<Bytes> MiddleRoute(std::span<const PartitionRange> partitions, std::size_t place) {
  const auto routes = RoutesOf(partitions, place);
  auto middle = RouteKey(routes.first + routes.width() / 2);
  if (middle <= partitions[place].begin) return std::nullopt;
  const auto end = EndOf(partitions, place);
  if (!end.empty() && middle >= end) return std::nullopt;
  return middle;
}

const std::vector<PartitionRange>* PartitionsOf(const TableSettings& settings,
                                                std::string_view index) {
  if (index.empty()) return &settings.partitions;
  const auto found = std::ranges::find(settings.indexes, index, &Index::name);
  const bool is_global = found != settings.indexes.end() && found->kind == IndexKind::kGlobal;
  return is_global ? &found->partitions : nullptr;
}

std::vector<PartitionRange>* PartitionsOf(TableSettings& settings, std::string_view index) {
  return const_cast<std::vector<PartitionRange>*>(PartitionsOf(std::as_const(settings), index));
}

std::optional<std::size_t> PlaceOf(std::span<const PartitionRange> partitions,
                                   std::uint32_t number) {
  const auto found = std::ranges::find(partitions, number, &PartitionRange::number);
  if (found == partitions.end()) return std::nullopt;
  return static_cast<std::size_t>(found - partitions.begin());
}

void SplitPartition(const Split& split, TableSettings& settings) {
  auto* partitions = PartitionsOf(settings, split.index);
  CHECK(partitions != nullptr);
  const auto place = PlaceOf(*partitions, split.partition);
  CHECK(place.has_value());
  const auto end = EndOf(*partitions, *place);
  CHECK((*partitions)[*place].begin < split.at);
  CHECK(end.empty() || split.at < end);
  // The newest number is among them: whoever has it goes only when a newer one comes.
  const auto last = std::ranges::max(*partitions, {}, &PartitionRange::number).number;
  (*partitions)[*place].number = last + 1;
  partitions->insert(partitions->begin() + static_cast<std::ptrdiff_t>(*place) + 1,
                     {last + 2, split.at});
  auto& splits = settings.splits;
  splits.push_back(split);
  if (splits.size() > limits::kSplitsKept) splits.erase(splits.begin());
}

void SplitUntil(std::size_t count, std::string_view index, SplitReason reason, TimeMicros now,
                TableSettings& settings) {
  const auto* partitions = PartitionsOf(settings, index);
  CHECK(partitions != nullptr);
  while (partitions->size() < count) {
    const auto widest = WidestPartition(*partitions);
    auto middle = MiddleRoute(*partitions, widest);
    if (!middle) return;  // more partitions than routes: never
    SplitPartition({now, std::string(index), (*partitions)[widest].number, reason, *middle},
                   settings);
  }
}

}  // namespace stator::catalog
